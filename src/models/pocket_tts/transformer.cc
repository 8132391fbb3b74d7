#include "models/pocket_tts/transformer.h"

#include <fmt/format.h>

#include <algorithm>

#include "nn/activation.h"
#include "nn/rotary.h"

namespace sotto::models::pocket_tts {
namespace {

using device::Tensor;

// A prompt's queries are taken together from here on: a block's keys have to be packed first.
constexpr int kManyRows = 8;

void add_branch(device::Device& d, const nn::Linear& last, const float* scale, const Tensor& x,
                const Tensor& y) {
  if (scale == nullptr) return last.add_to(d, x, y);
  nn::add_scaled(last(d, x), scale, y);
}

// Queries, and into `rows` keys and values; positions turn queries and keys.
Tensor project(const Transformer& t, const TransformerLayer& layer, const Tensor& x,
               const Tensor& angles, const nn::KeysValues& rows, device::Device& d) {
  const int size = t.head_size();
  const Tensor q = d.make(x.rows, t.heads * size);
  const device::Arena::Scope scope(d.arena());
  const Tensor all = layer.in_proj(d, x);
  for (int r = 0; r < x.rows; ++r) {
    const float* from = all.row(r).data();
    const float* turn = angles.row(r).data();
    nn::rotate(from, turn, t.heads, size, q.row(r).data());
    nn::rotate(from + q.cols, turn, t.kv_heads, size, rows.k.row(r).data());
    std::copy_n(from + q.cols + rows.k.cols, rows.v.cols, rows.v.row(r).data());
  }
  return q;
}

}  // namespace

Transformer load_transformer(Loader& load, const std::string& prefix,
                             const TransformerShape& shape) {
  const int kv = shape.attention / shape.heads * shape.kv_heads;
  Transformer t{.layers = {},
                .heads = shape.heads,
                .kv_heads = shape.kv_heads,
                .context = shape.context,
                .max_period = shape.max_period,
                .many_rows = shape.many_rows};
  for (int i = 0; i < shape.layers && !load.error(); ++i) {
    const std::string layer = fmt::format("{}layers.{}.", prefix, i);
    const auto matrix = [&](const char* name, int rows, int cols) {
      const std::string tensor = fmt::format("{}{}.weight", layer, name);
      return nn::Linear{shape.many_rows ? load.packed_matrix(tensor, rows, cols)
                                        : load.matrix(tensor, rows, cols)};
    };
    const auto scale = [&](int branch) {
      return shape.layer_scale
                 ? load.vector(fmt::format("{}layer_scale_{}.scale", layer, branch), shape.d)
                 : nullptr;
    };
    t.layers.push_back({
        .norm1 = load.layer_norm(layer + "norm1", shape.d),
        .norm2 = load.layer_norm(layer + "norm2", shape.d),
        .in_proj = matrix("self_attn.in_proj", shape.attention + 2 * kv, shape.d),
        .out_proj = matrix("self_attn.out_proj", shape.d, shape.attention),
        .linear1 = matrix("linear1", shape.hidden, shape.d),
        .linear2 = matrix("linear2", shape.d, shape.hidden),
        .layer_scale_1 = scale(1),
        .layer_scale_2 = scale(2),
    });
  }
  return t;
}

void TransformerState::start(const Transformer& t) {
  layers.resize(t.layers.size());
  for (nn::RollingCache& cache : layers) cache.clear(t.kv_heads * t.head_size(), t.context);
  position = 0;
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
  const device::Arena::Scope scope(d.arena());
  const Tensor angles = nn::rotary_angles(d, state.position, x.rows, t.head_size(), t.max_period);
  state.seen.resize(static_cast<size_t>(x.rows));
  for (size_t i = 0; i < t.layers.size(); ++i) {
    const TransformerLayer& layer = t.layers[i];
    nn::RollingCache& cache = state.layers[i];
    const device::Arena::Scope layer_scope(d.arena());
    const Tensor q = project(t, layer, layer.norm1(d, x), angles, cache.append(x.rows), d);
    if (!outputs && i + 1 == t.layers.size()) break;
    for (int r = 0; r < x.rows; ++r) state.seen[static_cast<size_t>(r)] = cache.seen(r, x.rows);
    const nn::KeysValues kv = cache.all();
    const Tensor a = t.many_rows || x.rows >= kManyRows
                         ? d.block_attention(q, kv.k, kv.v, state.seen, t.heads)
                         : d.attention(q, kv.k, kv.v, state.seen, t.heads);
    add_branch(d, layer.out_proj, layer.layer_scale_1, a, x);
    const Tensor h = layer.linear1(d, layer.norm2(d, x));
    nn::gelu_tanh(h);
    add_branch(d, layer.linear2, layer.layer_scale_2, h, x);
    if (trace != nullptr) trace->see(side, static_cast<int>(i), "", x);
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
