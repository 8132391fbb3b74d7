#pragma once

#include <span>
#include <vector>

#include "device/device.h"

namespace sotto::models {

// Sentences laid end to end, without padding: a mask would only remove what padding adds.
struct SourceBatch {
  std::vector<int> tokens, positions;          // of each row
  std::vector<device::VisibleKeys> seen;       // by each row: the rows of its sentence
  std::vector<device::VisibleKeys> sentences;  // the rows of each
  int last_position = 0;

  void clear();
  // The sentence's first token has position `first_position`.
  void add(std::span<const int> sentence, int first_position);
};

}  // namespace sotto::models
