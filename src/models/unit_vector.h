// Embeddings of speakers have length 1.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace sotto::models {

// Divides by the length, which counts as 1e-12 at least, as in torch.
inline void to_unit(std::span<float> x) {
  double squares = 0;
  for (const float v : x) squares += double{v} * v;
  const double length = std::max(std::sqrt(squares), 1e-12);
  for (float& v : x) v = static_cast<float>(v / length);
}

}  // namespace sotto::models
