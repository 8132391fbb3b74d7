#include "cli/install_model.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/thread_pool.h"
#include "checkpoint/hub_cache.h"
#include "checkpoint/quantize_folder.h"

namespace sotto::cli {
namespace {

namespace fs = std::filesystem;

Result<void> link(const fs::path& target, const fs::path& snapshot) {
  std::error_code error;
  fs::create_directories(target.parent_path(), error);
  fs::remove_all(target, error);
  fs::create_directory_symlink(fs::absolute(snapshot, error), target, error);
  if (!error) return {};
  return Error{Errc::io, fmt::format("{}: cannot be made: {}", target.string(), error.message())};
}

Result<void> quantize(const Installation& wanted, const fs::path& snapshot) {
  const auto folder = checkpoint::open_model_folder(snapshot);
  if (!folder) return folder.error();
  std::error_code ignored;
  fs::create_directories(wanted.target.parent_path(), ignored);
  if (fs::is_symlink(wanted.target, ignored)) fs::remove(wanted.target, ignored);
  ThreadPool pool(default_threads());
  checkpoint::QuantizeFolderOptions options;
  options.weights.scheme = *wanted.scheme;
  options.weights.pool = &pool;
  options.weights.stop = wanted.stop;
  options.weights.progress = wanted.progress;
  options.source_name = wanted.model.id;
  options.more_files[PulledModel::kFile] = wanted.model.json();
  options.force = true;
  const auto made = checkpoint::quantize_folder(*folder, wanted.target, options);
  return made ? Result<void>() : made.error();
}

Result<void> write_yaml(const Installation& wanted) {
  std::error_code error;
  fs::create_directories(wanted.target, error);
  const auto yaml = write_file(wanted.target / wanted.yaml_name, wanted.yaml);
  return yaml ? write_file(wanted.target / PulledModel::kFile, wanted.model.json()) : yaml;
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
  if (!wanted.yaml.empty()) return write_yaml(wanted);
  return wanted.scheme ? quantize(wanted, snapshot) : link(wanted.target, snapshot);
}

}  // namespace sotto::cli
