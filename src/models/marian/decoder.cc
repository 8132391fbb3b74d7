// Marian decoder: as the encoder, with attention to the encoder's output between the two parts.
//   h = sqrt(d) E[token] + P
//   h = LN1(h + SelfAttn(h));   h = LN2(h + CrossAttn(h, encoded));   h = LN3(h + fc2 act(fc1 h))
//   logits = E h + b
#include "models/marian/layers.h"

namespace sotto::models::marian {

using device::Tensor;
using seq2seq::Network;

seq2seq::Decoded decode(const Network& m, const seq2seq::DecoderRows& rows, const Tensor& positions,
                        DecoderMemory& memory, device::Device& d, Trace* trace) {
  const auto see = [&](int layer, std::string_view part, const Tensor& x) {
    if (trace != nullptr) trace->see("decoder", layer, part, d.read(x), x.cols);
  };
  const Tensor h = d.embed(m.shared.w, rows.tokens, m.embedding_scale);
  d.add_rows(h, positions, rows.position);
  see(-1, "embed", h);
  for (int i = 0; i < static_cast<int>(m.decoder.size()); ++i) {
    const DecoderLayer& l = m.decoder[static_cast<size_t>(i)];
    nn::KvCache& self = memory.self(static_cast<size_t>(i));
    const device::Frame frame(d);
    const Tensor q = l.self_attn.project(d, h, self.append(h.rows));
    const Tensor a = l.self_attn.attend(d, q, self.all(), rows.past);
    if (trace != nullptr) see(i, "self_attn", l.self_attn.out_proj(d, a));
    l.self_attn.out_proj.add_to(d, a, h);
    l.self_attn_layer_norm.in_place(d, h);
    see(i, "after_self_attn_norm", h);
    const Tensor c = l.encoder_attn.attend(d, l.encoder_attn.q_proj(d, h),
                                           memory.cross(static_cast<size_t>(i)).all(), rows.source);
    if (trace != nullptr) see(i, "encoder_attn", l.encoder_attn.out_proj(d, c));
    l.encoder_attn.out_proj.add_to(d, c, h);
    l.encoder_attn_layer_norm.in_place(d, h);
    see(i, "after_encoder_attn_norm", h);
    l.fc.add_to(d, h, h);
    l.final_layer_norm.in_place(d, h);
    see(i, "", h);
  }
  return {h, h};
}

}  // namespace sotto::models::marian
