#include "checkpoint/model_card.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/utf8.h"
#include "checkpoint/encode.h"
#include "checkpoint/quantize_folder.h"

namespace sotto::checkpoint {
namespace {

using nlohmann::json;
using quant::Scheme;

// Without spaces and the asterisks of bold words at its ends.
std::string_view bare(std::string_view text) {
  constexpr std::string_view kBorder = " \t\r*";
  const size_t first = text.find_first_not_of(kBorder);
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(kBorder) + 1 - first);
}

// The text behind "license:" (or "licence:"), whatever its case, in a line that begins with it.
std::string_view after_licence(std::string_view line) {
  line = bare(line);
  if (line.starts_with("- ")) line = bare(line.substr(2));
  const std::string word = lower_ascii(line.substr(0, 8));
  return word == "license:" || word == "licence:" ? bare(line.substr(8)) : "";
}

std::string describe(const Scheme& scheme) {
  switch (scheme.kind) {
    case Scheme::Kind::f32:
      return "float32";
    case Scheme::Kind::f16:
      return "float16";
    case Scheme::Kind::bf16:
      return "bfloat16";
    case Scheme::Kind::int8:
      return "8 bits, symmetric, a float32 scale for every row";
    default:
      return fmt::format(
          "{} bits, affine, a float16 scale and bias for every {} values (MLX's "
          "layout)",
          scheme.bits(), scheme.group);
  }
}

std::vector<std::string> kept_matrices(const QuantizeResult& result) {
  std::vector<std::string> names;
  for (const QuantizedTensor& t : result.tensors) {
    const bool is_usual = t.why_kept.empty() || t.why_kept == kStaysInModel;
    if (!is_usual && t.rows_of.empty()) names.push_back(t.name);
  }
  return names;
}

json mlx_form(const Scheme& scheme) {
  return {{"group_size", scheme.group}, {"bits", scheme.bits()}};
}

// MLX's key: the form of most matrices, then the modules that have another one. What has no scales
// in the file needs no entry.
json mlx_quantization(const QuantizeResult& result, const Scheme& usual) {
  json entry;
  for (const QuantizedTensor& t : result.tensors) {
    if (!t.scheme || !t.scheme->is_affine()) continue;
    if (entry.is_null()) entry = mlx_form(usual.is_affine() ? usual : *t.scheme);
    if (mlx_form(*t.scheme) != mlx_form(usual) && usual.is_affine()) {
      entry[t.name.substr(0, t.name.rfind(".weight"))] = mlx_form(*t.scheme);
    }
  }
  return entry;
}

std::string megabytes(size_t bytes) { return fmt::format("{:.1f} MB", bytes / 1e6); }

double total_relative_rms(const QuantizeResult& result) {
  EncodingError sum;
  for (const QuantizedTensor& t : result.tensors) {
    sum.squares += t.error.squares;
    sum.error_squares += t.error.error_squares;
  }
  return sum.relative_rms();
}

}  // namespace

std::string licence_of(std::string_view card) {
  for (size_t begin = 0; begin < card.size();) {
    const size_t end = std::min(card.find('\n', begin), card.size());
    const std::string_view value = after_licence(card.substr(begin, end - begin));
    begin = end + 1;
    if (value.empty()) continue;
    std::string text(value.substr(0, 200));
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return c < 0x20; }, ' ');
    return text;
  }
  return "";
}

json quantized_config(const json& source, const QuantizeResult& result,
                      const QuantizeFolderOptions& options) {
  json config = source;
  const Scheme& scheme = options.weights.scheme;
  config.erase("quantization");
  if (json mlx = mlx_quantization(result, scheme); !mlx.is_null()) {
    config["quantization"] = std::move(mlx);
  }
  json about = {{"version", SOTTO_VERSION},
                {"scheme", quant::name_of(scheme)},
                {"source", options.source_name},
                {"kept", kept_matrices(result)}};
  if (options.weights.embeddings) {
    about["embeddings"] = quant::name_of(*options.weights.embeddings);
  }
  if (options.weights.decoder_fc2_by_columns) about["decoder_fc2"] = "int8 by columns";
  if (!options.weights.shortlist.empty()) about["shortlist"] = options.weights.shortlist.size();
  config["sotto"] = std::move(about);
  for (const char* key : {"torch_dtype", "dtype"}) {
    if (!config.contains(key) || !scheme.is_float()) continue;
    config[key] = describe(scheme);
  }
  return config;
}

std::string model_card(std::string_view name, std::string_view source_card,
                       const QuantizeResult& result, const QuantizeFolderOptions& options,
                       const CardTexts& texts) {
  const std::string licence = licence_of(source_card);
  const Scheme& scheme = options.weights.scheme;
  const bool from_hub = options.source_name.find('/') != std::string::npos;
  std::string card;
  if (!licence.empty() && licence.find_first_of(" :#") == licence.npos) {
    card = fmt::format("---\nlicense: {}\n", licence);
    if (from_hub) card += fmt::format("base_model: {}\n", options.source_name);
    card += "---\n\n";
  }
  card += fmt::format("# {}\n\nThe weights of {}, stored by sotto {} as {}.\n\n", name,
                      options.source_name, SOTTO_VERSION, quant::name_of(scheme));
  size_t matrices = 0, changed = 0;
  for (const QuantizedTensor& t : result.tensors) {
    matrices += t.rows > 0 ? 1 : 0;
    changed += t.scheme ? 1 : 0;
  }
  card += fmt::format("- Matrices: {}\n", describe(scheme));
  if (options.weights.embeddings) {
    card +=
        fmt::format("- Embedding and output matrix: {}\n", describe(*options.weights.embeddings));
  }
  if (options.weights.decoder_fc2_by_columns) {
    card +=
        "- `fc2` of the decoder: 8 bits, symmetric, a float32 scale for every row, stored by "
        "columns, of which sotto reads those that meet a number other than zero\n";
  }
  if (const size_t ids = options.weights.shortlist.size(); ids > 0) {
    card += fmt::format(
        "- Chooses from {} tokens of one language (`shortlist.json`) when it translates into it; "
        "`--shortlist none`: from all\n",
        ids);
  }
  card += fmt::format("- Converted: {} of {} matrices; {} are unchanged\n", changed, matrices,
                      texts.unchanged);
  for (const std::string& kept : kept_matrices(result)) {
    card += fmt::format("- Unchanged: `{}`\n", kept);
  }
  card += fmt::format("- Weights: {} before, {} now\n", megabytes(result.bytes_before),
                      megabytes(result.bytes_after));
  if (options.weights.measure)
    card += fmt::format("- Error of the converted weights: {:.3f} % (rms error / rms)\n",
                        100 * total_relative_rms(result));
  card += fmt::format("- License of the source: {}\n",
                      licence.empty() ? "its card names none" : licence);
  if (!texts.note.empty()) card += fmt::format("- {}\n", texts.note);
  return card + fmt::format("\nUse: `{}`\n", fmt::format(fmt::runtime(texts.use), name));
}

}  // namespace sotto::checkpoint
