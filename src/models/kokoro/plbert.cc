#include "models/kokoro/plbert.h"

#include <array>
#include <vector>

#include "models/kokoro/layers.h"
#include "models/kokoro/modules.h"
#include "nn/attention.h"

namespace sotto::models::kokoro {

namespace {

AlbertLayer load_layer(Loader& load, const std::string& name, const PlBertConfig& c) {
  const int d = c.hidden_size, ffn = c.intermediate_size;
  const auto projection = [&](const char* part) {
    return load_linear(load, name + "attention." + part, d, d);
  };
  const auto norm = [&](const char* part) {
    nn::LayerNorm norm = load.layer_norm(name + part, d);
    norm.epsilon = c.layer_norm_eps;
    return norm;
  };
  return {.attention = {.q_proj = projection("query"),
                        .k_proj = projection("key"),
                        .v_proj = projection("value"),
                        .out_proj = projection("dense"),
                        .heads = c.num_attention_heads,
                        .rows = device::Rows::prefill},
          .attention_norm = norm("attention.LayerNorm"),
          .ffn = {.fc1 = load_linear(load, name + "ffn", ffn, d),
                  .fc2 = load_linear(load, name + "ffn_output", d, ffn),
                  .activation = c.hidden_act},
          .full_norm = norm("full_layer_layer_norm")};
}

}  // namespace

void AlbertLayer::operator()(device::Device& d, const device::Tensor& x,
                             std::span<const device::VisibleKeys> all) const {
  const device::Frame frame(d);
  const nn::KeysValues kv = {d.make(x.rows, x.cols), d.make(x.rows, x.cols)};
  const device::Tensor q = attention.project(d, x, kv);
  attention.out_proj.add_to(d, attention.attend(d, q, kv, all), x);
  attention_norm.in_place(d, x);
  ffn.add_to(d, x, x);
  full_norm.in_place(d, x);
}

device::Tensor PlBert::operator()(device::Device& d, std::span<const int> ids,
                                  const Sight& see) const {
  const int n = static_cast<int>(ids.size());
  const device::Tensor out = d.make(n, rows_of(bert_encoder.w));
  const device::Frame frame(d);
  const device::Tensor embedded = d.gather(word.tensor, ids);
  d.add(embedded, position.tensor.part(0, n));
  d.add(embedded, token_type.tensor.part(0, 1));
  embedding_norm.in_place(d, embedded);
  see("bert.embeddings", embedded);
  const device::Tensor x = map(d, embedded);
  const auto all = nn::see_all(n, n);
  const double runs_a_group = static_cast<double>(layers) / static_cast<double>(groups.size());
  for (int i = 0; i < layers; ++i) {
    for (const AlbertLayer& layer : groups[static_cast<size_t>(i / runs_a_group)]) layer(d, x, all);
    if (i == 0) see("bert.layer0", x);
  }
  see("bert.out", x);
  d.linear(x, bert_encoder.w, bert_encoder.b, out);
  see("bert_encoder.out", out);
  return out;
}

PlBert load_plbert(Loader& load, const Config& config) {
  const PlBertConfig& c = config.plbert;
  const int d = c.hidden_size, e = c.embedding_size;
  const std::string embeddings = "bert.embeddings.";
  const auto table = [&](const char* name, int rows) {
    const std::array<int64_t, 2> shape = {rows, e};
    return load.made_constant(load.numbers(embeddings + name + "_embeddings.weight", shape), rows);
  };
  PlBert bert{.word = table("word", config.n_token),
              .position = table("position", c.max_position_embeddings),
              .token_type = table("token_type", c.type_vocab_size),
              .embedding_norm = load.layer_norm(embeddings + "LayerNorm", e),
              .map = load_linear(load, "bert.encoder.embedding_hidden_mapping_in", d, e),
              .groups = {},
              .bert_encoder = load_linear(load, "bert_encoder", config.hidden_dim, d),
              .layers = c.num_hidden_layers};
  bert.embedding_norm.epsilon = c.layer_norm_eps;
  for (int g = 0; g < c.num_hidden_groups && !load.error(); ++g) {
    std::vector<AlbertLayer>& group = bert.groups.emplace_back();
    for (int k = 0; k < c.inner_group_num && !load.error(); ++k)
      group.push_back(load_layer(load, albert_layer(g, k) + ".", c));
  }
  return bert;
}

}  // namespace sotto::models::kokoro
