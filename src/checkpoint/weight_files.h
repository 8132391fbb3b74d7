// Weights from a file, by the kind of file that it is.
#pragma once

#include <filesystem>
#include <memory>

#include "checkpoint/weights.h"
#include "sotto/error.h"

namespace sotto::checkpoint {

// *.safetensors; *.bin, *.pt, *.pth (torch); or *.index.json, which names the files of a checkpoint
// in shards. What the tensors point into lives as long as the Weights.
Result<std::shared_ptr<const Weights>> open_weights(const std::filesystem::path& path);

}  // namespace sotto::checkpoint
