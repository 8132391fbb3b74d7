// Multi-head attention (Vaswani et al. 2017, section 3.2):
//   out_proj(concat_h softmax(q_h k_h^T / sqrt(d_h)) v_h),   q = q_proj x, k = k_proj y, v = v_proj
//   y
#pragma once

#include "nn/linear.h"

namespace sotto::nn {

// Keys and values of the rows that queries may see.
struct KeysValues {
  device::Tensor k, v;
};

struct Attention {
  Linear q_proj, k_proj, v_proj, out_proj;
  int heads = 1;

  // `rows` are the new rows of a cache, or matrices of their own, of y.rows rows.
  void project(device::Device& d, const device::Tensor& y, const KeysValues& rows) const {
    k_proj(d, y, rows.k);
    v_proj(d, y, rows.v);
  }

  // Row i of x looks at the rows seen[i] of kv.
  device::Tensor attend(device::Device& d, const device::Tensor& x, const KeysValues& kv,
                        std::span<const device::Seen> seen) const {
    return out_proj(d, d.attention(q_proj(d, x), kv.k, kv.v, seen, heads));
  }
};

}  // namespace sotto::nn
