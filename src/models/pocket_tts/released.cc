#include "models/pocket_tts/released.h"

#include <fmt/format.h>

namespace sotto::models::pocket_tts {
namespace {

constexpr std::string_view kYaml = R"({settings}replace_characters: {{{characters}}}
weights_path_without_voice_cloning: hf://{id}/languages/{language}/model.safetensors@{commit}
flow_lm:
  insert_bos_before_voice: true
  dtype: float32
  flow: {{depth: 6, dim: 512}}
  transformer: {{d_model: 1024, hidden_scale: 4, max_period: 10000, num_heads: 16, num_layers: 6}}
  lookup_table:
    dim: 1024
    n_bins: 4000
    tokenizer: tokenizers
    tokenizer_path: hf://{id}/languages/{language}/tokenizer.json@{commit}
mimi:
  dtype: float32
  sample_rate: 24000
  inner_dim: 32
  outer_dim: 512
  channels: 1
  frame_rate: 12.5
  seanet:
    dimension: 512
    channels: 1
    n_filters: 64
    n_residual_layers: 1
    ratios: [6, 5, 4]
    kernel_size: 7
    residual_kernel_size: 3
    last_kernel_size: 3
    dilation_base: 2
    pad_mode: constant
    compress: 2
  transformer:
    d_model: 512
    num_heads: 8
    num_layers: 2
    layer_scale: 0.01
    context: 250
    dim_feedforward: 2048
    input_dimension: 512
    output_dimensions: [512]
  quantizer: {{dimension: 32, output_dimension: 512}}
)";

// Characters that a language's model was not trained on, and their replacements.
constexpr std::string_view kApostrophes = R"('’': "'", '‘': "'")";
constexpr std::string_view kQuotesAndBrackets =
    R"(, '"': '', '“': '', '”': '', '„': '', '«': '', '»': '', '(': '', ')': '', '[': '', ']': '', '–': ',')";

struct Language {
  std::string_view name;
  std::string_view characters, more_characters;
  std::string_view settings;
};

constexpr Language kLanguages[] = {
    {"english", "", "", "default_temperature: 0.3\n"},
    {"french", kQuotesAndBrackets, ", ':': ','", "remove_semicolons: true\n"},
    {"german", kQuotesAndBrackets, ", '—': ','", "remove_semicolons: true\n"},
    {"italian", kQuotesAndBrackets, "", ""},
    {"portuguese", kQuotesAndBrackets, "", ""},
    {"spanish", kQuotesAndBrackets, ", '¡': '', '¿': ''", ""},
    {"dutch", kQuotesAndBrackets, "", ""},
};

}  // namespace

std::optional<std::string> released_yaml(std::string_view language, std::string_view id,
                                         std::string_view commit) {
  for (const Language& one : kLanguages) {
    if (one.name != language) continue;
    std::string characters(kApostrophes);
    characters.append(one.characters).append(one.more_characters);
    return fmt::format(kYaml, fmt::arg("settings", one.settings),
                       fmt::arg("characters", characters), fmt::arg("language", language),
                       fmt::arg("id", id), fmt::arg("commit", commit));
  }
  return std::nullopt;
}

}  // namespace sotto::models::pocket_tts
