// NLLB-200 decoder: as the encoder, with attention to the encoder's output between the two parts.
//   h = sqrt(d) E[token] + P
//   h += SelfAttn(LN1 h);   h += CrossAttn(LN2 h, encoded);   h += fc2 relu(fc1 LN3 h)
//   out = LN h;   logits = E out, which is the session's to compute
#include "models/nllb/decoder.h"

namespace sotto::models::nllb {

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
  lineage_.start(hypotheses());
}

Tensor DecoderState::step(const Network& m, std::span<const int> tokens, const Tensor& positions,
                          std::span<const int> position, device::Device& d, Trace* trace) {
  lineage_.append();
  return layers(m, {tokens, position, lineage_.seen(), sources_}, positions, d, trace);
}

Tensor DecoderState::extend(const Network& m, std::span<const int> tokens, const Tensor& positions,
                            std::span<const int> position, device::Device& d, Trace* trace) {
  past_.clear();
  for (size_t i = 0; i < tokens.size(); ++i) {
    lineage_.append();
    past_.push_back({.first = 0, .count = lineage_.steps()});  // the only one: row i is step i
  }
  source_.assign(tokens.size(), sources_.front());
  return layers(m, {tokens, position, past_, source_}, positions, d, trace);
}

void DecoderState::drop(int steps) {
  lineage_.drop(steps);
  for (nn::KvCache& cache : self_) cache.drop(steps * hypotheses());
}

Tensor DecoderState::layers(const Network& m, const Rows& rows, const Tensor& positions,
                            device::Device& d, Trace* trace) {
  const auto see = [&](int layer, std::string_view part, const Tensor& x) {
    if (trace != nullptr) trace->see("decoder", layer, part, x);
  };
  const Tensor h = d.embed(m.shared.w, rows.tokens, m.embedding_scale);
  d.add_rows(h, positions, rows.position);
  see(-1, "embed", h);
  for (int i = 0; i < static_cast<int>(m.decoder.size()); ++i) {
    const DecoderLayer& l = m.decoder[static_cast<size_t>(i)];
    nn::KvCache& self = self_[static_cast<size_t>(i)];
    const device::Arena::Scope scope(d.arena());
    const Tensor n = l.self_attn_layer_norm(d, h);
    const Tensor q = l.self_attn.project(d, n, self.append(h.rows));
    const Tensor a = l.self_attn.attend(d, q, self.all(), rows.past);
    if (trace != nullptr) see(i, "self_attn", l.self_attn.out_proj(d, a));
    l.self_attn.out_proj.add_to(d, a, h);
    const Tensor cross_q = l.encoder_attn.q_proj(d, l.encoder_attn_layer_norm(d, h));
    const Tensor c =
        l.encoder_attn.attend(d, cross_q, cross_[static_cast<size_t>(i)].all(), rows.source);
    if (trace != nullptr) see(i, "encoder_attn", l.encoder_attn.out_proj(d, c));
    l.encoder_attn.out_proj.add_to(d, c, h);
    l.fc.add_to(d, l.final_layer_norm(d, h), h);
    see(i, "", h);
  }
  const Tensor out = m.decoder_layer_norm(d, h);
  see(-1, "final", out);
  return out;
}

}  // namespace sotto::models::nllb
