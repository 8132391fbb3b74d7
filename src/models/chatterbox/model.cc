#include "models/chatterbox/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "base/log.h"
#include "checkpoint/weight_files.h"

namespace sotto::models::chatterbox {
namespace {

namespace fs = std::filesystem;

constexpr const char* kEnglishT3[] = {"t3_cfg.safetensors"};
constexpr const char* kMultilingualT3[] = {"t3_mtl23ls_v3.safetensors",
                                           "t3_mtl23ls_v2.safetensors"};
constexpr const char* kTurboT3[] = {"t3_turbo_v1.safetensors", "t3_nano_v1.safetensors"};
constexpr const char* kS3Gen[] = {"s3gen.safetensors", "s3gen.pt"};
constexpr const char* kMeanflowS3Gen[] = {"s3gen_meanflow.safetensors"};

constexpr const char* kCangjie = "Cangjie5_TC.json";

// Upstream's SUPPORTED_LANGUAGES, but Chinese, which needs a table.
constexpr const char* kLanguages[] = {"ar", "da", "de", "el", "en", "es", "fi", "fr",
                                      "he", "hi", "it", "ja", "ko", "ms", "nb", "nl",
                                      "pl", "pt", "ru", "sv", "sw", "tr"};

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

// The first of the names that the folder has; empty: none.
template <class Names>
fs::path first_of(const fs::path& folder, const Names& names) {
  for (const char* name : names)
    if (is_file(folder / name)) return folder / name;
  return {};
}

}  // namespace

bool is_model_folder(const fs::path& folder) { return !languages_of(folder).empty(); }

std::vector<fs::path> network_files(const fs::path& folder) {
  std::vector<fs::path> files;
  const auto add = [&](const auto& names) {
    for (const char* name : names)
      if (is_file(folder / name)) files.push_back(folder / name);
  };
  add(kEnglishT3);
  add(kMultilingualT3);
  add(kTurboT3);
  if (const fs::path s3gen = first_of(folder, kS3Gen); !s3gen.empty()) files.push_back(s3gen);
  add(kMeanflowS3Gen);
  return files;
}

std::vector<std::string> languages_of(const fs::path& folder) {
  if (!first_of(folder, kMultilingualT3).empty()) {
    std::vector<std::string> languages(std::begin(kLanguages), std::end(kLanguages));
    if (is_file(folder / kCangjie)) languages.push_back("zh");
    return languages;
  }
  if (!first_of(folder, kEnglishT3).empty() || !first_of(folder, kTurboT3).empty()) return {"en"};
  return {};
}

Result<ModelFiles> find_model_files(const fs::path& folder, std::string_view language) {
  const bool chinese = language == "zh";
  const bool speaks = chinese || std::ranges::find(kLanguages, language) != std::end(kLanguages);
  ModelFiles files{.variant = Variant::english,
                   .t3 = language == "en" ? first_of(folder, kEnglishT3) : fs::path(),
                   .s3gen = first_of(folder, kS3Gen),
                   .tokenizer = folder / "tokenizer.json",
                   .conditionals = folder / "conds.pt",
                   .cangjie = chinese ? folder / kCangjie : fs::path()};
  if (files.t3.empty() && speaks) {
    files.variant = Variant::multilingual;
    files.t3 = first_of(folder, kMultilingualT3);
    files.tokenizer = folder / "grapheme_mtl_merged_expanded_v1.json";
  }
  if (files.t3.empty() && language == "en") {
    files.variant = Variant::turbo;
    files.t3 = first_of(folder, kTurboT3);
    files.s3gen = first_of(folder, kMeanflowS3Gen);
    files.tokenizer = folder;
  }
  if (files.t3.empty()) {
    return Error{
        Errc::not_found,
        fmt::format("{}: holds no Chatterbox that speaks \"{}\", expected {}, {} or {}",
                    folder.string(), language, kEnglishT3[0], kMultilingualT3[1], kTurboT3[0])};
  }
  if (chinese && !is_file(files.cangjie)) {
    return Error{Errc::not_found, fmt::format("{}: has no {}, which Chinese is read with",
                                              folder.string(), kCangjie)};
  }
  if (files.s3gen.empty()) {
    return Error{Errc::not_found,
                 fmt::format("{}: has no {}, which makes the sound", folder.string(),
                             files.variant == Variant::turbo ? kMeanflowS3Gen[0] : kS3Gen[0])};
  }
  return files;
}

namespace {

double megabytes(const checkpoint::Weights& weights) {
  size_t bytes = 0;
  for (const std::string& name : weights.names()) bytes += weights.find(name)->bytes.size();
  return static_cast<double>(bytes) / 1e6;
}

}  // namespace

Result<std::shared_ptr<const Model>> Model::load(const ModelFiles& files,
                                                 std::optional<quant::Scheme> scheme,
                                                 std::shared_ptr<const device::Backend> backend) {
  Result<TextTokens> tokens = TextTokens::load(files.tokenizer, files.variant);
  if (!tokens) return tokens.error();
  const auto begin = std::chrono::steady_clock::now();
  const auto t3_weights = checkpoint::open_weights(files.t3);
  if (!t3_weights) return t3_weights.error();
  const auto sound_weights = checkpoint::open_weights(files.s3gen);
  if (!sound_weights) return sound_weights.error();
  auto t3 = T3::load(**t3_weights, scheme, *backend);
  if (!t3) return t3.error();
  if (tokens->size() > (*t3)->text_tokens())
    return Error{Errc::bad_format,
                 fmt::format("{}: has {} tokens, expected at most {}, the rows of text_emb.weight "
                             "in {}",
                             files.tokenizer.string(), tokens->size(), (*t3)->text_tokens(),
                             files.t3.string())};
  auto s3gen = S3Gen::load(*sound_weights, scheme, backend);
  if (!s3gen) return s3gen.error();
  if (scheme) {
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    log::info("chatterbox: {} MB of weights became {:.0f} MB of {} in {:.1f} s",
              std::lround(megabytes(**t3_weights) + megabytes(**sound_weights)),
              static_cast<double>((*t3)->bytes + (*s3gen)->weight_bytes()) / 1e6,
              quant::name_of(*scheme), took.count());
  }
  return std::make_shared<const Model>(Model{files.variant, *std::move(tokens), *std::move(t3),
                                             *std::move(s3gen), std::move(backend)});
}

}  // namespace sotto::models::chatterbox
