#pragma once

#include <span>
#include <vector>

#include "device/device.h"
#include "models/nllb/network.h"
#include "models/nllb/trace.h"
#include "nn/positions.h"

namespace sotto::models::nllb {

// Sentences laid end to end, without padding: a mask would only remove what padding adds.
struct SourceBatch {
  std::vector<int> tokens;
  std::vector<int> first;  // row of each sentence's first token, and the number of rows at the end

  int sentences() const { return static_cast<int>(first.size()) - 1; }
  device::Seen rows_of(int sentence) const {
    const auto s = static_cast<size_t>(sentence);
    return {.first = first[s], .count = first[s + 1] - first[s]};
  }
};

// The last layer's states, a row a token; valid until the device's arena is reset.
device::Tensor encode(const Network& m, const SourceBatch& batch,
                      nn::SinusoidalPositions& positions, int first_position, device::Device& d,
                      Trace* trace);

}  // namespace sotto::models::nllb
