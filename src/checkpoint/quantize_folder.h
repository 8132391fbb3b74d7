// A model folder made from another one: what `sotto quantize` does.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "checkpoint/model_folder.h"
#include "checkpoint/quantize.h"
#include "sotto/error.h"

namespace sotto::checkpoint {

struct QuantizeFolderOptions {
  QuantizeOptions weights;
  std::string source_name;  // for config and card: a hub id, or the name of the source folder
  std::map<std::string, std::string> more_files;  // by name: what they hold
  bool force = false;                             // a model that lies at the target is replaced
};

// Where a folder is to be made: nothing is there, or, where that is asked for, a model that is
// replaced. `source` is not it.
Result<void> check_target(const std::filesystem::path& source, const std::filesystem::path& target,
                          bool force,
                          const std::function<bool(const std::filesystem::path&)>& is_model);

// Whether the network's feed-forward layers have a ReLU between their matrices, by its config.
bool has_relu(const ModelFolder& folder);

// Writes model.safetensors, config.json and README.md, and copies the files of the tokenizer, the
// other configs and the licence. The folder appears when all is written, or not at all; a killed
// run leaves `<target>.sotto-partial-XXXXXX`, which the next one removes.
Result<QuantizeResult> quantize_folder(const ModelFolder& source,
                                       const std::filesystem::path& target,
                                       const QuantizeFolderOptions& options);

}  // namespace sotto::checkpoint
