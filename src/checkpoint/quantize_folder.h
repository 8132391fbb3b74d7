// A model folder made from another one: what `sotto quantize` does.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "checkpoint/model_card.h"
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

struct FileToQuantize {
  std::string name;  // in the new folder
  std::shared_ptr<const Weights> weights;
  QuantizeOptions options;  // its `keep` and `progress` are those of the whole
};

// A network's: what the new folder is made of.
struct FolderPlan {
  std::filesystem::path source;
  std::vector<FileToQuantize> files;
  // Globs of files of the source that are copied, up to 64 MB; a licence always is.
  std::vector<std::string> copied;
  // Files that lie elsewhere, and where they belong in the new folder.
  std::vector<std::pair<std::filesystem::path, std::filesystem::path>> more_copied = {};
  std::map<std::string, std::string> texts = {};  // by name: what they hold
  // The new config.json; null: it stays as it is.
  std::function<std::string(const QuantizeResult&)> config = {};
  std::string format = "pt";  // in the metadata of the weights
  CardTexts card;
};

// Requires that nothing is at the target, or, with `force`, a model that is replaced; never
// `source`.
Result<void> check_target(const std::filesystem::path& source, const std::filesystem::path& target,
                          bool force);

// Whether the network's feed-forward layers have a ReLU between their matrices, by its config.
bool has_relu(const ModelFolder& folder);

// A translation network: model.safetensors and config.json are written, files of the tokenizer and
// other configurations copied.
FolderPlan translator_plan(const ModelFolder& source, const QuantizeFolderOptions& options);

// Writes what the plan says, and README.md. The folder appears when all is written, or not at all;
// a killed run leaves `<target>.sotto-partial-XXXXXX`, which the next one removes.
Result<QuantizeResult> quantize_folder(const FolderPlan& plan, const std::filesystem::path& target,
                                       const QuantizeFolderOptions& options);

}  // namespace sotto::checkpoint
