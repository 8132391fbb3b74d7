// Choosing the greatest logits, for a search that goes on with these alone.
#pragma once

#include <span>

namespace sotto::device {

struct Choice {
  int id = 0;
  float logit = 0;
  // ln of the sum of e^logit over all of the row, so that logit - log_sum is the natural log of a
  // probability; NaN where a logit is. Of few rows nearly that: see Device::choose().
  float log_sum = 0;
};

// For each row the ids that may not be chosen, in any order.
using Banned = std::span<const std::span<const int>>;

// The greatest of `logits`, the lowest id of equals; NaN, and what is banned, is less than
// everything else. What every device's choose() comes to.
Choice chosen_of(std::span<const float> logits, std::span<const int> banned);

}  // namespace sotto::device
