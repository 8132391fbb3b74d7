#include "measure/logit_quality.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace sotto::measure {
namespace {

// ln of the sum of the exponentials.
double log_sum(std::span<const float> logits, float largest) {
  double sum = 0;
  for (const float x : logits) sum += std::exp(static_cast<double>(x) - largest);
  return largest + std::log(sum);
}

}  // namespace

void LogitDifference::add(std::span<const float> a, std::span<const float> b) {
  assert(a.size() == b.size() && !a.empty());
  const auto best_a = std::ranges::max_element(a), best_b = std::ranges::max_element(b);
  const double norm_a = log_sum(a, *best_a), norm_b = log_sum(b, *best_b);
  double kl = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double log_a = a[i] - norm_a;
    kl += std::exp(log_a) * (log_a - (b[i] - norm_b));
  }
  kl_sum_ += std::max(kl, 0.0);  // rounding may leave -1e-17 of equal ones
  kl_max_ = std::max(kl_max_, kl);
  agreed_ += best_a - a.begin() == best_b - b.begin() ? 1 : 0;
  ++steps_;
}

}  // namespace sotto::measure
