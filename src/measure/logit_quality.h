// Differences of two networks' opinions of the next token.
#pragma once

#include <cstddef>
#include <span>

namespace sotto::measure {

// Sums over the steps of both on the same tokens.
class LogitDifference {
 public:
  // Unnormalized logits of one step, as many in both, at least one; finite.
  void add(std::span<const float> a, std::span<const float> b);

  size_t steps() const { return steps_; }
  // Kullback-Leibler divergence of B from A, sum p_A (ln p_A - ln p_B), in nats: mean and largest.
  double kl_mean() const { return steps_ > 0 ? kl_sum_ / static_cast<double>(steps_) : 0; }
  double kl_max() const { return kl_max_; }
  // The share of the steps at which both prefer the same token.
  double top1_agreement() const {
    return steps_ > 0 ? static_cast<double>(agreed_) / static_cast<double>(steps_) : 1;
  }

 private:
  size_t steps_ = 0, agreed_ = 0;
  double kl_sum_ = 0, kl_max_ = 0;
};

}  // namespace sotto::measure
