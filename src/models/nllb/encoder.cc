// NLLB-200 encoder: pre-norm Transformer (Vaswani et al. 2017, section 3.1, with the norm moved
// inside the residual), relu, sinusoidal positions.
//   h = sqrt(d) E[tokens] + P
//   h += Attn(LN1 h);   h += fc2 relu(fc1 LN2 h)        for each layer
//   out = LN h
#include "models/nllb/encoder.h"

#include <algorithm>

namespace sotto::models::nllb {

using device::Tensor;

void SourceBatch::clear() {
  tokens.clear();
  positions.clear();
  seen.clear();
  sentences.clear();
  last_position = 0;
}

void SourceBatch::add(std::span<const int> sentence, int first_position) {
  const device::Seen rows{.first = static_cast<int>(tokens.size()),
                          .count = static_cast<int>(sentence.size())};
  for (int i = 0; i < rows.count; ++i) {
    tokens.push_back(sentence[static_cast<size_t>(i)]);
    positions.push_back(first_position + i);
    seen.push_back(rows);
  }
  sentences.push_back(rows);
  last_position = std::max(last_position, first_position + rows.count);
}

Tensor encode(const Network& m, const SourceBatch& batch, const Tensor& positions,
              device::Device& d, Trace* trace) {
  const auto see = [&](int layer, std::string_view part, const Tensor& x) {
    if (trace != nullptr) trace->see("encoder", layer, part, x);
  };
  const Tensor h = d.embed(m.shared.w, batch.tokens, m.embedding_scale);
  d.add_rows(h, positions, batch.positions);
  see(-1, "embed", h);
  for (int i = 0; i < static_cast<int>(m.encoder.size()); ++i) {
    const EncoderLayer& l = m.encoder[static_cast<size_t>(i)];
    const device::Arena::Scope scope(d.arena());
    const Tensor n = l.self_attn_layer_norm(d, h);
    const nn::KeysValues kv{d.make(h.rows, h.cols), d.make(h.rows, h.cols)};
    l.self_attn.project(d, n, kv);
    const Tensor a = l.self_attn.attend(d, n, kv, batch.seen);
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
