#include "checkpoint/gguf_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "checkpoint/gguf_file.h"
#include "checkpoint/printable.h"
#include "checkpoint/tensor_table.h"

namespace sotto::checkpoint {
namespace {

using nlohmann::json;

// A part of a tensor's name, in the file and on the hub.
struct GgufName {
  std::string_view file, hub;
};

constexpr GgufName kGgufOuter[] = {{"token_embd", "model.embed_tokens"},
                                   {"output_norm", "model.norm"},
                                   {"token_embd_norm", "model.embedding_norm"},
                                   {"output", "lm_head"}};

// Names within a layer. Names of an architecture come before those of all.
constexpr GgufName kGgufInner[] = {
    {"attn_norm", "input_layernorm"},    {"attn_q", "self_attn.q_proj"},
    {"attn_k", "self_attn.k_proj"},      {"attn_v", "self_attn.v_proj"},
    {"attn_output", "self_attn.o_proj"}, {"attn_q_norm", "self_attn.q_norm"},
    {"attn_k_norm", "self_attn.k_norm"}, {"ffn_norm", "post_attention_layernorm"},
    {"ffn_gate", "mlp.gate_proj"},       {"ffn_up", "mlp.up_proj"},
    {"ffn_down", "mlp.down_proj"},
};
constexpr GgufName kGgufGemma3[] = {{"post_attention_norm", "post_attention_layernorm"},
                                    {"ffn_norm", "pre_feedforward_layernorm"},
                                    {"post_ffw_norm", "post_feedforward_layernorm"}};
constexpr GgufName kGgufHunyuan[] = {{"attn_q_norm", "self_attn.query_layernorm"},
                                     {"attn_k_norm", "self_attn.key_layernorm"}};
constexpr GgufName kGgufLfm2[] = {
    {"attn_norm", "operator_norm"},
    {"attn_output", "self_attn.out_proj"},
    {"attn_q_norm", "self_attn.q_layernorm"},
    {"attn_k_norm", "self_attn.k_layernorm"},
    {"ffn_norm", "ffn_norm"},
    {"ffn_gate", "feed_forward.w1"},
    {"ffn_up", "feed_forward.w3"},
    {"ffn_down", "feed_forward.w2"},
    {"shortconv.conv", "conv.conv"},
    {"shortconv.in_proj", "conv.in_proj"},
    {"shortconv.out_proj", "conv.out_proj"},
};

struct GgufArchitecture {
  std::string_view name, model_type;
  std::span<const GgufName> names;
};
constexpr GgufArchitecture kGgufArchitectures[] = {
    {"llama", "llama", {}},
    {"qwen3", "qwen3", {}},
    {"gemma3", "gemma3_text", kGgufGemma3},
    {"lfm2", "lfm2", kGgufLfm2},
    {"hunyuan-dense", "hunyuan_v1_dense", kGgufHunyuan}};

std::optional<std::string_view> gguf_hub_part(std::span<const GgufName> names,
                                              std::string_view part) {
  const auto found = std::ranges::find(names, part, &GgufName::file);
  return found == names.end() ? std::nullopt : std::optional(found->hub);
}

// "blk.3.attn_q.weight" is "model.layers.3.self_attn.q_proj.weight".
std::string gguf_hub_name(const GgufArchitecture& architecture, const std::string& name) {
  const size_t dot = name.rfind('.');
  if (dot == name.npos) return name;
  const std::string_view all = name, part = all.substr(0, dot), kind = all.substr(dot);
  if (const auto outer = gguf_hub_part(kGgufOuter, part)) return fmt::format("{}{}", *outer, kind);
  const size_t begin = part.find('.'), end = part.find('.', begin + 1);
  if (!part.starts_with("blk.") || end == part.npos) return name;
  const std::string_view layer = part.substr(begin, end - begin), inside = part.substr(end + 1);
  auto inner = gguf_hub_part(architecture.names, inside);
  if (!inner) inner = gguf_hub_part(kGgufInner, inside);
  return inner ? fmt::format("model.layers{}.{}{}", layer, *inner, kind) : name;
}

// The keys of config.json, of those of a file.
class GgufConfig {
 public:
  GgufConfig(const GgufFile& file, const GgufArchitecture& architecture, std::string source)
      : metadata_(file.metadata),
        tensors_(file.tensors),
        architecture_(architecture),
        source_(std::move(source)) {}

  Result<json> read() {
    config_["model_type"] = architecture_.model_type;
    needed("embedding_length", "hidden_size");
    needed("block_count", "num_hidden_layers");
    needed("feed_forward_length", "intermediate_size");
    needed("attention.head_count", "num_attention_heads");
    number("attention.layer_norm_rms_epsilon", "rms_norm_eps");
    integer("context_length", "max_position_embeddings");
    integer("attention.key_length", "head_dim");
    number("rope.freq_base", "rope_theta");
    key_value_heads();
    rope_scaling();
    embedding();
    if (architecture_.name == "gemma3") gemma3();
    if (architecture_.name == "lfm2") integer("shortconv.l_cache", "conv_L_cache");
    if (error_) return *error_;
    return std::move(config_);
  }

 private:
  std::string key(std::string_view name) const {
    return fmt::format("{}.{}", architecture_.name, name);
  }
  void fail(Errc code, std::string_view what) {
    if (!error_) error_ = Error{code, fmt::format("{}: {}", source_, what)};
  }
  void integer(std::string_view name, const char* hub) {
    if (const auto value = metadata_.integer(key(name))) config_[hub] = *value;
  }
  void needed(std::string_view name, const char* hub) {
    integer(name, hub);
    if (!config_.contains(hub))
      fail(Errc::bad_format, fmt::format("has no {}, expected a number", key(name)));
  }
  void number(std::string_view name, const char* hub) {
    if (const auto value = metadata_.number(key(name))) config_[hub] = *value;
  }

  // Reads a number, or lfm2's list: 0 in layers that convolve.
  void key_value_heads() {
    const std::string name = key("attention.head_count_kv");
    if (const auto all = metadata_.integers(name); all && !all->empty()) {
      if (static_cast<int64_t>(all->size()) != config_.value("num_hidden_layers", int64_t{0}))
        return fail(Errc::bad_format,
                    fmt::format("{} has {} values, expected one a layer", name, all->size()));
      json& types = config_["layer_types"] = json::array();
      for (const int64_t heads : *all) types.push_back(heads == 0 ? "conv" : "full_attention");
      config_["num_key_value_heads"] = std::ranges::max(*all);
      if (architecture_.name != "lfm2") config_.erase("layer_types");
      return;
    }
    integer("attention.head_count_kv", "num_key_value_heads");
  }

  void rope_scaling() {
    const auto type = metadata_.text(key("rope.scaling.type"));
    if (!type || *type == "none") return;
    if (*type != "linear")
      return fail(Errc::unsupported, fmt::format("{} is {}, expected linear or none",
                                                 key("rope.scaling.type"), printable(*type)));
    if (const auto factor = metadata_.number(key("rope.scaling.factor")))
      config_["rope_scaling"] = {{"rope_type", "linear"}, {"factor", *factor}};
  }

  void embedding() {
    const auto find = [&](std::string_view name) {
      return std::ranges::find(tensors_, name, &StoredTensor::name);
    };
    const auto rows = find("token_embd.weight");
    if (rows == tensors_.end() || rows->shape.size() != 2)
      return fail(Errc::bad_format, "has no matrix token_embd.weight");
    config_["vocab_size"] = rows->shape[0];
    config_["tie_word_embeddings"] = find("output.weight") == tensors_.end();
  }

  // The file has no scale of scores: it is that of the heads.
  void gemma3() {
    integer("attention.sliding_window", "sliding_window");
    integer("attention.sliding_window_pattern", "sliding_window_pattern");
    number("final_logit_softcapping", "final_logit_softcapping");
    config_["rope_local_base_freq"] = metadata_.number(key("rope.freq_base_swa")).value_or(1e4);
    if (config_.contains("head_dim")) config_["query_pre_attn_scalar"] = config_["head_dim"];
  }

  const GgufMetadata& metadata_;
  const std::vector<StoredTensor>& tensors_;
  const GgufArchitecture& architecture_;
  const std::string source_;
  json config_ = json::object();
  std::optional<Error> error_;
};

json gguf_generation(const GgufMetadata& metadata) {
  json generation = json::object(), ends = json::array();
  for (const char* name : {"eos", "eot"})
    if (const auto id = metadata.integer(fmt::format("tokenizer.ggml.{}_token_id", name)))
      ends.push_back(*id);
  if (!ends.empty()) generation["eos_token_id"] = std::move(ends);
  if (const auto id = metadata.integer("tokenizer.ggml.bos_token_id"))
    generation["bos_token_id"] = *id;
  return generation;
}

}  // namespace

Result<ModelFolder> open_gguf_model(const std::filesystem::path& path) {
  Result<GgufFile> file = open_gguf(path);
  if (!file) return file.error();
  const std::string_view name = file->metadata.text("general.architecture").value_or("");
  const auto* architecture = std::ranges::find(kGgufArchitectures, name, &GgufArchitecture::name);
  if (architecture == std::end(kGgufArchitectures))
    return Error{Errc::unsupported,
                 fmt::format("{}: general.architecture is {}, expected llama, qwen3, gemma3, lfm2 "
                             "or hunyuan-dense",
                             path.string(), printable(name))};
  Result<json> config = GgufConfig(*file, *architecture, path.string()).read();
  if (!config) return config.error();
  auto table = std::make_shared<TensorTable>(path.string());
  for (StoredTensor& tensor : file->tensors) {
    tensor.name = gguf_hub_name(*architecture, tensor.name);
    if (tensor.name.ends_with(".conv.conv.weight") && tensor.shape.size() == 2)
      tensor.shape.insert(tensor.shape.begin() + 1, 1);  // [d, taps]: the hub's has one of each
    const std::string hub_name = tensor.name;
    if (!table->add(std::move(tensor)))
      return Error{Errc::bad_format, fmt::format("{}: {} is there under two names", path.string(),
                                                 printable(hub_name))};
  }
  for (const auto& mapped : file->files) table->keep(mapped);
  return ModelFolder{path, *std::move(config), gguf_generation(file->metadata), std::move(table),
                     /*gguf=*/true};
}

}  // namespace sotto::checkpoint
