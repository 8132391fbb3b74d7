// log_softmax in float32, as the reference computes it: x - max - log(sum exp(x - max)).
#pragma once

#include <cstddef>
#include <span>

namespace sotto::translate {

struct LogNormalizer {
  float max = 0, log_sum = 0;
  float operator()(float logit) const { return logit - max - log_sum; }
};

// The normalizer of one row of logits. A row with a NaN gives NaN everywhere.
LogNormalizer log_normalizer(std::span<const float> logits);
// The same, where the greatest of them is known.
LogNormalizer log_normalizer(std::span<const float> logits, float max);

// The index of the greatest value, the lowest one of equals; a NaN is less than everything.
int arg_max(std::span<const float> values);

// Looks, from `begin` on, for logits whose normalizer(logit) + plus is more than `least`: an index
// before which there is none, and few before the first. The number of logits: there is none.
size_t find_above(std::span<const float> logits, const LogNormalizer& normalizer, float plus,
                  float least, size_t begin);

}  // namespace sotto::translate
