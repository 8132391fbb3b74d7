#pragma once

#include <span>
#include <vector>

#include "models/seq2seq/architecture.h"

namespace sotto::models::seq2seq {

// A decoder's memory of its sources and of its own past.
class DecoderState {
 public:
  DecoderState(const Architecture& architecture, const Network& m, device::Device& d)
      : architecture_(architecture),
        memory_(d, m.decoder.size(), cols_of(m.shared.w), m.decoder.front().self_attn.heads) {}

  // Forgets everything.
  void clear() { memory_.clear(); }

  // A hypothesis for each sentence, behind the others, with keys and values of the encoder's
  // output.
  void add(const Network& m, const SourceBatch& batch, const device::Tensor& encoded,
           device::Device& d);

  // Appends a token to each hypothesis, with that row of `positions`; a row a hypothesis.
  Decoded step(const Network& m, std::span<const int> tokens, const device::Tensor& positions,
               std::span<const int> position, device::Device& d, Trace* trace);

  // The same for several tokens, one after the other, of the only hypothesis: a row a token.
  Decoded extend(const Network& m, std::span<const int> tokens, const device::Tensor& positions,
                 std::span<const int> position, device::Device& d, Trace* trace);

  // All tokens of known translations in one pass: `targets` are the decoder's inputs for the
  // sentences of `batch`. A row a token. The state was clear, and is to be cleared.
  Decoded known(const Network& m, const SourceBatch& batch, const device::Tensor& encoded,
                const SourceBatch& targets, const device::Tensor& positions, device::Device& d);

  // Takes the last `steps` steps back.
  void drop(int steps) { memory_.drop(steps); }

  void select(std::span<const int> parents) { memory_.select(parents); }
  int length(int hypothesis) const { return memory_.length(hypothesis); }  // tokens it was given

 private:
  const Architecture& architecture_;
  DecoderMemory memory_;
  std::vector<device::VisibleKeys> past_, source_;  // of the rows of extend() and known()
};

}  // namespace sotto::models::seq2seq
