// NLLB-200 encoder: pre-norm Transformer (Vaswani et al. 2017, section 3.1, with the norm moved
// inside the residual), relu, sinusoidal positions.
//   h = sqrt(d) E[tokens] + P
//   h += Attn(LN1 h);   h += fc2 relu(fc1 LN2 h)        for each layer
//   out = LN h
#include "models/nllb/encoder.h"

namespace sotto::models::nllb {

using device::Tensor;

Tensor encode(const Network& m, const SourceBatch& batch, nn::SinusoidalPositions& positions,
              int first_position, device::Device& d, Trace* trace) {
  const auto see = [&](int layer, std::string_view part, const Tensor& x) {
    if (trace != nullptr) trace->see("encoder", layer, part, x);
  };
  std::vector<int> position;  // of each row, counted from its sentence's first
  std::vector<device::Seen> seen;
  int last = 0;
  for (int s = 0; s < batch.sentences(); ++s) {
    const device::Seen sentence = batch.rows_of(s);
    for (int i = 0; i < sentence.count; ++i) {
      position.push_back(first_position + i);
      seen.push_back(sentence);
    }
    last = std::max(last, first_position + sentence.count);
  }

  const Tensor h = d.embed(m.shared.w, batch.tokens, m.embedding_scale);
  d.add_rows(h, positions.rows(last), position);
  see(-1, "embed", h);
  for (int i = 0; i < static_cast<int>(m.encoder.size()); ++i) {
    const EncoderLayer& l = m.encoder[static_cast<size_t>(i)];
    const device::Arena::Scope scope(d.arena());
    const Tensor n = l.self_attn_layer_norm(d, h);
    const nn::KeysValues kv{d.make(h.rows, h.cols), d.make(h.rows, h.cols)};
    l.self_attn.project(d, n, kv);
    const Tensor a = l.self_attn.attend(d, n, kv, seen);
    see(i, "self_attn", a);
    d.add(h, a);
    d.add(h, l.fc(d, l.final_layer_norm(d, h)));
    see(i, "", h);
  }
  const Tensor out = m.encoder_layer_norm(d, h);
  see(-1, "final", out);
  return out;
}

}  // namespace sotto::models::nllb
