#include "nn/transformer.h"

namespace sotto::nn {

using device::Tensor;

void Branch::add_to(device::Device& d, const Tensor& h, const Tensor& x) const {
  if (!norm && !scale) return last.add_to(d, h, x);
  const Tensor y = last(d, h);
  if (norm) norm(d, y, y);
  if (scale)
    d.add_scaled(y, scale.tensor, x);
  else
    d.add(x, y);
}

// Queries or keys: R N, or N R.
void SelfAttention::place(device::Device& d, const Tensor& x, const Norm& head_norm,
                          const Tensor& angles) const {
  const Tensor by_head = x.as(x.rows * (x.cols / head_size()), head_size());
  if (head_norm && !rotates_first) head_norm(d, by_head, by_head);
  if (angles) d.rotate(x, angles, pairs);
  if (head_norm && rotates_first) head_norm(d, by_head, by_head);
}

Tensor SelfAttention::project(device::Device& d, const Tensor& x, const Tensor& angles,
                              const KeysValues& kv) const {
  const Tensor q = d.make(x.rows, device::rows_of(q_proj.w));
  const device::Product products[] = {q_proj.into(q), k_proj.into(kv.k), v_proj.into(kv.v)};
  d.linears(norm(d, x), products);
  place(d, kv.k, k_norm, angles);
  place(d, q, q_norm, angles);
  return q;
}

void SelfAttention::remember(device::Device& d, const Tensor& x, const Tensor& angles,
                             const KeysValues& kv) const {
  const device::Product products[] = {k_proj.into(kv.k), v_proj.into(kv.v)};
  d.linears(norm(d, x), products);
  place(d, kv.k, k_norm, angles);
}

void GatedFeedForward::add_to(device::Device& d, const Tensor& x) const {
  const Tensor normed = norm(d, x), hidden = d.make(x.rows, device::rows_of(up.w));
  if (gate.w == nullptr) {
    d.linear(normed, up.w, up.b, hidden);
    d.activate(activation, hidden, hidden);
    return down.add_to(d, hidden, x);
  }
  const Tensor gates = d.make(x.rows, hidden.cols);
  const device::Product products[] = {gate.into(gates), up.into(hidden)};
  d.linears(normed, products);
  d.activate(activation, gates, gates);
  d.multiply(gates, hidden);
  down.add_to(d, gates, x);
}

}  // namespace sotto::nn
