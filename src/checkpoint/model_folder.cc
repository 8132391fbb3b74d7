#include "checkpoint/model_folder.h"

#include <fmt/format.h>

#include <optional>

#include "base/json_fields.h"
#include "checkpoint/gguf_file.h"
#include "checkpoint/gguf_model.h"
#include "checkpoint/marian_file.h"
#include "checkpoint/weight_files.h"

namespace sotto::checkpoint {
namespace {

// In order of preference.
constexpr const char* kWeightFiles[] = {"model.safetensors", "model.safetensors.index.json",
                                        "pytorch_model.bin", "pytorch_model.bin.index.json"};

// A folder whose only configuration is in Marian's own file.
Result<ModelFolder> open_marian_folder(const std::filesystem::path& path,
                                       const std::filesystem::path& file) {
  Result<MarianFile> marian = open_marian_file(file);
  if (!marian) return marian.error();
  ModelFolder folder{path, std::move(marian->config), nlohmann::json::object(), marian->weights};
  folder.config["model_type"] = kMarianStudent;
  return folder;
}

// The only GGUF file of a folder, or the first part of it; none: there is none, or a choice.
std::optional<std::filesystem::path> only_gguf(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> found;
  std::error_code failure;
  for (std::filesystem::directory_iterator it(folder, failure), end; !failure && it != end;
       it.increment(failure)) {
    const std::string name = it->path().filename().string();
    const bool is_later_part = name.find("-of-") != name.npos && name.find("-00001-") == name.npos;
    if (is_gguf(it->path()) && !is_later_part) found.push_back(it->path());
  }
  return found.size() == 1 ? std::optional(found.front()) : std::nullopt;
}

}  // namespace

Result<std::filesystem::path> find_weights(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (is_gguf(folder) && std::filesystem::is_regular_file(folder, ignored)) return folder;
  for (const char* name : kWeightFiles) {
    if (std::filesystem::is_regular_file(folder / name, ignored)) return folder / name;
  }
  if (auto marian = find_marian_file(folder)) return marian;
  if (auto gguf = only_gguf(folder)) return *std::move(gguf);
  return Error{Errc::not_found,
               fmt::format("{}: not a model: it has no weights (expected model.safetensors, "
                           "model.safetensors.index.json or pytorch_model.bin)",
                           folder.string())};
}

Result<ModelFolder> open_model_folder(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    return Error{Errc::not_found, fmt::format("{}: there is no such folder", path.string())};
  }
  if (is_gguf(path) && std::filesystem::is_regular_file(path, ignored))
    return open_gguf_model(path);
  if (!std::filesystem::is_directory(path, ignored)) {
    return Error{Errc::bad_format,
                 fmt::format("{}: not a folder, expected the folder of a model, or a GGUF file",
                             path.string())};
  }
  if (!std::filesystem::is_regular_file(path / "config.json", ignored)) {
    if (const auto file = find_marian_file(path)) return open_marian_folder(path, *file);
    if (const auto file = only_gguf(path)) return open_gguf_model(*file);
    return Error{Errc::not_found,
                 fmt::format("{}: not a model: it has no config.json", path.string())};
  }
  Result<nlohmann::json> config = read_json_object(path / "config.json");
  if (!config) return config.error();
  ModelFolder folder{path, *std::move(config), nlohmann::json::object(), nullptr};
  if (std::filesystem::exists(path / "generation_config.json", ignored)) {
    Result<nlohmann::json> generation = read_json_object(path / "generation_config.json");
    if (!generation) return generation.error();
    folder.generation_config = *std::move(generation);
  }
  const Result<std::filesystem::path> file = find_weights(path);
  if (!file) return file.error();
  Result<std::shared_ptr<const Weights>> weights = open_weights(*file);
  if (!weights) return weights.error();
  folder.weights = *std::move(weights);
  return folder;
}

}  // namespace sotto::checkpoint
