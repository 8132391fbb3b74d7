// A folder of Kokoro as people have it: upstream's (config.json, kokoro-v1_0.pth, voices/*.pt), the
// same as safetensors, or kokoro-onnx's (kokoro-v1.0*.onnx, voices-v1.0.bin).
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "checkpoint/weights.h"
#include "models/kokoro/config.h"
#include "models/kokoro/voice.h"
#include "sotto/error.h"

namespace sotto::models::kokoro {

struct ModelFiles {
  Config config;  // Kokoro-82M's where the folder has no config.json
  // All of modules_of(config) and nothing unknown. Linear layers and convolutions may be I8 with
  // scales beside them (onnx_weights.h).
  std::shared_ptr<const checkpoint::Weights> weights;
  Voices voices;
};

// `path`: a folder, or the weights' file in one. A folder's weights are, in this order, the first
// by name of *.pth, *.safetensors and *.onnx. A file with a tensor that Kokoro does not have, or
// without one that it has, is refused: upstream loads such a one, and noise is heard.
Result<ModelFiles> open_model_files(const std::filesystem::path& path);

// The regular files of a folder, sorted; none where it cannot be read.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder);

}  // namespace sotto::models::kokoro
