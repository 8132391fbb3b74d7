#include "models/kokoro/plbert.h"

#include <array>
#include <vector>

#include "models/kokoro/layers.h"

namespace sotto::models::kokoro {

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
  const std::vector<device::Seen> all(ids.size(), {.first = 0, .count = n});
  for (int layer = 0; layer < layers; ++layer) {
    const device::Frame step(d);
    const nn::KeysValues kv = {d.make(n, x.cols), d.make(n, x.cols)};
    const device::Tensor q = attention.project(d, x, kv);
    attention.out_proj.add_to(d, attention.attend(d, q, kv, all), x);
    attention_norm.in_place(d, x);
    ffn.add_to(d, x, x);
    full_norm.in_place(d, x);
    if (layer == 0) see("bert.layer0", x);
  }
  see("bert.out", x);
  d.linear(x, bert_encoder.w, bert_encoder.b, out);
  see("bert_encoder.out", out);
  return out;
}

PlBert load_plbert(Loader& load, const Config& config) {
  const PlBertConfig& c = config.plbert;
  const int d = c.hidden_size, e = c.embedding_size, ffn = c.intermediate_size;
  const std::string embeddings = "bert.embeddings.";
  const std::string layer = "bert.encoder.albert_layer_groups.0.albert_layers.0.";
  constexpr int kTokenTypes = 2;
  const auto table = [&](const char* name, int rows) {
    const std::array<int64_t, 2> shape = {rows, e};
    return load.made_constant(load.numbers(embeddings + name + "_embeddings.weight", shape), rows);
  };
  const auto norm = [&](const std::string& name, int size) {
    nn::LayerNorm norm = load.layer_norm(name, size);
    norm.epsilon = 1e-12f;
    return norm;
  };
  const auto projection = [&](const char* name) {
    return load_linear(load, layer + "attention." + name, d, d);
  };
  return {
      .word = table("word", config.n_token),
      .position = table("position", c.max_position_embeddings),
      .token_type = table("token_type", kTokenTypes),
      .embedding_norm = norm(embeddings + "LayerNorm", e),
      .map = load_linear(load, "bert.encoder.embedding_hidden_mapping_in", d, e),
      .attention = {.q_proj = projection("query"),
                    .k_proj = projection("key"),
                    .v_proj = projection("value"),
                    .out_proj = projection("dense"),
                    .heads = c.num_attention_heads,
                    .rows = device::Rows::many},
      .attention_norm = norm(layer + "attention.LayerNorm", d),
      .ffn = {.fc1 = load_linear(load, layer + "ffn", ffn, d),
              .fc2 = load_linear(load, layer + "ffn_output", d, ffn),
              .activation = device::Activation::gelu_tanh},
      .full_norm = norm(layer + "full_layer_layer_norm", d),
      .bert_encoder = load_linear(load, "bert_encoder", config.hidden_dim, d),
      .layers = c.num_hidden_layers,
  };
}

}  // namespace sotto::models::kokoro
