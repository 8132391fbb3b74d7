// Logits in stretches of kStretch: what may be their greatest, and the sum of their exponentials.
// The same everywhere, and however stretches are split between threads.
#pragma once

#include <cstddef>

namespace sotto::device::cpu {

inline constexpr int kStretch = 256;

struct Survey {
  float greatest;  // of the logits that are numbers; the least float where none is
  float most;      // of logit + reach * loss
  bool has_nan;
};

// Of n logits that are off by at most reach * losses each. Without losses they are exact.
Survey survey(const float* logits, const float* losses, float reach, int n);

// Which of those n may reach `least`: `first` more than their numbers go to `found`. How many.
int find_at_least(float least, const float* logits, const float* losses, float reach, int n,
                  int first, int* found);

// Of e^(logit - top), n <= kStretch. Where a logit is NaN, the sum is.
float sum_of_exponentials(const float* logits, float top, int n);

}  // namespace sotto::device::cpu
