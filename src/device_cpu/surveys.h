// Logits in stretches of kStretch: what may be their greatest, and the sum of their exponentials.
// The same everywhere, and however stretches are split between threads.
#pragma once

#include <cstddef>

namespace sotto::device::cpu {

inline constexpr int kStretch = 256;

// Bounds of how far n coarse logits may be from the exact ones.
struct Coarseness {
  const float* losses = nullptr;  // of each; without them logits are exact
  float reach = 0;                // by at most reach * loss
  float spread = 0;               // and by spread * loss as a standard deviation

  Coarseness from(int first) const {
    return {losses != nullptr ? losses + first : nullptr, reach, spread};
  }
};

struct Survey {
  float greatest;  // of the logits that are numbers; the least float where none is
  float most;      // of what they may be
  bool has_nan;
};

// Takes from each coarse logit what errors add to the mean of its exponential, as e^d has the mean
// e^(deviation^2 / 2) where d is normal.
Survey survey(float* logits, const Coarseness& coarse, int n);

// After survey(): which of those n may reach `least`. `first` more than their numbers go to
// `found`. How many.
int find_at_least(float least, const float* logits, const Coarseness& coarse, int n, int first,
                  int* found);

// Sums e^(logit - top), n <= kStretch. With a NaN among the logits it is NaN.
float sum_of_exponentials(const float* logits, float top, int n);

}  // namespace sotto::device::cpu
