// Sound on its way: mono samples and their rate.
#pragma once

#include <span>

namespace sotto::audio {

struct Chunk {
  std::span<const float> samples;  // mono, [-1, 1]; valid only during the call that passes it
  int sample_rate_hz;
};

}  // namespace sotto::audio
