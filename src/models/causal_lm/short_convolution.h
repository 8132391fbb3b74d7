// The operator of LFM2 (Liquid AI 2025) that stands in attention's place: a convolution over a few
// rows, each column by itself, between two gates.
//   B, C, h = W_in N x;   u = B * h;   v_t = sum over j of k_j * u_(t - L + 1 + j),   j = 0 .. L -
//   1 x += W_out (C * v)
// Its memory of the past are the rows of u.
#pragma once

#include <span>

#include "models/sight.h"
#include "nn/linear.h"
#include "nn/norm.h"

namespace sotto::models::causal_lm {

struct ShortConvolution {
  nn::Norm norm;
  nn::Linear in_b, in_c, in_h;  // rows of the stored in_proj
  device::Constant kernel;      // [L, d]
  nn::Linear out_proj;

  // The rows of x, those of u among the rows of `past`.
  struct Rows {
    device::Cache& past;
    std::span<const int> taps;     // [rows of x, L]: which rows of `past` the convolution meets
    std::span<const int> nothing;  // which of these entries lie before the text: zeros
  };
  void add_to(device::Device& d, const Rows& rows, const device::Tensor& x, const Sight& see) const;
};

}  // namespace sotto::models::causal_lm
