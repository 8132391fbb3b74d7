// A model folder in the hub's layout: config.json, generation_config.json, weights, tokenizer.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "checkpoint/weights.h"
#include "sotto/error.h"

namespace sotto::checkpoint {

struct ModelFolder {
  std::filesystem::path path;
  nlohmann::json config;             // an object
  nlohmann::json generation_config;  // an object, empty when there is no file
  std::shared_ptr<const Weights> weights;
};

// Opens a folder: model.safetensors, or model.safetensors.index.json with its shards, or
// pytorch_model.bin. The error says what the folder lacks to be a model.
Result<ModelFolder> open_model_folder(const std::filesystem::path& path);

// The weights file of a folder: the one that open_model_folder takes.
Result<std::filesystem::path> find_weights(const std::filesystem::path& folder);

// Where `name` is: a path as it stands; a hub id ("facebook/nllb-200-distilled-600M") in the hub's
// cache (HF_HUB_CACHE, HF_HOME, ~/.cache/huggingface/hub; the snapshot that refs/main names); or
// the name of a folder in `<user data>/models` or in the models that ship with sotto
// ($SOTTO_MODELS_DIR, else beside the program); or a short name such as "nllb-600m" for a hub id.
Result<std::filesystem::path> find_model(const std::string& name);

// A file of a repository in the hub's cache: from the snapshot of that revision (a commit or a
// branch), else from the one that refs/main names. An empty revision is main.
Result<std::filesystem::path> find_hub_file(const std::string& id, const std::string& file,
                                            const std::string& revision);

// The same for all models that are there: name and path, for `sotto models`.
struct FoundModel {
  std::string name;
  std::filesystem::path path;
};
std::vector<FoundModel> installed_models();

}  // namespace sotto::checkpoint
