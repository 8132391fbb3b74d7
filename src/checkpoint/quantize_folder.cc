#include "checkpoint/quantize_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/file.h"
#include "checkpoint/model_card.h"
#include "checkpoint/partial_folder.h"

namespace sotto::checkpoint {
namespace {

namespace fs = std::filesystem;

constexpr const char* kWeightFile = "model.safetensors";
constexpr size_t kMaxCardBytes = size_t{1} << 20;
constexpr uintmax_t kMaxCopyBytes = uintmax_t{64} << 20;  // tokenizers of 200 languages have 32 MB

// Tokenizers, configs and licences; never weights, code or pickles.
bool is_copied(const fs::path& path) {
  const std::string name = path.filename().string();
  if (name == "config.json" || name == "README.md" || name.ends_with(".index.json")) return false;
  if (name.starts_with("LICENSE") || name.starts_with("LICENCE") || name == "NOTICE") return true;
  constexpr std::array<std::string_view, 6> kKinds = {".json",  ".model", ".spm",
                                                      ".vocab", ".txt",   ".tiktoken"};
  return std::find(kKinds.begin(), kKinds.end(), path.extension().string()) != kKinds.end();
}

Result<void> copy_files(const fs::path& from, const fs::path& to) {
  std::error_code error;
  for (fs::directory_iterator it(from, error), end; !error && it != end; it.increment(error)) {
    std::error_code ignored;
    if (!is_copied(it->path()) || !it->is_regular_file(ignored)) continue;
    if (fs::file_size(it->path(), ignored) > kMaxCopyBytes) continue;
    // A hub's snapshot is made of links: the file behind one is copied.
    fs::copy_file(it->path(), to / it->path().filename(), error);
    if (error) break;
  }
  if (!error) return {};
  return Error{Errc::io, fmt::format("{}: its files cannot be copied to {}: {}", from.string(),
                                     to.string(), error.message())};
}

std::map<std::string, std::string> metadata_of(const QuantizeFolderOptions& options) {
  const bool mlx = (options.weights.scheme.is_affine() || options.weights.embeddings) &&
                   !options.weights.decoder_fc2_by_columns;
  return {{"format", mlx ? "mlx" : "pt"}, {"sotto", SOTTO_VERSION}};
}

std::string last_name(const fs::path& path) {
  const fs::path clean = path.lexically_normal();
  return (clean.filename().empty() ? clean.parent_path() : clean).filename().string();
}

}  // namespace

Result<void> check_target(const fs::path& source, const fs::path& target, bool force,
                          const std::function<bool(const fs::path&)>& is_model) {
  std::error_code ignored;
  const auto error = [&](Errc code, std::string_view what) {
    return Error{code, fmt::format("{}: {}", target.string(), what)};
  };
  if (!fs::exists(fs::symlink_status(target, ignored))) {
    const fs::path parent = fs::absolute(target / "..", ignored).lexically_normal();
    if (fs::is_directory(parent, ignored)) return {};
    return error(Errc::not_found, "its parent folder does not exist");
  }
  if (fs::equivalent(source, target, ignored)) {
    return error(Errc::bad_argument, "the source itself, expected another folder");
  }
  if (!force) return error(Errc::bad_argument, "is there already; --force replaces it");
  if (fs::is_symlink(target, ignored) || !fs::is_directory(target, ignored) ||
      (!fs::is_empty(target, ignored) && !is_model(target))) {
    return error(Errc::bad_argument, "not a model folder, which is all that --force replaces");
  }
  return {};
}

bool has_relu(const ModelFolder& folder) {
  const auto activation = folder.config.find("activation_function");
  return activation != folder.config.end() && *activation == "relu";
}

Result<QuantizeResult> quantize_folder(const ModelFolder& source, const fs::path& target,
                                       const QuantizeFolderOptions& options) {
  const auto is_model = [](const fs::path& path) {
    std::error_code ignored;
    return fs::exists(path / "config.json", ignored);
  };
  if (const auto r = check_target(source.path, target, options.force, is_model); !r)
    return r.error();
  // Before a byte is written: an error of the plan is the user's.
  if (const auto plan = plan_quantization(*source.weights, options.weights); !plan) {
    return plan.error();
  }
  Result<PartialFolder> partial = PartialFolder::create(target);
  if (!partial) return partial.error();
  const fs::path folder = partial->path();
  if (const Result<void> r = copy_files(source.path, folder); !r) return r.error();
  Result<QuantizeResult> result = quantize_weights(*source.weights, folder / kWeightFile,
                                                   metadata_of(options), options.weights);
  if (!result) return result.error();
  const nlohmann::json config = quantized_config(source.config, *result, options);
  const auto replace = nlohmann::json::error_handler_t::replace;
  if (const auto r = write_file(folder / "config.json", config.dump(2, ' ', false, replace) + "\n");
      !r) {
    return r.error();
  }
  for (const auto& [name, content] : options.more_files) {
    if (const auto r = write_file(folder / name, content); !r) return r.error();
  }
  const Result<std::string> card = read_file(source.path / "README.md", kMaxCardBytes);
  const std::string text =
      model_card(last_name(target), card ? *card : std::string(), *result, options);
  if (const auto r = write_file(folder / "README.md", text); !r) return r.error();
  if (const auto r = partial->commit(options.force); !r) return r.error();
  return result;
}

}  // namespace sotto::checkpoint
