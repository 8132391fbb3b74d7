#include "models/causal_lm/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "models/causal_lm/config_keys.h"

namespace sotto::models::causal_lm {
namespace {

using nlohmann::json;

// Far above every published model; below what would overflow an int when multiplied by another.
constexpr int kMaxWidth = 1 << 15, kMaxLayers = 256, kMaxTaps = 64, kMaxPositions = 1 << 28;

// A network with a tower for pictures has its own configuration in one of its keys.
const json& text_part(const json& config) {
  const auto text = config.find("text_config");
  const auto type = config.find("model_type");
  const bool has_tower = type != config.end() && *type == "gemma3";
  return has_tower && text != config.end() && text->is_object() ? *text : config;
}

const Architecture* architecture_of(const json& text) {
  const auto type = text.find("model_type");
  if (type == text.end() || !type->is_string()) return nullptr;
  const auto known = std::ranges::find(architectures(), type->get<std::string>(),
                                       &Architecture::model_type);
  return known != architectures().end() ? &*known : nullptr;
}

// Keys that make another network of it where they are not so.
void refuse_others(ConfigKeys& keys) {
  constexpr struct {
    const char* key;
    bool expected;
  } kFlags[] = {{"use_sliding_window", false}, {"use_cla", false},
                {"use_qk_norm", true},         {"use_bidirectional_attention", false},
                {"conv_bias", false},          {"use_pos_enc", true},
                {"block_use_swiglu", true}};
  for (const auto& flag : kFlags) keys.expect(flag.key, flag.expected);
  for (const char* key : {"attn_logit_softcapping", "quantization_config", "num_experts",
                          "num_local_experts", "moe_intermediate_size"})
    keys.expect_none(key);
  keys.expect("partial_rotary_factor", 1.0);
}

// full_attn_idxs: LFM2's older spelling of the layers that attend.
void read_full_attention(const json& list, Config& c, ConfigKeys& keys) {
  std::ranges::fill(c.layers, Mixer::convolution);
  for (const json& each : list) {
    const bool fits = each.is_number_integer() && each >= 0 &&
                      each < static_cast<int>(c.layers.size());
    if (!fits) return keys.refuse("full_attn_idxs", each, "numbers of layers");
    c.layers[each.get<size_t>()] = Mixer::attention;
  }
}

void read_layer_types(const json& types, Config& c, ConfigKeys& keys) {
  constexpr std::pair<std::string_view, Mixer> kNames[] = {
      {"full_attention", Mixer::attention},
      {"sliding_attention", Mixer::window_attention},
      {"conv", Mixer::convolution}};
  if (types.size() != c.layers.size())
    return keys.refuse("layer_types", types, fmt::format("{} layers", c.layers.size()));
  for (size_t i = 0; i < types.size(); ++i) {
    const auto known = std::ranges::find_if(kNames, [&](const auto& n) {
      return types[i].is_string() && types[i].get<std::string>() == n.first;
    });
    if (known == std::end(kNames))
      return keys.refuse("layer_types", types[i],
                         "\"full_attention\", \"sliding_attention\" or \"conv\"");
    c.layers[i] = known->second;
  }
}

void read_layers(const json& text, Config& c, ConfigKeys& keys) {
  c.layers.assign(static_cast<size_t>(keys.integer("num_hidden_layers", 1, kMaxLayers)),
                  Mixer::attention);
  const bool is_gemma = c.architecture->model_type == "gemma3_text";
  if (const json* types = keys.list("layer_types")) {
    read_layer_types(*types, c, keys);
  } else if (const json* attending = keys.list("full_attn_idxs")) {
    read_full_attention(*attending, c, keys);
  } else if (is_gemma) {
    const char* old = text.contains("sliding_window_pattern") ? "sliding_window_pattern"
                                                               : "_sliding_window_pattern";
    const int pattern = keys.integer(old, 1, kMaxLayers, 6);
    for (size_t i = 0; i < c.layers.size(); ++i)
      if ((i + 1) % static_cast<size_t>(pattern) != 0) c.layers[i] = Mixer::window_attention;
  }
  const auto has = [&](Mixer mixer) { return std::ranges::find(c.layers, mixer) != c.layers.end(); };
  if (has(Mixer::window_attention)) c.window = keys.integer("sliding_window", 1, kMaxPositions);
  if (has(Mixer::convolution)) c.taps = keys.integer("conv_L_cache", 1, kMaxTaps, 3);
}

void read_heads(const json& text, Config& c, ConfigKeys& keys) {
  const Architecture& a = *c.architecture;
  c.heads = keys.integer("num_attention_heads", 1, kMaxWidth, a.heads);
  c.kv_heads = keys.integer("num_key_value_heads", 1, kMaxWidth, a.kv_heads ? a.kv_heads : c.heads);
  const char* size = text.contains("head_dim") ? "head_dim" : "attention_head_dim";
  const int otherwise = a.head_size ? a.head_size : std::max(1, c.d_model / std::max(1, c.heads));
  c.head_size = keys.integer(size, 2, kMaxWidth, otherwise);
  if (c.heads % std::max(1, c.kv_heads) != 0)
    keys.refuse("num_key_value_heads", c.kv_heads, fmt::format("a divisor of {} heads", c.heads));
  if (c.head_size % 2 != 0) keys.refuse(size, c.head_size, "an even number: pairs of columns");
  if (c.head_size > kMaxWidth / std::max(1, c.heads))
    keys.refuse("num_attention_heads", c.heads,
                fmt::format("at most {} columns of {} each", kMaxWidth, c.head_size));
}

// A number or a list of them.
void add_ends(const json& config, const std::string& file, std::vector<int>& ends,
              std::optional<Error>& error) {
  const auto found = config.find("eos_token_id");
  if (found == config.end() || found->is_null()) return;
  const json list = found->is_array() ? *found : json::array({*found});
  for (const json& id : list) {
    if (id.is_number_integer() && id >= 0 && id < (1 << 24)) {
      ends.push_back(id.get<int>());
      continue;
    }
    error = Error{Errc::bad_format, fmt::format("{}: eos_token_id is {}, expected ids of tokens",
                                                file, short_text(*found))};
  }
}

Result<std::vector<int>> ends_of(const checkpoint::ModelFolder& folder) {
  std::vector<int> ends;
  std::optional<Error> error;
  add_ends(folder.config, (folder.path / "config.json").string(), ends, error);
  add_ends(folder.generation_config, (folder.path / "generation_config.json").string(), ends,
           error);
  if (error) return *error;
  std::ranges::sort(ends);
  ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
  return ends;
}

std::string known_types() {
  std::string text;
  for (const Architecture& a : architectures())
    text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", a.model_type);
  return text;
}

}  // namespace

bool is_causal_lm(const json& config) {
  return config.is_object() && architecture_of(text_part(config)) != nullptr;
}

Result<Config> read_config(const checkpoint::ModelFolder& folder) {
  const std::string file = (folder.path / "config.json").string();
  const json& text = text_part(folder.config);
  ConfigKeys keys(text, file);
  Config c;
  c.architecture = architecture_of(text);
  if (c.architecture == nullptr) {
    return Error{Errc::unsupported, fmt::format("{}: model_type is {}, expected one of {}", file,
                                                short_text(text.value("model_type", json())),
                                                known_types())};
  }
  const Architecture& a = *c.architecture;
  refuse_others(keys);
  for (const char* key : {"hidden_act", "hidden_activation"})
    keys.expect(key, std::string(a.activation_name));
  c.d_model = keys.integer("hidden_size", 4, kMaxWidth);
  read_layers(text, c, keys);
  read_heads(text, c, keys);
  c.epsilon = static_cast<float>(
      keys.number(text.contains("norm_eps") ? "norm_eps" : "rms_norm_eps", 0, 1, a.epsilon));
  read_rotary(text, c, keys);
  c.score_scale = static_cast<float>(std::pow(
      keys.number("query_pre_attn_scalar", 1e-3, 1e6,
                  a.scales_embedding ? 256 : static_cast<double>(c.head_size)),
      -0.5));
  c.soft_cap = static_cast<float>(keys.number("final_logit_softcapping", 1e-3, 1e6, 0));
  c.is_tied = keys.flag(text.contains("tie_embedding") ? "tie_embedding" : "tie_word_embeddings",
                        a.is_tied);
  c.max_positions = keys.integer("max_position_embeddings", 1, kMaxPositions, 2048);
  if (keys.error()) return *keys.error();
  Result<std::vector<int>> ends = ends_of(folder);
  if (!ends) return ends.error();
  c.eos = *std::move(ends);
  c.is_gguf = folder.gguf;
  return c;
}

}  // namespace sotto::models::causal_lm
