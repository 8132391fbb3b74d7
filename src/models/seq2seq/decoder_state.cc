#include "models/seq2seq/decoder_state.h"

namespace sotto::models::seq2seq {

using device::Tensor;

void DecoderState::add(const Network& m, const SourceBatch& batch, const Tensor& encoded,
                       device::Device& d) {
  memory_.add(batch);
  for (size_t i = 0; i < m.decoder.size(); ++i) {
    nn::KvCache& cross = memory_.cross(i);
    m.decoder[i].encoder_attn.project_kv(d, encoded, cross.append(encoded.rows));
    cross.compact();
  }
}

Decoded DecoderState::step(const Network& m, std::span<const int> tokens, const Tensor& positions,
                           std::span<const int> position, device::Device& d, Trace* trace) {
  memory_.append();
  return architecture_.decode(m, {tokens, position, memory_.past(), memory_.sources()}, positions,
                              memory_, d, trace);
}

Decoded DecoderState::extend(const Network& m, std::span<const int> tokens, const Tensor& positions,
                             std::span<const int> position, device::Device& d, Trace* trace) {
  past_.clear();
  for (size_t i = 0; i < tokens.size(); ++i) memory_.append();
  const device::VisibleKeys& all = memory_.past().front();
  for (int left = static_cast<int>(tokens.size()) - 1; left >= 0; --left)
    past_.push_back({.first = 0, .count = all.count - left, .rows = all.rows});
  source_.assign(tokens.size(), memory_.sources().front());
  return architecture_.decode(m, {tokens, position, past_, source_}, positions, memory_, d, trace);
}

Decoded DecoderState::known(const Network& m, const SourceBatch& batch, const Tensor& encoded,
                            const SourceBatch& targets, const Tensor& positions,
                            device::Device& d) {
  add(m, batch, encoded, d);
  past_.clear();
  source_.clear();
  for (size_t s = 0; s < targets.sentences.size(); ++s) {
    const device::VisibleKeys& target = targets.sentences[s];
    for (int i = 0; i < target.count; ++i) past_.push_back({.first = target.first, .count = i + 1});
    source_.insert(source_.end(), static_cast<size_t>(target.count), batch.sentences[s]);
  }
  return architecture_.decode(m, {targets.tokens, targets.positions, past_, source_}, positions,
                              memory_, d, nullptr);
}

}  // namespace sotto::models::seq2seq
