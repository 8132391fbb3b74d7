#include "checkpoint/quantized_cache.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "base/fnv.h"
#include "base/log.h"
#include "base/paths.h"
#include "base/thread_pool.h"
#include "checkpoint/partial_folder.h"
#include "checkpoint/quantize_folder.h"
#include "checkpoint/safetensors.h"

namespace sotto::checkpoint {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKey = "sotto_cache_key";
constexpr int kFormat = 2;  // goes up when the numbers or the layout of an entry change

fs::path whole_path(const fs::path& folder) {
  std::error_code error;
  fs::path path = fs::canonical(folder, error);
  return error ? fs::absolute(folder, error) : path;
}

// Everything that the entry depends on: scheme, version, and size and time of the files that may
// hold weights.
std::string key_of(const fs::path& folder, const quant::Scheme& scheme) {
  std::vector<std::string> files;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    const std::string kind = it->path().extension().string();
    if (kind != ".safetensors" && kind != ".bin" && kind != ".json") continue;
    std::error_code ignored;
    files.push_back(
        fmt::format("{} {} {}", it->path().filename().string(), fs::file_size(it->path(), ignored),
                    fs::last_write_time(it->path(), ignored).time_since_epoch().count()));
  }
  std::sort(files.begin(), files.end());
  return fmt::format("{}\n{}\n{} {}\n{}", whole_path(folder).string(), quant::name_of(scheme),
                     SOTTO_VERSION, kFormat, fmt::join(files, "\n"));
}

// The defaults of `sotto quantize`.
QuantizeOptions options_of(const quant::Scheme& scheme) {
  QuantizeOptions options;
  options.scheme = scheme;
  return options;
}

bool would_change(const ModelFolder& folder, const quant::Scheme& scheme) {
  if (scheme.kind == quant::Scheme::Kind::f32) return false;
  const auto plan = plan_quantization(*folder.weights, options_of(scheme));
  return plan && std::any_of(plan->begin(), plan->end(),
                             [](const QuantizedTensor& t) { return t.scheme.has_value(); });
}

// None: there is no entry for that key. An error: there is one that cannot be read.
Result<std::shared_ptr<const Weights>> open_entry(const fs::path& file, const std::string& key) {
  const auto metadata = safetensors_metadata(file);
  if (!metadata) return metadata.error();
  const auto it = metadata->find(kKey);
  if (it == metadata->end() || it->second != key) return std::shared_ptr<const Weights>();
  return open_safetensors(file);
}

Result<void> make_entry(const ModelFolder& source, const fs::path& entry, const std::string& key,
                        const quant::Scheme& scheme, int threads) {
  std::error_code error;
  fs::create_directories(entry.parent_path(), error);
  if (error) {
    return Error{Errc::io, fmt::format("{}: cannot be made: {}", entry.parent_path().string(),
                                       error.message())};
  }
  Result<PartialFolder> partial = PartialFolder::create(entry);
  if (!partial) return partial.error();
  ThreadPool pool(threads > 0 ? threads : default_threads());
  QuantizeOptions options = options_of(scheme);
  options.pool = &pool;
  const auto written = quantize_weights(*source.weights, partial->path() / "model.safetensors",
                                        {{kKey, key}}, options);
  if (!written) return written.error();
  return partial->commit(/*replace=*/true);
}

}  // namespace

fs::path quantized_cache_entry(const fs::path& folder, const quant::Scheme& scheme) {
  const fs::path path = whole_path(folder);
  std::string scheme_name = quant::name_of(scheme);
  std::replace(scheme_name.begin(), scheme_name.end(), ':', '-');
  return cache_folder() / "quantized" /
         fmt::format("{}-{:016x}-{}", path.filename().string(), fnv1a(path.string()), scheme_name);
}

void use_quantized_cache(ModelFolder& folder, const quant::Scheme& scheme, int threads) {
  if (folder.gguf || !cache_enabled() || !would_change(folder, scheme)) return;
  const fs::path entry = quantized_cache_entry(folder.path, scheme);
  const fs::path file = entry / "model.safetensors";
  const std::string key = key_of(folder.path, scheme);
  std::error_code ignored;
  bool warned = false;
  if (fs::exists(file, ignored)) {
    auto weights = open_entry(file, key);
    if (weights && *weights != nullptr) {
      folder.weights = *std::move(weights);
      return;
    }
    if (!weights) {
      log::warn("{}; it is made anew", weights.error().message);
      warned = true;
    }
  }
  Result<void> made = make_entry(folder, entry, key, scheme, threads);
  Result<std::shared_ptr<const Weights>> weights =
      made ? open_entry(file, key) : Result<std::shared_ptr<const Weights>>(made.error());
  if (weights && *weights != nullptr) {
    folder.weights = *std::move(weights);
  } else if (!warned) {
    log::warn("quantized weights are not kept for the next start (SOTTO_CACHE=off: never): {}",
              weights ? "another process replaced them" : weights.error().message);
  }
}

}  // namespace sotto::checkpoint
