#pragma once

#include <span>
#include <vector>

#include "device/device.h"
#include "models/decoder_memory.h"
#include "models/marian/network.h"
#include "models/source_batch.h"
#include "models/trace.h"

namespace sotto::models::marian {

// What a decoder knows of its sources and of its own past.
class DecoderState {
 public:
  DecoderState(const Network& m, device::Device& d);

  // Forgets everything.
  void clear() { memory_.clear(); }

  // A hypothesis for each sentence, behind the others, with keys and values of the encoder's
  // output.
  void add(const Network& m, const SourceBatch& batch, const device::Tensor& encoded,
           device::Device& d);

  // Appends a token to each hypothesis, with that row of `positions`; logits of the next one, a row
  // a hypothesis.
  device::Tensor step(const Network& m, std::span<const int> tokens,
                      const device::Tensor& positions, std::span<const int> position,
                      device::Device& d, Trace* trace);

  void select(std::span<const int> parents) { memory_.select(parents); }
  int length(int hypothesis) const { return memory_.length(hypothesis); }  // tokens it was given

 private:
  DecoderMemory memory_;
};

}  // namespace sotto::models::marian
