#include "quant/quant_params.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sotto::quant {

int QuantParams::at(float x) const {
  const float v = x * (1.0f / scale);
  const auto low = static_cast<float>(-zero), high = static_cast<float>(most - zero);
  const float bounded = v >= low ? std::min(v, high) : low;  // a NaN is not >= low
  return static_cast<int>(std::nearbyint(bounded)) + zero;
}

QuantParams params_between(float low, float high, int most) {
  low = std::min(low, 0.0f);
  high = std::max(high, 0.0f);
  QuantParams levels{.most = most};
  const float scale = (high - low) / static_cast<float>(most);
  if (scale >= std::numeric_limits<float>::min() && std::isfinite(scale)) levels.scale = scale;
  const float zero = std::nearbyint(-low / levels.scale);
  levels.zero = static_cast<int>(std::clamp(zero, 0.0f, static_cast<float>(most)));
  return levels;
}

int most_columns(int most) { return std::numeric_limits<int32_t>::max() / (most * 128); }

}  // namespace sotto::quant
