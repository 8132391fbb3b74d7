// Places of models: the user's, those that ship with sotto, and the hub's cache.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/paths.h"
#include "base/program.h"
#include "checkpoint/gguf_file.h"
#include "checkpoint/hub_cache.h"
#include "checkpoint/model_folder.h"
#include "checkpoint/partial_folder.h"

namespace sotto::checkpoint {
namespace {

namespace fs = std::filesystem;

bool is_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

// Folders of shipped models: those of the host, else near the program or the library: in the build
// tree, beside it (a Python package), or below the prefix of bin/, lib/ and lib/x86_64-linux-gnu/.
std::vector<fs::path> shipped_folders() {
  if (const fs::path given = folders().models; !given.empty()) return {given};
  const fs::path own = own_file().parent_path();
  if (own.empty()) return {};
  std::vector<fs::path> folders;
  for (const char* folder : {"../../models", "share/sotto/models", "../share/sotto/models",
                             "../../share/sotto/models"}) {
    fs::path place = (own / folder).lexically_normal();
    if (is_folder(place)) folders.push_back(std::move(place));
  }
  return folders;
}

std::vector<fs::path> named_folders() {
  std::vector<fs::path> folders = {data_folder() / "models"};
  for (fs::path& folder : shipped_folders()) folders.push_back(std::move(folder));
  return folders;
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

}  // namespace

Result<fs::path> find_folder(const std::string& name) {
  if (name.empty() || name.find('\0') != std::string::npos) {
    return Error{Errc::bad_argument,
                 "a model name is empty, expected a name, a folder or a hub id"};
  }
  if (is_folder(name)) return fs::path(name);
  std::error_code ignored;
  if (is_gguf(name) && fs::is_regular_file(name, ignored)) return fs::path(name);
  if (fs::exists(name, ignored)) {
    return Error{
        Errc::bad_argument,
        fmt::format("{}: not a folder, expected the folder of a model or a GGUF file", name)};
  }
  if (is_hub_id(name)) return find_snapshot(name);
  if (!is_plain_name(name)) {
    return Error{Errc::not_found, fmt::format("{}: there is no such folder", name)};
  }
  std::string places;
  for (const fs::path& folder : named_folders()) {
    if (is_folder(folder / name)) return folder / name;
    places += (places.empty() ? "" : ", ") + folder.string();
  }
  return Error{Errc::not_found, fmt::format("no model \"{}\": it is not in {}", name, places)};
}

std::vector<NamedFolder> model_folders() {
  std::vector<NamedFolder> folders;
  std::set<std::string> seen;
  for (const fs::path& place : named_folders()) {
    for (const std::string& name : entries(place)) {
      if (PartialFolder::is_name(name)) continue;
      // The first of a name is the one that find_folder takes.
      if (is_plain_name(name) && is_folder(place / name) && seen.insert(name).second)
        folders.push_back({name, place / name});
    }
  }
  for (const std::string& id : hub_repositories()) {
    if (const Result<fs::path> snapshot = find_snapshot(id)) folders.push_back({id, *snapshot});
  }
  return folders;
}

}  // namespace sotto::checkpoint
