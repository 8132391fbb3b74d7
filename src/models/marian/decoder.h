#pragma once

#include <span>
#include <vector>

#include "device/device.h"
#include "models/marian/network.h"
#include "models/source_batch.h"
#include "models/trace.h"
#include "nn/kv_cache.h"

namespace sotto::models::marian {

// What a decoder knows of its sources and of its own past.
class DecoderState {
 public:
  // Keys and values of the encoder's output, once for all beams of a sentence.
  void start(const Network& m, const SourceBatch& batch, const device::Tensor& encoded, int beams,
             device::Device& d);

  // Appends a token to each hypothesis, with that row of `positions`; logits of the next one, a row
  // a hypothesis.
  device::Tensor step(const Network& m, std::span<const int> tokens,
                      const device::Tensor& positions, std::span<const int> position,
                      device::Device& d, Trace* trace);

  void reorder(std::span<const int> parents) { lineage_.reorder(parents); }
  int steps() const { return lineage_.steps(); }

 private:
  nn::Lineage lineage_;
  std::vector<nn::KvCache> self_, cross_;  // one a layer
  std::vector<device::Seen> sources_;      // for each hypothesis, its sentence's rows in cross_
};

}  // namespace sotto::models::marian
