// Multi-head attention (Vaswani et al. 2017, section 3.2):
//   out_proj(concat_h softmax(q_h k_h^T / sqrt(d_h)) v_h)
//   q = q_proj x,   k = k_proj y,   v = v_proj y
#pragma once

#include <vector>

#include "nn/linear.h"

namespace sotto::nn {

// Keys and values of the rows that queries may see.
struct KeysValues {
  device::Tensor k, v;
};

// How keys and values are kept beside such weights, where the device was told nothing: the error of
// quantized weights hides that of f16.
inline device::Precision kv_precision(const device::Weight& w) {
  return w->scheme.is_float() ? device::Precision::f32 : device::Precision::f16;
}

// Every query sees every key.
inline std::vector<device::VisibleKeys> see_all(int queries, int keys) {
  return std::vector<device::VisibleKeys>(static_cast<size_t>(queries), {.count = keys});
}

struct Attention {
  Linear q_proj, k_proj, v_proj, out_proj;
  int heads = 1;
  device::Rows rows = device::Rows::decode;  // queries that come together

  // Queries of x, and into `kv` its keys and values: new rows of a cache, or matrices of their
  // own, of x.rows rows.
  device::Tensor project(device::Device& d, const device::Tensor& x, const KeysValues& kv) const {
    const device::Tensor q = d.make(x.rows, rows_of(q_proj.w));
    const device::Product products[] = {q_proj.into(q), k_proj.into(kv.k), v_proj.into(kv.v)};
    d.linears(x, products);
    return q;
  }

  // Keys and values alone, where the queries are another matrix's.
  void project_kv(device::Device& d, const device::Tensor& x, const KeysValues& kv) const {
    const device::Product products[] = {k_proj.into(kv.k), v_proj.into(kv.v)};
    d.linears(x, products);
  }

  // Returns the output of attention before out_proj. Row i of q looks at the rows seen[i] of kv.
  device::Tensor attend(device::Device& d, const device::Tensor& q, const KeysValues& kv,
                        std::span<const device::VisibleKeys> seen) const {
    return d.attention(q, kv.k, kv.v, seen, heads, rows);
  }
};

}  // namespace sotto::nn
