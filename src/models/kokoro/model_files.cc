#include "models/kokoro/model_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <system_error>
#include <vector>

#include "checkpoint/encode.h"
#include "checkpoint/onnx_file.h"
#include "checkpoint/printable.h"
#include "checkpoint/weight_files.h"
#include "models/kokoro/modules.h"
#include "models/kokoro/onnx_weights.h"
#include "models/kokoro/torch_weights.h"

namespace sotto::models::kokoro {
namespace {

namespace fs = std::filesystem;
using checkpoint::Weights;

constexpr const char* kWeightFiles[] = {".pth", ".safetensors", ".onnx"};

Result<fs::path> find_weight_file(const fs::path& folder) {
  const std::vector<fs::path> files = files_in(folder);
  for (const char* extension : kWeightFiles) {
    for (const fs::path& file : files) {
      if (file.extension() == extension) return file;
    }
  }
  return Error{Errc::not_found,
               fmt::format("{}: there are no weights of Kokoro, expected a .pth, .safetensors or "
                           ".onnx file",
                           folder.string())};
}

Result<std::shared_ptr<const Weights>> open_plain(const fs::path& file, const Config& config) {
  if (file.extension() == ".onnx") {
    const auto onnx = checkpoint::open_onnx(file);
    if (!onnx) return onnx.error();
    return plain_weights(*onnx, config);
  }
  const auto stored = checkpoint::open_weights(file);
  if (!stored) return stored.error();
  return plain_weights(*stored);
}

// Whether a tensor beside those of modules_of may be there: the scales of an int8 weight, and the
// affine part of AdaIN's norm, which upstream's package declares and its released file lacks.
bool is_optional(const std::string& name, const std::set<std::string>& expected,
                 const Weights& weights) {
  for (const char* leaf : {".norm.weight", ".norm.bias"}) {
    if (!name.ends_with(leaf)) continue;
    return expected.contains(name.substr(0, name.size() - std::string_view(leaf).size()) +
                             ".fc.weight");
  }
  constexpr std::string_view kScales = ".scales";
  if (!name.ends_with(kScales)) return false;
  const std::string layer = name.substr(0, name.size() - kScales.size());
  for (const std::string& weight : {layer, layer + ".weight"}) {
    const checkpoint::StoredTensor* tensor = weights.find(weight);
    if (tensor != nullptr && tensor->dtype == checkpoint::DType::i8) return true;
  }
  return false;
}

Result<void> check_names(const Weights& weights, const Config& config) {
  std::set<std::string> expected;
  for (const Module& module : modules_of(config)) {
    for (std::string& name : tensor_names(module)) expected.insert(std::move(name));
  }
  const auto wrong = [&](const char* what, const std::string& name) {
    return Error{Errc::bad_format,
                 fmt::format("{}: {} {}", weights.source(), what, checkpoint::printable(name))};
  };
  for (const std::string& name : expected) {
    if (weights.find(name) == nullptr) return wrong("Kokoro's tensor is missing:", name);
  }
  for (const std::string& name : weights.names()) {
    if (!expected.contains(name) && !is_optional(name, expected, weights)) {
      return wrong("has a tensor that is not Kokoro's:", name);
    }
  }
  return {};
}

}  // namespace

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    if (it->is_regular_file(ignored)) files.push_back(it->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

Result<ModelFiles> open_model_files(const fs::path& path) {
  std::error_code ignored;
  fs::path file = path;
  if (fs::is_directory(path, ignored)) {
    Result<fs::path> found = find_weight_file(path);
    if (!found) return found.error();
    file = *std::move(found);
  }
  const fs::path folder = file.parent_path();
  ModelFiles files;
  if (fs::exists(folder / "config.json", ignored)) {
    Result<Config> config = read_config(folder / "config.json");
    if (!config) return config.error();
    files.config = *std::move(config);
  }
  auto weights = open_plain(file, files.config);
  if (!weights) return weights.error();
  files.weights = *std::move(weights);
  if (Result<void> r = check_names(*files.weights, files.config); !r) return r.error();
  Result<Voices> voices = Voices::open(folder, 2 * files.config.style_dim);
  if (!voices) return voices.error();
  files.voices = *std::move(voices);
  return files;
}

}  // namespace sotto::models::kokoro
