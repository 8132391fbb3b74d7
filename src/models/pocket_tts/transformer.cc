#include "models/pocket_tts/transformer.h"

#include <fmt/format.h>

#include <array>

#include "nn/rotary.h"

namespace sotto::models::pocket_tts {
namespace {

using device::Tensor;

void add_branch(device::Device& d, const nn::Linear& last, const device::Constant& scale,
                const Tensor& x, const Tensor& y) {
  if (!scale) return last.add_to(d, x, y);
  d.add_scaled(last(d, x), scale.tensor, y);
}

// Each head of queries and keys, so many columns.
nn::Attention load_attention(Loader& load, const std::string& name, const TransformerShape& shape) {
  const int kv = shape.attention / shape.heads * shape.kv_heads;
  const std::array rows = {shape.attention, kv, kv};
  const auto in = load.stacked(name + ".in_proj.weight", rows, shape.d, shape.rows);
  return {.q_proj = {in[0], {}},
          .k_proj = {in[1], {}},
          .v_proj = {in[2], {}},
          .out_proj = {load.matrix(name + ".out_proj.weight", shape.d, shape.attention, shape.rows),
                       {}},
          .heads = shape.heads,
          .rows = shape.rows};
}

}  // namespace

Transformer load_transformer(Loader& load, const std::string& prefix,
                             const TransformerShape& shape) {
  Transformer t{.layers = {},
                .heads = shape.heads,
                .kv_heads = shape.kv_heads,
                .context = shape.context,
                .max_period = shape.max_period};
  for (int i = 0; i < shape.layers && !load.error(); ++i) {
    const std::string layer = fmt::format("{}layers.{}.", prefix, i);
    const auto linear = [&](const char* name, int rows, int cols) {
      return nn::Linear{load.matrix(layer + name + ".weight", rows, cols, shape.rows), {}};
    };
    const auto scale = [&](int branch) {
      if (!shape.layer_scale) return device::Constant();
      return load.constant(fmt::format("{}layer_scale_{}.scale", layer, branch), shape.d);
    };
    t.layers.push_back({
        .norm1 = load.layer_norm(layer + "norm1", shape.d),
        .norm2 = load.layer_norm(layer + "norm2", shape.d),
        .self_attn = load_attention(load, layer + "self_attn", shape),
        .linear1 = linear("linear1", shape.hidden, shape.d),
        .linear2 = linear("linear2", shape.d, shape.hidden),
        .layer_scale_1 = scale(1),
        .layer_scale_2 = scale(2),
    });
  }
  return t;
}

TransformerState::TransformerState(const Transformer& t, device::Device& d) {
  for (size_t i = 0; i < t.layers.size(); ++i)
    layers.emplace_back(d, t.kv_heads * t.head_size(), t.context, t.kv_heads);
}

void TransformerState::reserve(int positions) {
  for (nn::RollingCache& cache : layers) cache.reserve(positions);
}

void TransformerState::rewind(int to) {
  for (nn::RollingCache& cache : layers) cache.rewind(to);
  position = to;
}

namespace {

// `outputs`: of the last layer, too.
void run_layers(const Transformer& t, const Tensor& x, TransformerState& state, device::Device& d,
                std::string_view side, Trace* trace, bool outputs) {
  const device::Frame frame(d);
  const Tensor angles = nn::rotary_angles(d, state.position, x.rows, t.head_size(),
                                          {.period = t.max_period}, state.angles);
  state.seen.resize(static_cast<size_t>(x.rows));
  for (size_t i = 0; i < t.layers.size(); ++i) {
    const TransformerLayer& layer = t.layers[i];
    nn::RollingCache& cache = state.layers[i];
    const device::Frame layer_frame(d);
    const nn::KeysValues now = cache.append(x.rows);
    const Tensor q = layer.self_attn.project(d, layer.norm1(d, x), now);
    d.rotate(now.k, angles, device::Pairs::adjacent);
    if (!outputs && i + 1 == t.layers.size()) break;
    d.rotate(q, angles, device::Pairs::adjacent);
    for (int r = 0; r < x.rows; ++r) state.seen[static_cast<size_t>(r)] = cache.seen(r, x.rows);
    const Tensor a = layer.self_attn.attend(d, q, cache.all(), state.seen);
    add_branch(d, layer.self_attn.out_proj, layer.layer_scale_1, a, x);
    const Tensor h = layer.linear1(d, layer.norm2(d, x));
    d.activate(device::Activation::gelu_tanh, h, h);
    add_branch(d, layer.linear2, layer.layer_scale_2, h, x);
    if (trace != nullptr) trace->see(side, static_cast<int>(i), "", d.read(x), x.cols);
  }
  state.position += x.rows;
}

}  // namespace

void run(const Transformer& t, const Tensor& x, TransformerState& state, device::Device& d,
         std::string_view side, Trace* trace) {
  run_layers(t, x, state, d, side, trace, true);
}

void remember(const Transformer& t, const Tensor& x, TransformerState& state, device::Device& d,
              std::string_view side, Trace* trace) {
  run_layers(t, x, state, d, side, trace, trace != nullptr);
}

}  // namespace sotto::models::pocket_tts
