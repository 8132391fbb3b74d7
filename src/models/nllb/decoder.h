#pragma once

#include <span>
#include <vector>

#include "device/device.h"
#include "models/decoder_memory.h"
#include "models/nllb/encoder.h"
#include "models/nllb/network.h"
#include "models/source_batch.h"
#include "models/trace.h"

namespace sotto::models::nllb {

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

  // Appends a token to each hypothesis, with that row of `positions`; what the output matrix makes
  // the next one's logits of, a row a hypothesis.
  device::Tensor step(const Network& m, std::span<const int> tokens,
                      const device::Tensor& positions, std::span<const int> position,
                      device::Device& d, Trace* trace);

  // The same for several tokens, one after the other, of the only hypothesis: a row a token.
  device::Tensor extend(const Network& m, std::span<const int> tokens,
                        const device::Tensor& positions, std::span<const int> position,
                        device::Device& d, Trace* trace);

  // Takes the last `steps` steps back.
  void drop(int steps) { memory_.drop(steps); }

  void select(std::span<const int> parents) { memory_.select(parents); }
  int length(int hypothesis) const { return memory_.length(hypothesis); }  // tokens it was given

 private:
  struct Rows {  // of one pass, by each row
    std::span<const int> tokens, position;
    std::span<const device::Seen> past, source;
  };
  device::Tensor layers(const Network& m, const Rows& rows, const device::Tensor& positions,
                        device::Device& d, Trace* trace);

  DecoderMemory memory_;
  std::vector<device::Seen> past_, source_;  // of the rows of extend()
};

}  // namespace sotto::models::nllb
