// Samples continued by their own reflection, so that frames can be centred at their ends.
#pragma once

#include <algorithm>
#include <cassert>
#include <span>
#include <vector>

namespace sotto::signal {

// `count` samples more at each end, mirrored at the outermost one, which is not repeated: abcd and
// 2 become cbabcdcb. Fewer than there are samples.
inline std::vector<float> reflect_pad(std::span<const float> samples, size_t count) {
  assert(count < samples.size());
  std::vector<float> padded(samples.size() + 2 * count);
  const auto middle = padded.begin() + static_cast<std::ptrdiff_t>(count);
  std::ranges::copy(samples, middle);
  std::ranges::reverse_copy(samples.subspan(1, count), padded.begin());
  std::ranges::reverse_copy(samples.last(count + 1).first(count),
                            middle + static_cast<std::ptrdiff_t>(samples.size()));
  return padded;
}

}  // namespace sotto::signal
