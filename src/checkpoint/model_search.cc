// Where models are: the user's, those that ship with sotto, and the hub's cache.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <set>

#include "base/file.h"
#include "base/paths.h"
#include "checkpoint/model_folder.h"
#include "checkpoint/printable.h"
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

namespace sotto::checkpoint {
namespace {

namespace fs = std::filesystem;

struct Alias {
  std::string_view name, hub_id;
};

constexpr Alias kAliases[] = {
    {"nllb-600m", "facebook/nllb-200-distilled-600M"},
    {"nllb-1.3b", "facebook/nllb-200-distilled-1.3B"},
};

fs::path program_folder() {
  std::error_code ignored;
#ifdef __APPLE__
  char path[4096];
  uint32_t size = sizeof path;
  if (_NSGetExecutablePath(path, &size) != 0) return {};
  return fs::weakly_canonical(path, ignored).parent_path();
#else
  return fs::read_symlink("/proc/self/exe", ignored).parent_path();
#endif
}

std::optional<std::string> variable(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

// $SOTTO_MODELS_DIR, else beside the program: in the build tree, or installed.
std::vector<fs::path> shipped_folders() {
  if (const auto given = variable("SOTTO_MODELS_DIR")) return {*given};
  const fs::path program = program_folder();
  if (program.empty()) return {};
  return {(program / "../../models").lexically_normal(),
          (program / "../share/sotto/models").lexically_normal()};
}

std::vector<fs::path> named_folders() {
  std::vector<fs::path> folders = {data_folder() / "models"};
  for (fs::path& folder : shipped_folders()) folders.push_back(std::move(folder));
  return folders;
}

// The rules of the hub's own library (huggingface_hub, constants.py).
fs::path hub_cache() {
  if (const auto cache = variable("HF_HUB_CACHE")) return *cache;
  if (const auto cache = variable("HUGGINGFACE_HUB_CACHE")) return *cache;
  if (const auto home = variable("HF_HOME")) return fs::path(*home) / "hub";
  if (const auto cache = variable("XDG_CACHE_HOME")) return fs::path(*cache) / "huggingface/hub";
  return fs::path(variable("HOME").value_or("/")) / ".cache/huggingface/hub";
}

bool is_plain_name(std::string_view name) {
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-';
  };
  return !name.empty() && name[0] != '.' && std::all_of(name.begin(), name.end(), plain);
}

bool is_hub_id(std::string_view name) {
  const size_t slash = name.find('/');
  return slash != std::string_view::npos && is_plain_name(name.substr(0, slash)) &&
         is_plain_name(name.substr(slash + 1));
}

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

// models--org--name/snapshots/<the hash in refs/main>
Result<fs::path> find_snapshot(const fs::path& repository, const std::string& branch = "main") {
  const fs::path ref_file = repository / "refs" / branch;
  const Result<std::string> ref = read_file(ref_file, 256);
  if (!ref) return ref.error();
  const std::string hash = ref->substr(0, ref->find_first_of(" \t\r\n"));
  if (!is_plain_name(hash)) {
    return Error{Errc::bad_format,
                 fmt::format("{}: \"{}\" is no snapshot name", ref_file.string(), printable(hash))};
  }
  const fs::path snapshot = repository / "snapshots" / hash;
  if (!is_folder(snapshot)) {
    return Error{Errc::not_found, fmt::format("{}: the snapshot that refs/{} names is not there",
                                              snapshot.string(), branch)};
  }
  return snapshot;
}

fs::path hub_folder(const std::string& id) {
  const size_t slash = id.find('/');
  return hub_cache() / fmt::format("models--{}--{}", id.substr(0, slash), id.substr(slash + 1));
}

// A path inside a repository: plain names, no way out.
bool is_inner_path(const std::string& path) {
  if (path.empty() || fs::path(path).is_absolute()) return false;
  for (const fs::path& part : fs::path(path))
    if (!is_plain_name(part.string())) return false;
  return true;
}

Result<fs::path> find_in_hub(const std::string& id) {
  const fs::path repository = hub_folder(id);
  if (!is_folder(repository)) {
    return Error{Errc::not_found,
                 fmt::format("no model \"{}\": there is no {}", id, repository.string())};
  }
  return find_snapshot(repository);
}

bool has_model(const fs::path& folder) {
  std::error_code ignored;
  return fs::is_regular_file(folder / "config.json", ignored) && find_weights(folder);
}

// The names in a folder, in order; none when it cannot be read.
std::vector<std::string> entries(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    names.push_back(it->path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// "models--org--name" is "org/name".
std::optional<std::string> hub_id_of(std::string_view folder) {
  constexpr std::string_view kPrefix = "models--";
  if (!folder.starts_with(kPrefix)) return std::nullopt;
  folder.remove_prefix(kPrefix.size());
  const size_t dashes = folder.find("--");
  if (dashes == std::string_view::npos) return std::nullopt;
  std::string id = fmt::format("{}/{}", folder.substr(0, dashes), folder.substr(dashes + 2));
  return is_hub_id(id) ? std::optional(id) : std::nullopt;
}

}  // namespace

Result<fs::path> find_model(const std::string& name) {
  if (name.empty() || name.find('\0') != std::string::npos) {
    return Error{Errc::bad_argument,
                 "a model name is empty, expected a name, a folder or a hub id"};
  }
  if (is_folder(name)) return fs::path(name);
  std::error_code ignored;
  if (fs::exists(name, ignored)) {
    return Error{Errc::bad_argument,
                 fmt::format("{}: not a folder, expected the folder of a model", name)};
  }
  if (is_hub_id(name)) return find_in_hub(name);
  if (!is_plain_name(name)) {
    return Error{Errc::not_found, fmt::format("{}: there is no such folder", name)};
  }
  std::string places;
  for (const fs::path& folder : named_folders()) {
    if (is_folder(folder / name)) return folder / name;
    places += (places.empty() ? "" : ", ") + folder.string();
  }
  for (const Alias& alias : kAliases) {
    if (alias.name != name) continue;
    Result<fs::path> found = find_in_hub(std::string(alias.hub_id));
    if (found) return found;
    return Error{found.error().code, fmt::format("no model \"{}\": it is not in {}; {}", name,
                                                 places, found.error().message)};
  }
  return Error{Errc::not_found, fmt::format("no model \"{}\": it is not in {}", name, places)};
}

Result<fs::path> find_hub_file(const std::string& id, const std::string& file,
                               const std::string& revision) {
  if (!is_hub_id(id) || !is_inner_path(file) || (!revision.empty() && !is_plain_name(revision))) {
    return Error{Errc::bad_argument,
                 fmt::format("\"{}\" of \"{}\" at \"{}\": is no file of a hub's repository",
                             printable(file), printable(id), printable(revision))};
  }
  const fs::path repository = hub_folder(id);
  std::vector<fs::path> snapshots;
  if (!revision.empty()) {
    snapshots.push_back(repository / "snapshots" / revision);
    if (const auto branch = find_snapshot(repository, revision)) snapshots.push_back(*branch);
  }
  if (const auto main = find_snapshot(repository)) snapshots.push_back(*main);
  std::error_code ignored;
  for (const fs::path& snapshot : snapshots)
    if (fs::is_regular_file(snapshot / file, ignored)) return snapshot / file;
  return Error{Errc::not_found, fmt::format("{} of {} is not in the hub's cache, {}", file, id,
                                            repository.string())};
}

std::vector<FoundModel> installed_models() {
  std::vector<FoundModel> models;
  std::set<std::string> seen;
  for (const fs::path& folder : named_folders()) {
    for (const std::string& name : entries(folder)) {
      // The first of a name is the one that find_model takes.
      if (has_model(folder / name) && seen.insert(name).second)
        models.push_back({name, folder / name});
    }
  }
  for (const std::string& entry : entries(hub_cache())) {
    const std::optional<std::string> id = hub_id_of(entry);
    if (!id) continue;
    const Result<fs::path> snapshot = find_in_hub(*id);
    if (snapshot && has_model(*snapshot)) models.push_back({*id, *snapshot});
  }
  return models;
}

}  // namespace sotto::checkpoint
