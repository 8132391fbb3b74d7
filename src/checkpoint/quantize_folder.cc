#include "checkpoint/quantize_folder.h"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/file.h"
#include "base/json.h"
#include "checkpoint/partial_folder.h"

namespace sotto::checkpoint {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxCardBytes = size_t{1} << 20;
constexpr uintmax_t kMaxCopyBytes = uintmax_t{64} << 20;  // tokenizers of 200 languages have 32 MB

bool matches(const std::string& glob, const std::string& name) {
  return ::fnmatch(glob.c_str(), name.c_str(), 0) == 0;
}

bool is_model(const fs::path& folder) {
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string name = it->path().filename().string();
    if (name == "config.json" || name.ends_with(".safetensors") || name.ends_with(".yaml") ||
        name.ends_with(".yml"))
      return true;
  }
  return false;
}

bool is_copied(const fs::path& file, const std::vector<std::string>& globs) {
  const std::string name = file.filename().string();
  std::error_code ignored;
  if (name == "README.md" || name.ends_with(".index.json") ||
      fs::file_size(file, ignored) > kMaxCopyBytes)
    return false;
  if (name.starts_with("LICENSE") || name.starts_with("LICENCE") || name == "NOTICE") return true;
  return std::ranges::any_of(globs, [&](const std::string& glob) { return matches(glob, name); });
}

Result<void> copy_one(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_directories(to.parent_path(), error);
  // A hub's snapshot is made of links: the file behind one is copied.
  if (!error) fs::copy_file(from, to, error);
  if (!error) return {};
  return Error{Errc::io, fmt::format("{}: cannot be copied to {}: {}", from.string(), to.string(),
                                     error.message())};
}

// Each file with the globs of `keep` that match a tensor of it; the error: one matches none.
Result<std::vector<FileToQuantize>> with_globs(const FolderPlan& plan,
                                               const std::vector<std::string>& keep) {
  std::vector<FileToQuantize> files = plan.files;
  std::vector<std::string> unused = keep;
  for (FileToQuantize& file : files) {
    const std::vector<std::string> names = file.weights->names();
    file.options.keep.clear();
    for (const std::string& glob : keep) {
      const auto is_match = [&](const std::string& name) { return matches(glob, name); };
      if (std::ranges::none_of(names, is_match)) continue;
      file.options.keep.push_back(glob);
      std::erase(unused, glob);
    }
  }
  if (unused.empty()) return files;
  return Error{Errc::bad_argument, fmt::format("--keep {}: no tensor of {} has such a name",
                                               unused[0], plan.source.string())};
}

Result<QuantizeResult> write_weights(std::vector<FileToQuantize> files, const FolderPlan& plan,
                                     const fs::path& folder, size_t all,
                                     const QuantizeOptions& options) {
  QuantizeResult whole;
  for (FileToQuantize& file : files) {
    file.options.progress = [&, before = whole.bytes_before](size_t done, size_t) {
      if (options.progress) options.progress(before + done, all);
    };
    Result<QuantizeResult> made =
        quantize_weights(*file.weights, folder / file.name,
                         {{"format", plan.format}, {"sotto", SOTTO_VERSION}}, file.options);
    if (!made) return made.error();
    whole.bytes_before += made->bytes_before;
    whole.bytes_after += made->bytes_after;
    std::ranges::move(made->tensors, std::back_inserter(whole.tensors));
  }
  return whole;
}

Result<void> write_texts(const FolderPlan& plan, const fs::path& folder, const std::string& name,
                         const QuantizeResult& result, const QuantizeFolderOptions& options) {
  std::map<std::string, std::string> texts = plan.texts;
  texts.insert(options.more_files.begin(), options.more_files.end());
  if (plan.config) texts["config.json"] = plan.config(result);
  const Result<std::string> card = read_file(plan.source / "README.md", kMaxCardBytes);
  texts["README.md"] = model_card(name, card ? *card : std::string(), result, options, plan.card);
  for (const auto& [file, content] : texts)
    if (const auto r = write_file(folder / file, content); !r) return r;
  return {};
}

std::string last_name(const fs::path& path) {
  const fs::path clean = path.lexically_normal();
  return (clean.filename().empty() ? clean.parent_path() : clean).filename().string();
}

}  // namespace

Result<void> check_target(const fs::path& source, const fs::path& target, bool force) {
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

FolderPlan translator_plan(const ModelFolder& source, const QuantizeFolderOptions& options) {
  const bool mlx = (options.weights.scheme.is_affine() || options.weights.embeddings) &&
                   !options.weights.decoder_fc2_by_columns;
  return {.source = source.path,
          .files = {{"model.safetensors", source.weights, options.weights}},
          // Tokenizers and configurations; never weights, code or pickles.
          .copied = {"*.json", "*.model", "*.spm", "*.vocab", "*.txt", "*.tiktoken"},
          .config =
              [config = source.config, options](const QuantizeResult& result) {
                return dumped_sorted(quantized_config(config, result, options), 2) + "\n";
              },
          .format = mlx ? "mlx" : "pt",
          .card = {.use = "sotto translate --model {} --from en --to ja"}};
}

Result<QuantizeResult> quantize_folder(const FolderPlan& plan, const fs::path& target,
                                       const QuantizeFolderOptions& options) {
  if (const auto r = check_target(plan.source, target, options.force); !r) return r.error();
  const auto files = with_globs(plan, options.weights.keep);
  if (!files) return files.error();
  // Before a byte is written: an error of the plan is the user's.
  size_t all = 0;
  for (const FileToQuantize& file : *files) {
    const auto tensors = plan_quantization(*file.weights, file.options);
    if (!tensors) return tensors.error();
    for (const QuantizedTensor& tensor : *tensors) all += tensor.bytes_before;
  }
  Result<PartialFolder> partial = PartialFolder::create(target);
  if (!partial) return partial.error();
  const fs::path folder = partial->path();
  const auto wanted = [&](const fs::path& file) { return is_copied(file, plan.copied); };
  if (const auto r = partial->copy(plan.source, wanted); !r) return r.error();
  for (const auto& [from, to] : plan.more_copied)
    if (const auto r = copy_one(from, folder / to); !r) return r.error();
  Result<QuantizeResult> result = write_weights(*files, plan, folder, all, options.weights);
  if (!result) return result.error();
  const auto written = write_texts(plan, folder, last_name(target), *result, options);
  if (!written) return written.error();
  if (const auto r = partial->commit(options.force); !r) return r.error();
  return result;
}

}  // namespace sotto::checkpoint
