// Marian decoder: as the encoder, with attention to the encoder's output between the two parts.
//   h = sqrt(d) E[token] + P
//   h = LN1(h + SelfAttn(h));   h = LN2(h + CrossAttn(h, encoded));   h = LN3(h + fc2 act(fc1 h))
//   logits = E h + b
#include "models/marian/decoder.h"

namespace sotto::models::marian {

using device::Tensor;

DecoderState::DecoderState(const Network& m, device::Device& d)
    : memory_(d, m.decoder.size(), cols_of(m.shared.w)) {}

void DecoderState::add(const Network& m, const SourceBatch& batch, const Tensor& encoded,
                       device::Device& d) {
  memory_.add(batch);
  for (size_t i = 0; i < m.decoder.size(); ++i)
    m.decoder[i].encoder_attn.project_kv(d, encoded, memory_.cross(i).append(encoded.rows));
}

Tensor DecoderState::step(const Network& m, std::span<const int> tokens, const Tensor& positions,
                          std::span<const int> position, device::Device& d, Trace* trace) {
  const auto see = [&](int layer, std::string_view part, const Tensor& x) {
    if (trace != nullptr) trace->see("decoder", layer, part, d.read(x), x.cols);
  };
  memory_.append();
  const Tensor h = d.embed(m.shared.w, tokens, m.embedding_scale);
  d.add_rows(h, positions, position);
  see(-1, "embed", h);
  for (int i = 0; i < static_cast<int>(m.decoder.size()); ++i) {
    const DecoderLayer& l = m.decoder[static_cast<size_t>(i)];
    nn::KvCache& self = memory_.self(static_cast<size_t>(i));
    const device::Frame frame(d);
    const Tensor q = l.self_attn.project(d, h, self.append(h.rows));
    const Tensor a = l.self_attn.attend(d, q, self.all(), memory_.past());
    if (trace != nullptr) see(i, "self_attn", l.self_attn.out_proj(d, a));
    l.self_attn.out_proj.add_to(d, a, h);
    l.self_attn_layer_norm.in_place(d, h);
    see(i, "after_self_attn_norm", h);
    const Tensor c =
        l.encoder_attn.attend(d, l.encoder_attn.q_proj(d, h),
                              memory_.cross(static_cast<size_t>(i)).all(), memory_.sources());
    if (trace != nullptr) see(i, "encoder_attn", l.encoder_attn.out_proj(d, c));
    l.encoder_attn.out_proj.add_to(d, c, h);
    l.encoder_attn_layer_norm.in_place(d, h);
    see(i, "after_encoder_attn_norm", h);
    l.fc.add_to(d, h, h);
    l.final_layer_norm.in_place(d, h);
    see(i, "", h);
  }
  return m.shared(d, h);
}

}  // namespace sotto::models::marian
