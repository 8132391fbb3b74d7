// Between floats in [-1, 1] and 16-bit samples.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace sotto::audio {

// 32768 steps to 1, so that 16-bit samples survive the way through float unchanged. What is louder
// than full scale is clamped (wrapping would be a bang); NaN is silence.
inline int16_t to_s16(float sample) {
  if (std::isnan(sample)) return 0;
  return static_cast<int16_t>(std::lrint(std::clamp(sample * 32768.0f, -32768.0f, 32767.0f)));
}

inline float from_s16(int16_t sample) { return static_cast<float>(sample) / 32768.0f; }

}  // namespace sotto::audio
