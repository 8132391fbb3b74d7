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
  // They have the conventions of GGUF files: llama's rows of q and k are pairs side by side,
  // gemma3's norms have 1 added, `rope_freqs.weight` divides the frequencies.
  bool gguf = false;
};

// The model_type of a folder without config.json, whose configuration lies in Marian's own file.
inline constexpr const char* kMarianStudent = "marian-student";

// Opens a folder: model.safetensors, or model.safetensors.index.json with its shards, or
// pytorch_model.bin; or a Marian binary file (marian_file.h); or one GGUF file and no config.json.
// Or a GGUF file itself (gguf_model.h). The error says what the folder lacks to be a model.
Result<ModelFolder> open_model_folder(const std::filesystem::path& path);

// The weights file of a folder: the one that open_model_folder takes. Of a GGUF file itself.
Result<std::filesystem::path> find_weights(const std::filesystem::path& folder);

// Finds `name`: a path as it stands, of a folder or of a GGUF file; a hub id
// ("facebook/nllb-200-distilled-600M") in the hub's cache (hub_cache.h; the snapshot that refs/main
// names); or the name of a folder in `<user data>/models` or in the models that ship with sotto
// (Folders::models, else beside the program). models::find_model knows more names.
Result<std::filesystem::path> find_folder(const std::string& name);

// Every folder in these places, by the name that find_folder finds it by. What it holds is not
// looked at (models/kinds.h).
struct NamedFolder {
  std::string name;
  std::filesystem::path path;
};
std::vector<NamedFolder> model_folders();

}  // namespace sotto::checkpoint
