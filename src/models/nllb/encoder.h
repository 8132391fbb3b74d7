#pragma once

#include <span>
#include <vector>

#include "device/device.h"
#include "models/nllb/network.h"
#include "models/nllb/trace.h"

namespace sotto::models::nllb {

// Sentences laid end to end, without padding: a mask would only remove what padding adds.
struct SourceBatch {
  std::vector<int> tokens, positions;   // of each row
  std::vector<device::Seen> seen;       // by each row: the rows of its sentence
  std::vector<device::Seen> sentences;  // the rows of each
  int last_position = 0;

  void clear();
  // The sentence's first token has position `first_position`.
  void add(std::span<const int> sentence, int first_position);
};

// The last layer's states, a row a token; valid until the device's arena is reset. `positions` has
// the rows up to the batch's last position.
device::Tensor encode(const Network& m, const SourceBatch& batch, const device::Tensor& positions,
                      device::Device& d, Trace* trace);

}  // namespace sotto::models::nllb
