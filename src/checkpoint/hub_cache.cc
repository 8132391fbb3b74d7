#include "checkpoint/hub_cache.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "base/environment.h"
#include "base/file.h"
#include "checkpoint/printable.h"

namespace sotto::checkpoint {
namespace {

namespace fs = std::filesystem;

// "models--org--name" is "org/name".
std::optional<std::string> id_of(std::string_view folder) {
  constexpr std::string_view kPrefix = "models--";
  if (!folder.starts_with(kPrefix)) return std::nullopt;
  folder.remove_prefix(kPrefix.size());
  const size_t dashes = folder.find("--");
  if (dashes == std::string_view::npos) return std::nullopt;
  std::string id = fmt::format("{}/{}", folder.substr(0, dashes), folder.substr(dashes + 2));
  return is_hub_id(id) ? std::optional(id) : std::nullopt;
}

}  // namespace

fs::path hub_home() {
  if (const auto home = variable("HF_HOME")) return *home;
  if (const auto cache = variable("XDG_CACHE_HOME")) return fs::path(*cache) / "huggingface";
  return fs::path(variable("HOME").value_or("/")) / ".cache/huggingface";
}

fs::path hub_cache() {
  if (const auto cache = variable("HF_HUB_CACHE")) return *cache;
  if (const auto cache = variable("HUGGINGFACE_HUB_CACHE")) return *cache;
  return hub_home() / "hub";
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

bool is_inner_path(const std::string& path) {
  if (path.empty() || fs::path(path).is_absolute()) return false;
  for (const fs::path& part : fs::path(path))
    if (!is_plain_name(part.string())) return false;
  return true;
}

fs::path hub_folder(std::string_view id) {
  const size_t slash = id.find('/');
  return hub_cache() / fmt::format("models--{}--{}", id.substr(0, slash), id.substr(slash + 1));
}

Result<fs::path> find_snapshot(const std::string& id, const std::string& branch) {
  std::error_code ignored;
  const fs::path repository = hub_folder(id);
  if (!fs::is_directory(repository, ignored)) {
    return Error{Errc::not_found,
                 fmt::format("no model \"{}\": there is no {}", id, repository.string())};
  }
  const fs::path ref_file = repository / "refs" / branch;
  const Result<std::string> ref = read_file(ref_file, 256);
  if (!ref) return ref.error();
  const std::string hash = ref->substr(0, ref->find_first_of(" \t\r\n"));
  if (!is_plain_name(hash)) {
    return Error{Errc::bad_format,
                 fmt::format("{}: \"{}\" is no snapshot name", ref_file.string(), printable(hash))};
  }
  const fs::path snapshot = repository / "snapshots" / hash;
  if (!fs::is_directory(snapshot, ignored)) {
    return Error{Errc::not_found, fmt::format("{}: the snapshot that refs/{} names is not there",
                                              snapshot.string(), branch)};
  }
  return snapshot;
}

Result<fs::path> find_hub_file(const std::string& id, const std::string& file,
                               const std::string& revision) {
  if (!is_hub_id(id) || !is_inner_path(file) || (!revision.empty() && !is_plain_name(revision))) {
    return Error{Errc::bad_argument,
                 fmt::format("\"{}\" of \"{}\" at \"{}\": is no file of a hub's repository",
                             printable(file), printable(id), printable(revision))};
  }
  std::vector<fs::path> snapshots;
  if (!revision.empty()) {
    snapshots.push_back(hub_folder(id) / "snapshots" / revision);
    if (const auto branch = find_snapshot(id, revision)) snapshots.push_back(*branch);
  }
  if (const auto main = find_snapshot(id)) snapshots.push_back(*main);
  std::error_code ignored;
  for (const fs::path& snapshot : snapshots)
    if (fs::is_regular_file(snapshot / file, ignored)) return snapshot / file;
  return Error{Errc::not_found, fmt::format("{} of {} is not in the hub's cache, {}", file, id,
                                            hub_folder(id).string())};
}

std::vector<std::string> hub_repositories() {
  std::vector<std::string> ids;
  std::error_code error;
  for (fs::directory_iterator it(hub_cache(), error), end; !error && it != end;
       it.increment(error)) {
    if (const auto id = id_of(it->path().filename().string())) ids.push_back(*id);
  }
  std::sort(ids.begin(), ids.end());
  return ids;
}

}  // namespace sotto::checkpoint
