#include "models/seq2seq/config.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json_fields.h"

namespace sotto::models::seq2seq {
namespace {

// Far above every published model; below what would overflow an int when multiplied by another.
constexpr int kMaxWidth = 1 << 15;
constexpr int kMaxLayers = 256;
constexpr int kMaxVocabulary = 1 << 24;

Result<void> check_kind(const nlohmann::json& json, const std::string& file,
                        const ConfigRules& rules) {
  const std::string own(rules.model_type);
  const Result<std::string> kind = get_string_or(json, file, "model_type", own);
  if (!kind) return kind.error();
  if (*kind == own) return {};
  return Error{Errc::unsupported,
               fmt::format("{}: model_type is \"{}\", expected \"{}\"", file, *kind, own)};
}

// The keys that make another network of it: two embeddings, or a matrix of its own for the output.
Result<void> check_sharing(const nlohmann::json& json, const std::string& file) {
  for (const char* key : {"share_encoder_decoder_embeddings", "tie_word_embeddings"}) {
    const Result<bool> shared = get_bool_or(json, file, key, true);
    if (!shared) return shared.error();
    if (*shared) continue;
    return Error{Errc::unsupported,
                 fmt::format("{}: {} is false, expected one embedding for both sides and the "
                             "output",
                             file, key)};
  }
  return {};
}

// "a", "b" or "c"
std::string listed(std::span<const ConfigRules::Name> names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 < names.size() ? ", " : " or ";
    text += fmt::format("\"{}\"", names[i].name);
  }
  return text;
}

Result<device::Activation> activation_of(const nlohmann::json& json, const std::string& file,
                                         const ConfigRules& rules) {
  const Result<std::string> name =
      get_string_or(json, file, "activation_function", std::string(rules.activation));
  if (!name) return name.error();
  const auto known = std::ranges::find(rules.activations, *name, &ConfigRules::Name::name);
  if (known != rules.activations.end()) return known->activation;
  return Error{Errc::unsupported, fmt::format("{}: activation_function is \"{}\", expected {}",
                                              file, *name, listed(rules.activations))};
}

Result<void> check_heads(const Config& c, const std::string& file, const ConfigRules& rules) {
  for (const int heads : {c.encoder_heads, c.decoder_heads}) {
    if (c.d_model % heads == 0) continue;
    return Error{Errc::bad_format,
                 fmt::format("{}: d_model is {}, expected a multiple of the {} attention heads",
                             file, c.d_model, heads)};
  }
  if (!rules.needs_even_width || c.d_model % 2 == 0) return {};
  return Error{Errc::bad_format,
               fmt::format("{}: d_model is {}, expected an even number", file, c.d_model)};
}

Result<void> read_sizes(const nlohmann::json& json, const std::string& file, Config& c) {
  const struct {
    const char* key;
    int* field;
    int min, max;
  } required[] = {
      {"d_model", &c.d_model, 4, kMaxWidth},
      {"encoder_layers", &c.encoder_layers, 1, kMaxLayers},
      {"decoder_layers", &c.decoder_layers, 1, kMaxLayers},
      {"encoder_attention_heads", &c.encoder_heads, 1, kMaxWidth},
      {"decoder_attention_heads", &c.decoder_heads, 1, kMaxWidth},
      {"encoder_ffn_dim", &c.encoder_ffn, 1, kMaxWidth},
      {"decoder_ffn_dim", &c.decoder_ffn, 1, kMaxWidth},
      {"vocab_size", &c.vocab_size, 4, kMaxVocabulary},
  };
  for (const auto& r : required) {
    const Result<int> value = get_int(json, file, r.key, r.min, r.max);
    if (!value) return value.error();
    *r.field = *value;
  }
  return {};
}

Result<void> read_ids(const nlohmann::json& json, const std::string& file, const ConfigRules& rules,
                      Config& c) {
  if (rules.needs_pad) {
    const Result<int> pad = get_int(json, file, "pad_token_id", 0, rules.most_pad);
    if (!pad) return pad.error();
    c.pad = c.decoder_start = *pad;
  }
  const struct {
    const char* key;
    int* field;
    int min = 0, max = kMaxVocabulary;
  } optional[] = {
      {"pad_token_id", &c.pad, 0, rules.most_pad},
      {"bos_token_id", &c.bos},
      {"eos_token_id", &c.eos},
      {"decoder_start_token_id", &c.decoder_start},
      {"max_position_embeddings", &c.max_positions, 1},
  };
  for (const auto& o : optional) {
    const Result<int> value = get_int_or(json, file, o.key, o.min, o.max, *o.field);
    if (!value) return value.error();
    *o.field = *value;
  }
  return {};
}

}  // namespace

Result<Config> read_config(const checkpoint::ModelFolder& folder, const ConfigRules& rules) {
  const nlohmann::json& json = folder.config;
  const std::string file = (folder.path / "config.json").string();
  if (const Result<void> r = check_kind(json, file, rules); !r) return r.error();
  if (rules.needs_shared_rows) {
    if (const Result<void> r = check_sharing(json, file); !r) return r.error();
  }
  Config c = rules.defaults;
  const Result<device::Activation> activation = activation_of(json, file, rules);
  if (!activation) return activation.error();
  c.activation = *activation;
  if (const Result<void> r = read_sizes(json, file, c); !r) return r.error();
  if (const Result<void> r = read_ids(json, file, rules, c); !r) return r.error();
  const Result<bool> scaled = get_bool_or(json, file, "scale_embedding", c.scale_embedding);
  if (!scaled) return scaled.error();
  c.scale_embedding = *scaled;
  if (const Result<void> r = check_heads(c, file, rules); !r) return r.error();
  return c;
}

}  // namespace sotto::models::seq2seq
