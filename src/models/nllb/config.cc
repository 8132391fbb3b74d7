#include "models/nllb/config.h"

#include <fmt/format.h>

#include "checkpoint/config.h"

namespace sotto::models::nllb {
namespace {

// Far above every published model; below what would overflow an int when multiplied by another.
constexpr int kMaxWidth = 1 << 15;
constexpr int kMaxLayers = 256;
constexpr int kMaxVocabulary = 1 << 24;
// Positions are counted from the pad's id on, and have a table with a row for each number. It is 1.
constexpr int kMaxPad = 1023;

Result<void> check_activation(const nlohmann::json& json, std::string_view file) {
  const Result<std::string> name =
      checkpoint::get_string_or(json, file, "activation_function", "relu");
  if (!name) return name.error();
  if (*name == "relu") return {};
  return Error{Errc::unsupported,
               fmt::format("{}: activation_function is \"{}\", expected \"relu\"", file, *name)};
}

Result<void> check_kind(const nlohmann::json& json, std::string_view file) {
  const Result<std::string> kind = checkpoint::get_string_or(json, file, "model_type", "m2m_100");
  if (!kind) return kind.error();
  if (*kind == "m2m_100") return {};
  return Error{Errc::unsupported,
               fmt::format("{}: model_type is \"{}\", expected \"m2m_100\"", file, *kind)};
}

Result<void> check_heads(const Config& c, std::string_view file) {
  for (const int heads : {c.encoder_heads, c.decoder_heads}) {
    if (c.d_model % heads == 0) continue;
    return Error{Errc::bad_format,
                 fmt::format("{}: d_model is {}, expected a multiple of the {} attention heads",
                             file, c.d_model, heads)};
  }
  return {};
}

}  // namespace

Result<Config> read_config(const checkpoint::ModelFolder& folder) {
  const nlohmann::json& json = folder.config;
  const std::string file = (folder.path / "config.json").string();
  if (const Result<void> r = check_kind(json, file); !r) return r.error();
  if (const Result<void> r = check_activation(json, file); !r) return r.error();

  Config c;
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
    const Result<int> value = checkpoint::get_int(json, file, r.key, r.min, r.max);
    if (!value) return value.error();
    *r.field = *value;
  }
  const struct {
    const char* key;
    int* field;
    int max = kMaxVocabulary;
  } optional[] = {
      {"pad_token_id", &c.pad, kMaxPad},
      {"bos_token_id", &c.bos},
      {"eos_token_id", &c.eos},
      {"decoder_start_token_id", &c.decoder_start},
      {"max_position_embeddings", &c.max_positions},
  };
  for (const auto& o : optional) {
    const Result<int> value = checkpoint::get_int_or(json, file, o.key, 0, o.max, *o.field);
    if (!value) return value.error();
    *o.field = *value;
  }
  const Result<bool> scaled = checkpoint::get_bool_or(json, file, "scale_embedding", true);
  if (!scaled) return scaled.error();
  c.scale_embedding = *scaled;
  if (const Result<void> r = check_heads(c, file); !r) return r.error();
  return c;
}

}  // namespace sotto::models::nllb
