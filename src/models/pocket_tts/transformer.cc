#include "models/pocket_tts/transformer.h"

#include <algorithm>

#include "nn/activation.h"
#include "nn/rotary.h"

namespace sotto::models::pocket_tts {
namespace {

using device::Tensor;

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

void TransformerState::start(const Transformer& t) {
  layers.resize(t.layers.size());
  for (nn::RollingCache& cache : layers) cache.clear(t.kv_heads * t.head_size(), t.context);
  position = 0;
}

void TransformerState::reserve(int positions) {
  for (nn::RollingCache& cache : layers) cache.reserve(positions);
}

void run(const Transformer& t, const Tensor& x, TransformerState& state, device::Device& d,
         std::string_view side, Trace* trace) {
  const device::Arena::Scope scope(d.arena());
  const Tensor angles = nn::rotary_angles(d, state.position, x.rows, t.head_size(), t.max_period);
  state.seen.resize(static_cast<size_t>(x.rows));
  for (size_t i = 0; i < t.layers.size(); ++i) {
    const TransformerLayer& layer = t.layers[i];
    nn::RollingCache& cache = state.layers[i];
    const device::Arena::Scope layer_scope(d.arena());
    const Tensor q = project(t, layer, layer.norm1(d, x), angles, cache.append(x.rows), d);
    for (int r = 0; r < x.rows; ++r) state.seen[static_cast<size_t>(r)] = cache.seen(r, x.rows);
    const nn::KeysValues kv = cache.all();
    const Tensor a = d.attention(q, kv.k, kv.v, state.seen, t.heads);
    add_branch(d, layer.out_proj, layer.layer_scale_1, a, x);
    const Tensor h = layer.linear1(d, layer.norm2(d, x));
    nn::gelu_tanh(h);
    add_branch(d, layer.linear2, layer.layer_scale_2, h, x);
    if (trace != nullptr) trace->see(side, static_cast<int>(i), "", x);
  }
  state.position += x.rows;
}

}  // namespace sotto::models::pocket_tts
