// NLLB-200 encoder: pre-norm Transformer (Vaswani et al. 2017, section 3.1, with the norm moved
// inside the residual), relu, sinusoidal positions.
//   h = sqrt(d) E[tokens] + P
//   h += Attn(LN1 h);   h += fc2 relu(fc1 LN2 h)        for each layer
//   out = LN h
#include "models/nllb/layers.h"

namespace sotto::models::nllb {

using device::Tensor;
using seq2seq::Network;

Tensor encode(const Network& m, const SourceBatch& batch, const Tensor& positions,
              device::Device& d, Trace* trace) {
  const auto see = [&](int layer, std::string_view part, const Tensor& x) {
    if (trace != nullptr) trace->see("encoder", layer, part, d.read(x), x.cols);
  };
  const Tensor h = d.embed(m.shared.w, batch.tokens, m.embedding_scale);
  d.add_rows(h, positions, batch.positions);
  see(-1, "embed", h);
  for (int i = 0; i < static_cast<int>(m.encoder.size()); ++i) {
    const EncoderLayer& l = m.encoder[static_cast<size_t>(i)];
    const device::Frame frame(d);
    const Tensor n = l.self_attn_layer_norm(d, h);
    const nn::KeysValues kv{d.make(h.rows, h.cols), d.make(h.rows, h.cols)};
    const Tensor q = l.self_attn.project(d, n, kv);
    const Tensor a = l.self_attn.attend(d, q, kv, batch.seen);
    if (trace != nullptr) see(i, "self_attn", l.self_attn.out_proj(d, a));
    l.self_attn.out_proj.add_to(d, a, h);
    l.fc.add_to(d, l.final_layer_norm(d, h), h);
    see(i, "", h);
  }
  const Tensor out = m.encoder_layer_norm(d, h);
  see(-1, "final", out);
  return out;
}

}  // namespace sotto::models::nllb
