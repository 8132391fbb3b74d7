#include "models/marian/config.h"

#include <fmt/format.h>

#include "checkpoint/config.h"

namespace sotto::models::marian {
namespace {

// Far above every published model; below what would overflow an int when multiplied by another.
constexpr int kMaxWidth = 1 << 15;
constexpr int kMaxLayers = 256;
constexpr int kMaxVocabulary = 1 << 24;

Result<void> check_kind(const nlohmann::json& json, const std::string& file) {
  const Result<std::string> kind = checkpoint::get_string_or(json, file, "model_type", "marian");
  if (!kind) return kind.error();
  if (*kind == "marian") return {};
  return Error{Errc::unsupported,
               fmt::format("{}: model_type is \"{}\", expected \"marian\"", file, *kind)};
}

// The keys that make another network of it: two embeddings, or a matrix of its own for the output.
Result<void> check_sharing(const nlohmann::json& json, const std::string& file) {
  for (const char* key : {"share_encoder_decoder_embeddings", "tie_word_embeddings"}) {
    const Result<bool> shared = checkpoint::get_bool_or(json, file, key, true);
    if (!shared) return shared.error();
    if (*shared) continue;
    return Error{Errc::unsupported,
                 fmt::format("{}: {} is false, expected one embedding for both sides and the "
                             "output",
                             file, key)};
  }
  return {};
}

Result<device::Activation> activation_of(const nlohmann::json& json, const std::string& file) {
  const Result<std::string> name =
      checkpoint::get_string_or(json, file, "activation_function", "gelu");
  if (!name) return name.error();
  if (*name == "swish" || *name == "silu") return device::Activation::silu;
  if (*name == "relu") return device::Activation::relu;
  if (*name == "gelu") return device::Activation::gelu;
  return Error{Errc::unsupported,
               fmt::format("{}: activation_function is \"{}\", expected \"swish\", \"silu\", "
                           "\"relu\" or \"gelu\"",
                           file, *name)};
}

Result<void> check_heads(const Config& c, const std::string& file) {
  for (const int heads : {c.encoder_heads, c.decoder_heads}) {
    if (c.d_model % heads == 0) continue;
    return Error{Errc::bad_format,
                 fmt::format("{}: d_model is {}, expected a multiple of the {} attention heads",
                             file, c.d_model, heads)};
  }
  if (c.d_model % 2 == 0) return {};
  return Error{Errc::bad_format,
               fmt::format("{}: d_model is {}, expected an even number", file, c.d_model)};
}

Result<void> read_numbers(const nlohmann::json& json, const std::string& file, Config& c) {
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
      {"pad_token_id", &c.pad, 0, kMaxVocabulary},
  };
  for (const auto& r : required) {
    const Result<int> value = checkpoint::get_int(json, file, r.key, r.min, r.max);
    if (!value) return value.error();
    *r.field = *value;
  }
  c.decoder_start = c.pad;
  const struct {
    const char* key;
    int* field;
    int min;
  } optional[] = {
      {"eos_token_id", &c.eos, 0},
      {"decoder_start_token_id", &c.decoder_start, 0},
      {"max_position_embeddings", &c.max_positions, 1},
  };
  for (const auto& o : optional) {
    const Result<int> value =
        checkpoint::get_int_or(json, file, o.key, o.min, kMaxVocabulary, *o.field);
    if (!value) return value.error();
    *o.field = *value;
  }
  return {};
}

}  // namespace

Result<Config> read_config(const checkpoint::ModelFolder& folder) {
  const nlohmann::json& json = folder.config;
  const std::string file = (folder.path / "config.json").string();
  if (const Result<void> r = check_kind(json, file); !r) return r.error();
  if (const Result<void> r = check_sharing(json, file); !r) return r.error();
  Config c;
  const Result<device::Activation> activation = activation_of(json, file);
  if (!activation) return activation.error();
  c.activation = *activation;
  if (const Result<void> r = read_numbers(json, file, c); !r) return r.error();
  const Result<bool> scaled = checkpoint::get_bool_or(json, file, "scale_embedding", false);
  if (!scaled) return scaled.error();
  c.scale_embedding = *scaled;
  if (const Result<void> r = check_heads(c, file); !r) return r.error();
  return c;
}

}  // namespace sotto::models::marian
