// Sound for tests: as loud at every frequency, the same every time.
#pragma once

#include <random>
#include <vector>

namespace sotto::signal::testing {

inline std::vector<float> noise(size_t count) {
  std::minstd_rand random(1);
  std::vector<float> samples(count);
  for (float& x : samples) x = static_cast<float>(random()) * 0x1p-30F - 1;
  return samples;
}

}  // namespace sotto::signal::testing
