#include "cli/install_model.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/paths.h"
#include "base/thread_pool.h"
#include "checkpoint/hub_cache.h"
#include "models/kinds.h"
#include "terminal/static_scheme.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;
using terminal::static_convolutions;
using terminal::static_scheme;

Result<void> link(const fs::path& target, const fs::path& snapshot) {
  std::error_code error;
  fs::remove_all(target, error);
  fs::create_directory_symlink(fs::absolute(snapshot, error), target, error);
  if (!error) return {};
  return Error{Errc::io, fmt::format("{}: cannot be made: {}", target.string(), error.message())};
}

// A folder with smaller weights, and what was pulled beside them.
Result<void> quantize(const Installation& wanted, const fs::path& source) {
  const auto kind = models::known_kind(source);
  if (!kind) return kind.error();
  std::error_code ignored;
  if (fs::is_symlink(wanted.target, ignored)) fs::remove(wanted.target, ignored);
  ThreadPool pool(default_threads());
  models::QuantizationOptions options;
  checkpoint::QuantizeFolderOptions& folder = options.folder;
  folder.weights.scheme = *wanted.scheme;
  folder.weights.pool = &pool;
  folder.weights.stop = wanted.stop;
  folder.weights.progress = wanted.progress;
  folder.source_name = wanted.model.id;
  folder.more_files[PulledModel::kFile] = wanted.model.json();
  folder.force = true;
  if (const auto with_static = static_scheme(wanted.model.scheme)) {
    auto made = static_convolutions(*with_static, "", 0);
    if (!made) return made.error();
    options.convolutions = *std::move(made);
  }
  const auto made = models::quantize(**kind, source, wanted.target, options);
  return made ? Result<void>() : made.error();
}

Result<void> write_yaml(const Installation& wanted) {
  std::error_code error;
  fs::create_directories(wanted.target, error);
  const auto yaml = write_file(wanted.target / wanted.yaml_name, wanted.yaml);
  return yaml ? write_file(wanted.target / PulledModel::kFile, wanted.model.json()) : yaml;
}

// The yaml lies beside no weights: it names those in the hub's cache, of which smaller ones are
// made.
Result<void> quantize_voice(const Installation& wanted) {
  const fs::path yaml = cache_folder() / "released" / wanted.yaml_name;
  std::error_code ignored;
  fs::create_directories(yaml.parent_path(), ignored);
  if (const auto written = write_file(yaml, wanted.yaml); !written) return written;
  return quantize(wanted, yaml);
}

// Whether it is a link to a snapshot of the repository, and which.
std::optional<fs::path> linked_snapshot(const Installation& wanted) {
  std::error_code error;
  const fs::path to = fs::read_symlink(wanted.target, error);
  if (error || to.parent_path() !=
                   fs::absolute(checkpoint::hub_folder(wanted.model.id), error) / "snapshots")
    return std::nullopt;
  return to;
}

}  // namespace

Result<void> check_target(const Installation& wanted) {
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(wanted.target, ignored))) return {};
  const auto pulled = read_pulled(wanted.target);
  if (linked_snapshot(wanted) || (pulled && pulled->id == wanted.model.id)) return {};
  return Error{
      Errc::bad_argument,
      fmt::format("{}: is there and is not what `sotto pull` made of {}; --name gives this "
                  "one another name",
                  wanted.target.string(), wanted.model.id)};
}

bool is_installed(const Installation& wanted, const fs::path& snapshot) {
  std::error_code ignored;
  if (!wanted.scheme && wanted.yaml.empty())
    return linked_snapshot(wanted) == fs::absolute(snapshot, ignored);
  return read_pulled(wanted.target) == wanted.model;
}

Result<void> install(const Installation& wanted, const fs::path& snapshot) {
  std::error_code ignored;
  fs::create_directories(wanted.target.parent_path(), ignored);
  if (!wanted.yaml.empty()) return wanted.scheme ? quantize_voice(wanted) : write_yaml(wanted);
  return wanted.scheme ? quantize(wanted, snapshot) : link(wanted.target, snapshot);
}

}  // namespace sotto::cli
