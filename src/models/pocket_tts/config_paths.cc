// Places of the files of a Pocket TTS model.
#include <fmt/format.h>

#include <algorithm>

#include "base/log.h"
#include "checkpoint/hub_cache.h"
#include "checkpoint/model_folder.h"
#include "models/known_models.h"
#include "models/pocket_tts/config.h"

namespace sotto::models::pocket_tts {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHub = "hf://";

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

bool is_yaml(const fs::path& path) {
  return path.extension() == ".yaml" || path.extension() == ".yml";
}

struct HubPath {
  std::string id, file, revision;
};

// "hf://OWNER/REPOSITORY/FILE[@REVISION]"
HubPath split_hub_path(std::string_view path) {
  path.remove_prefix(kHub.size());
  HubPath parts;
  if (const size_t at = path.find('@'); at != path.npos) {
    parts.revision = path.substr(at + 1);
    path = path.substr(0, at);
  }
  const size_t slash = path.find('/', std::min(path.find('/'), path.size() - 1) + 1);
  parts.id = path.substr(0, slash);
  if (slash != path.npos) parts.file = path.substr(slash + 1);
  return parts;
}

// A file that was downloaded by hand lies beside the yaml, under its own name.
Result<fs::path> resolve_hub(const Config& config, const std::string& path) {
  const HubPath parts = split_hub_path(path);
  const fs::path beside = config.file.parent_path() / fs::path(parts.file).filename();
  if (beside.has_filename() && is_file(beside)) return beside;
  Result<fs::path> found = checkpoint::find_hub_file(parts.id, parts.file, parts.revision);
  if (found) return found;
  return Error{found.error().code, fmt::format("{}: {}, nor beside it as {}", config.file.string(),
                                               found.error().message, beside.filename().string())};
}

}  // namespace

Result<fs::path> find_config(const std::string& model) {
  if (is_yaml(model) && is_file(model)) return fs::path(model);
  const Result<fs::path> folder = models::find_model(model);
  if (!folder) return folder.error();
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator it(*folder, error), end; !error && it != end; it.increment(error))
    if (is_yaml(it->path()) && is_file(it->path())) found.push_back(it->path());
  std::sort(found.begin(), found.end());
  if (found.size() == 1) return found.front();
  for (const fs::path& file : found)
    if (file.stem() == folder->filename() || file.stem() == "config") return file;
  return Error{Errc::not_found,
               fmt::format("{}: has {} yaml files, expected one, that of a Pocket TTS model",
                           folder->string(), found.size())};
}

Result<fs::path> resolve(const Config& config, const std::string& path) {
  if (path.starts_with(kHub)) return resolve_hub(config, path);
  if (fs::path(path).is_absolute()) {
    if (is_file(path)) return fs::path(path);
  } else {
    const fs::path folder = config.file.parent_path();
    for (const fs::path& from : {folder, folder / "..", fs::path()})
      if (is_file(from / path)) return (from / path).lexically_normal();
  }
  return Error{Errc::not_found,
               fmt::format("{}: the file {} that it names is neither in its folder, nor in the one "
                           "above, nor in the working directory",
                           config.file.string(), path)};
}

Result<WeightPaths> find_weight_files(const Config& config) {
  WeightPaths paths;
  const auto find = [&](const std::string& path, fs::path& found) -> Result<void> {
    const Result<fs::path> file = resolve(config, path);
    if (!file) return file.error();
    found = *file;
    return {};
  };
  if (!config.mimi.weights_path.empty()) {
    const Result<void> mimi = find(config.mimi.weights_path, paths.mimi);
    if (!mimi) return mimi.error();
  }
  std::optional<Error> missing;
  if (!config.weights_path.empty()) {
    const Result<void> model = find(config.weights_path, paths.model);
    if (model) return paths;
    missing = model.error();
  }
  if (!config.weights_path_without_voice_cloning.empty()) {
    const Result<void> model = find(config.weights_path_without_voice_cloning, paths.model);
    if (model) {
      if (missing) log::info("{}; the weights without voice cloning are used", missing->message);
      paths.voice_cloning = false;
      return paths;
    }
    if (!missing) missing = model.error();
  }
  if (missing) return *missing;
  if (config.flow_lm.weights_path.empty() || config.mimi.weights_path.empty())
    return Error{Errc::bad_format,
                 fmt::format("{}: has no weights_path, neither its own nor flow_lm's and mimi's",
                             config.file.string())};
  const Result<void> flow_lm = find(config.flow_lm.weights_path, paths.flow_lm);
  if (!flow_lm) return flow_lm.error();
  return paths;
}

std::vector<fs::path> voice_folders(const Config& config, const WeightPaths& files) {
  const fs::path beside = config.file.parent_path();
  const fs::path& weights = files.model.empty() ? files.flow_lm : files.model;
  return {weights.parent_path() / kVoiceFolder, beside / kVoiceFolder, beside / "voices"};
}

}  // namespace sotto::models::pocket_tts
