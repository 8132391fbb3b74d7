#include "cli/install_model.h"

#include <fmt/format.h>

#include "base/file.h"
#include "base/paths.h"
#include "base/thread_pool.h"
#include "checkpoint/hub_cache.h"
#include "checkpoint/quantize_folder.h"
#include "models/pocket_tts/quantize_model.h"
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

checkpoint::QuantizeFolderOptions options_of(const Installation& wanted, ThreadPool& pool) {
  checkpoint::QuantizeFolderOptions options;
  options.weights.scheme = *wanted.scheme;
  options.weights.pool = &pool;
  options.weights.stop = wanted.stop;
  options.weights.progress = wanted.progress;
  options.source_name = wanted.model.id;
  options.force = true;
  return options;
}

Result<void> quantize(const Installation& wanted, const fs::path& snapshot) {
  const auto folder = checkpoint::open_model_folder(snapshot);
  if (!folder) return folder.error();
  std::error_code ignored;
  if (fs::is_symlink(wanted.target, ignored)) fs::remove(wanted.target, ignored);
  ThreadPool pool(default_threads());
  checkpoint::QuantizeFolderOptions options = options_of(wanted, pool);
  options.more_files[PulledModel::kFile] = wanted.model.json();
  const auto made = checkpoint::quantize_folder(*folder, wanted.target, options);
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
  const auto config = models::pocket_tts::read_config(yaml);
  if (!config) return config.error();
  std::optional<models::pocket_tts::StaticConvolutions> convolutions;
  if (const auto with_static = static_scheme(wanted.model.scheme)) {
    auto made = static_convolutions(*with_static, "", 0);
    if (!made) return made.error();
    convolutions = *std::move(made);
  }
  ThreadPool pool(default_threads());
  const auto made = models::pocket_tts::quantize_model(*config, wanted.target,
                                                       options_of(wanted, pool), convolutions);
  if (!made) return made.error();
  return write_file(wanted.target / PulledModel::kFile, wanted.model.json());
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
