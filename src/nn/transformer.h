// One layer of a pre-norm Transformer (Vaswani et al. 2017, section 3.1, with the norms moved into
// the branches), as decoders of language and of speech have it:
//   q = R Nq W_q N1 x,   k = R Nk W_k N1 x,   v = W_v N1 x
//   x += s1 N1' W_o Attn(q, k, v)
//   x += s2 N2' W_down (f(W_gate N2 x) * W_up N2 x)
// Optional parts: biases; R, rotary positions (Su et al. 2021); Nq and Nk, norms of each head,
// before R or behind it; N1' and N2', norms of what a branch adds; s1 and s2, its scale by columns;
// the gate. Neighbouring query heads may share keys and values (Ainslie et al. 2023), and all heads
// together may be narrower or wider than x. Weights alone: whoever runs a layer has the keys and
// values of its past, and says what a row sees.
#pragma once

#include "nn/attention.h"
#include "nn/norm.h"

namespace sotto::nn {

// x += scale * norm(last h)
struct Branch {
  Linear last;
  Norm norm = {};               // or none
  device::Constant scale = {};  // [1, d], or none

  void add_to(device::Device& d, const device::Tensor& h, const device::Tensor& x) const;
};

struct SelfAttention {
  Norm norm;  // N1
  Linear q_proj, k_proj, v_proj;
  Norm q_norm = {}, k_norm = {};  // or none
  bool rotates_first = false;
  device::Pairs pairs = device::Pairs::halves;
  Branch out;  // W_o
  int heads = 1;

  int head_size() const { return device::rows_of(q_proj.w) / heads; }
  int kv_cols() const { return device::rows_of(k_proj.w); }  // of keys, and of values
  int kv_heads() const { return kv_cols() / head_size(); }

  // The queries of x, and into `kv` its keys and values. angles: of each row (rotary.h), or none.
  device::Tensor project(device::Device& d, const device::Tensor& x, const device::Tensor& angles,
                         const KeysValues& kv) const;
  // Keys and values alone, of rows whose queries nobody asks for.
  void remember(device::Device& d, const device::Tensor& x, const device::Tensor& angles,
                const KeysValues& kv) const;

 private:
  void place(device::Device& d, const device::Tensor& x, const Norm& head_norm,
             const device::Tensor& angles) const;
};

struct GatedFeedForward {
  Norm norm;         // N2
  Linear gate = {};  // or none: f is of `up`
  Linear up;
  device::Activation activation = device::Activation::silu;
  Branch down;

  void add_to(device::Device& d, const device::Tensor& x) const;
};

struct TransformerLayer {
  SelfAttention self_attn;
  GatedFeedForward feed_forward;
};

}  // namespace sotto::nn
