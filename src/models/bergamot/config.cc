#include "models/bergamot/config.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "base/json_fields.h"

namespace sotto::models::bergamot {
namespace {

using nlohmann::json;

// Far above every published model; below what would overflow an int when multiplied by another.
constexpr int kMaxWidth = 1 << 15;
constexpr int kMaxLayers = 256;
constexpr int kMaxVocabulary = 1 << 24;

// A key and the value that it must have if it is there; older files lack some.
struct Fixed {
  const char* key;
  json value;
};

const std::vector<Fixed>& fixed_keys() {
  static const std::vector<Fixed> keys = {
      {"type", "transformer"},
      {"transformer-decoder-autoreg", "rnn"},
      {"dec-cell", "ssru"},
      {"transformer-ffn-activation", "relu"},
      {"transformer-ffn-depth", 2},
      {"transformer-preprocess", ""},
      {"transformer-postprocess", "dan"},
      {"transformer-postprocess-emb", "d"},
      {"transformer-postprocess-top", ""},
      {"transformer-tied-layers", json::array()},
      {"transformer-train-position-embeddings", false},
      {"transformer-no-projection", false},
      {"transformer-no-bias", false},
      {"transformer-no-affine", false},
      {"transformer-rnn-projection", false},
      {"transformer-pool", false},
      {"transformer-guided-alignment-layer", "last"},
      {"layer-normalization", false},
      {"output-omit-bias", false},
      {"right-left", false},
      {"tied-embeddings-src", false},
      {"input-types", json::array()},
      {"lemma-dim-emb", 0},
      {"factors-dim-emb", 0},
      {"ulr", false},
  };
  return keys;
}

std::string expected_text(const json& value) { return value.is_array() ? "[]" : short_text(value); }

Error wrong_key(const std::string& file, const char* key, const std::string& found,
                const std::string& expected) {
  return {Errc::unsupported, fmt::format("{}: {} is {}, expected {}", file, key, found, expected)};
}

Result<void> check_fixed(const json& config, const std::string& file) {
  for (const Fixed& fixed : fixed_keys()) {
    const auto found = config.find(fixed.key);
    if (found != config.end() && *found != fixed.value)
      return wrong_key(file, fixed.key, short_text(*found), expected_text(fixed.value));
  }
  return {};
}

Result<void> read_sizes(const json& config, const std::string& file, Config& c) {
  const struct {
    const char* key;
    int* field;
    int min, max;
  } required[] = {
      {"dim-emb", &c.d_model, 4, kMaxWidth},
      {"transformer-dim-ffn", &c.ffn, 1, kMaxWidth},
      {"transformer-heads", &c.heads, 1, kMaxWidth},
      {"enc-depth", &c.encoder_layers, 1, kMaxLayers},
      {"dec-depth", &c.decoder_layers, 1, kMaxLayers},
  };
  for (const auto& r : required) {
    const Result<int> value = get_int(config, file, r.key, r.min, r.max);
    if (!value) return value.error();
    *r.field = *value;
  }
  if (c.d_model % c.heads != 0 || c.d_model % 2 != 0)
    return wrong_key(file, "dim-emb", std::to_string(c.d_model),
                     fmt::format("an even multiple of the {} heads", c.heads));
  // A decoder may have a feed-forward part of its own; 0: the encoder's.
  const struct {
    const char* key;
    int same;
  } decoder[] = {{"transformer-decoder-dim-ffn", c.ffn}, {"transformer-decoder-ffn-depth", 2}};
  for (const auto& d : decoder) {
    const Result<int> value = get_int_or(config, file, d.key, 0, kMaxWidth, 0);
    if (!value) return value.error();
    if (*value != 0 && *value != d.same)
      return wrong_key(file, d.key, std::to_string(*value), fmt::format("0 or {}", d.same));
  }
  return {};
}

Result<void> read_vocabularies(const json& config, const std::string& file, Config& c) {
  const auto found = config.find("dim-vocabs");
  const bool two = found != config.end() && found->is_array() && found->size() == 2;
  const auto size_of = [&](size_t i) {
    const json& value = found->at(i);
    const bool fits = value.is_number_integer() && value.get<int64_t>() > Config::kUnk &&
                      value.get<int64_t>() <= kMaxVocabulary;
    return fits ? value.get<int>() : 0;
  };
  if (two) {
    c.source_vocab = size_of(0);
    c.target_vocab = size_of(1);
  }
  if (c.source_vocab == 0 || c.target_vocab == 0)
    return wrong_key(file, "dim-vocabs", found != config.end() ? short_text(*found) : "missing",
                     fmt::format("two sizes of 2 to {}", kMaxVocabulary));
  const Result<bool> all = get_bool_or(config, file, "tied-embeddings-all", false);
  if (!all) return all.error();
  const Result<bool> tied = get_bool_or(config, file, "tied-embeddings", false);
  if (!tied) return tied.error();
  if (!*all && !*tied)
    return wrong_key(file, "tied-embeddings", "false", "true, or tied-embeddings-all");
  c.joint = *all;
  if (c.joint && c.source_vocab != c.target_vocab)
    return wrong_key(file, "dim-vocabs", fmt::format("{} and {}", c.source_vocab, c.target_vocab),
                     "the same number twice, as tied-embeddings-all is true");
  return {};
}

}  // namespace

Result<Config> read_config(const checkpoint::ModelFolder& folder) {
  const std::string file(folder.weights->source());
  Config c;
  if (const Result<void> r = check_fixed(folder.config, file); !r) return r.error();
  if (const Result<void> r = read_sizes(folder.config, file, c); !r) return r.error();
  if (const Result<void> r = read_vocabularies(folder.config, file, c); !r) return r.error();
  return c;
}

}  // namespace sotto::models::bergamot
