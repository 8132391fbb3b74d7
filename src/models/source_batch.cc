#include "models/source_batch.h"

#include <algorithm>

namespace sotto::models {

void SourceBatch::clear() {
  tokens.clear();
  positions.clear();
  seen.clear();
  sentences.clear();
  last_position = 0;
}

void SourceBatch::add(std::span<const int> sentence, int first_position) {
  const device::VisibleKeys rows{.first = static_cast<int>(tokens.size()),
                                 .count = static_cast<int>(sentence.size())};
  for (int i = 0; i < rows.count; ++i) {
    tokens.push_back(sentence[static_cast<size_t>(i)]);
    positions.push_back(first_position + i);
    seen.push_back(rows);
  }
  sentences.push_back(rows);
  last_position = std::max(last_position, first_position + rows.count);
}

}  // namespace sotto::models
