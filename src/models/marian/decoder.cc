// Marian decoder: as the encoder, with attention to the encoder's output between the two parts.
//   h = sqrt(d) E[token] + P
//   h = LN1(h + SelfAttn(h));   h = LN2(h + CrossAttn(h, encoded));   h = LN3(h + fc2 act(fc1 h))
//   logits = E h + b
#include "models/marian/decoder.h"

namespace sotto::models::marian {

using device::Tensor;

void DecoderState::start(const Network& m, const SourceBatch& batch, const Tensor& encoded,
                         int beams, device::Device& d) {
  self_.resize(m.decoder.size());
  cross_.resize(m.decoder.size());
  for (size_t i = 0; i < m.decoder.size(); ++i) {
    self_[i].clear(encoded.cols);
    cross_[i].clear(encoded.cols);
    m.decoder[i].encoder_attn.project_kv(d, encoded, cross_[i].append(encoded.rows));
  }
  sources_.clear();
  for (const device::Seen& sentence : batch.sentences) {
    sources_.insert(sources_.end(), static_cast<size_t>(beams), sentence);
  }
  lineage_.start(static_cast<int>(sources_.size()));
}

Tensor DecoderState::step(const Network& m, std::span<const int> tokens, const Tensor& positions,
                          std::span<const int> position, device::Device& d, Trace* trace) {
  const auto see = [&](int layer, std::string_view part, const Tensor& x) {
    if (trace != nullptr) trace->see("decoder", layer, part, x);
  };
  lineage_.append();
  const Tensor h = d.embed(m.shared.w, tokens, m.embedding_scale);
  d.add_rows(h, positions, position);
  see(-1, "embed", h);
  for (int i = 0; i < static_cast<int>(m.decoder.size()); ++i) {
    const DecoderLayer& l = m.decoder[static_cast<size_t>(i)];
    nn::KvCache& self = self_[static_cast<size_t>(i)];
    const device::Arena::Scope scope(d.arena());
    const Tensor q = l.self_attn.project(d, h, self.append(h.rows));
    const Tensor a = l.self_attn.attend(d, q, self.all(), lineage_.seen());
    if (trace != nullptr) see(i, "self_attn", l.self_attn.out_proj(d, a));
    l.self_attn.out_proj.add_to(d, a, h);
    l.self_attn_layer_norm.in_place(d, h);
    see(i, "after_self_attn_norm", h);
    const Tensor c = l.encoder_attn.attend(d, l.encoder_attn.q_proj(d, h),
                                           cross_[static_cast<size_t>(i)].all(), sources_);
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
