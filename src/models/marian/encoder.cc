// Marian encoder: post-norm Transformer (Vaswani et al. 2017, section 3.1), sinusoidal positions.
//   h = sqrt(d) E[tokens] + P
//   h = LN1(h + Attn(h));   h = LN2(h + fc2 act(fc1 h))        for each layer
#include "models/marian/layers.h"

namespace sotto::models::marian {

using device::Tensor;
using seq2seq::Network;

void encode_layers(std::span<const EncoderLayer> layers, const SourceBatch& batch, const Tensor& h,
                   device::Device& d, Trace* trace) {
  const auto see = [&](int layer, std::string_view part, const Tensor& x) {
    if (trace != nullptr) trace->see("encoder", layer, part, d.read(x), x.cols);
  };
  see(-1, "embed", h);
  for (int i = 0; i < static_cast<int>(layers.size()); ++i) {
    const EncoderLayer& l = layers[static_cast<size_t>(i)];
    const device::Frame frame(d);
    const nn::KeysValues kv{d.make(h.rows, h.cols), d.make(h.rows, h.cols)};
    const Tensor q = l.self_attn.project(d, h, kv);
    const Tensor a = l.self_attn.attend(d, q, kv, batch.seen);
    if (trace != nullptr) see(i, "self_attn", l.self_attn.out_proj(d, a));
    l.self_attn.out_proj.add_to(d, a, h);
    l.self_attn_layer_norm.in_place(d, h);
    see(i, "after_self_attn_norm", h);
    l.fc.add_to(d, h, h);
    l.final_layer_norm.in_place(d, h);
    see(i, "", h);
  }
}

Tensor encode(const Network& m, const SourceBatch& batch, const Tensor& positions,
              device::Device& d, Trace* trace) {
  const Tensor h = d.embed(m.shared.w, batch.tokens, m.embedding_scale);
  d.add_rows(h, positions, batch.positions);
  encode_layers(m.encoder, batch, h, d, trace);
  return h;
}

}  // namespace sotto::models::marian
