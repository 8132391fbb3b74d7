// log_softmax in float32, as the reference computes it: x - max - log(sum exp(x - max)).
#pragma once

#include <span>

namespace sotto::translate {

struct LogNormalizer {
  float max = 0, log_sum = 0;
  float operator()(float logit) const { return logit - max - log_sum; }
};

// The normalizer of one row of logits. A row with a NaN gives NaN everywhere.
LogNormalizer log_normalizer(std::span<const float> logits);

// The index of the greatest value, the lowest one of equals; a NaN is less than everything.
int arg_max(std::span<const float> values);

}  // namespace sotto::translate
