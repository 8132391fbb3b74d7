#include "models/seq2seq/neighbours.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sotto::models::seq2seq {
namespace {

// d: the distance to the nearest state, where Borrowing::distance is 1; h: the entropy of the
// network's next token, in nats. Of the probability the logistic function of kNear - kFar d +
// kUnsure h is borrowed, and of that each state's token gets a share in proportion to
// exp(-d_i^2 / kTemperature), or none where that is below exp(-kFaintest) of the nearest one's.
// Fitted to sentences that the narrator had not learned (tools/narrator/borrow.py measures it).
constexpr double kNear = 2.0, kFar = 3.6, kUnsure = 0.49, kTemperature = 0.36, kFaintest = 9;

// Sums in lanes, which compilers make vectors of.
float squared_distance(const float* a, const float* b, size_t count) {
  constexpr size_t kLanes = 16;
  std::array<float, kLanes> sums = {};
  size_t i = 0;
  for (; i + kLanes <= count; i += kLanes)
    for (size_t lane = 0; lane < kLanes; ++lane) {
      const float difference = a[i + lane] - b[i + lane];
      sums[lane] += difference * difference;
    }
  float sum = 0;
  for (; i < count; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  for (const float lane : sums) sum += lane;
  return sum;
}

struct Softmax {
  double log_sum = 0;  // of the exponentials of the logits
  double entropy = 0;  // in nats
};
Softmax softmax_of(std::span<const float> logits) {
  const float top = *std::ranges::max_element(logits);
  float sum = 0, mean = 0;
  for (const float logit : logits) {
    const float share = std::exp(logit - top);
    sum += share;
    if (share > 0) mean += share * (logit - top);
  }
  return {top + std::log(sum), std::log(sum) - mean / sum};
}

}  // namespace

void Neighbours::select(std::span<const int> parents) {
  next_.clear();
  for (const int parent : parents) next_.push_back(of_[static_cast<size_t>(parent)]);
  std::swap(of_, next_);
}

bool Neighbours::has_any() const {
  return std::ranges::any_of(of_, [](const auto& known) { return known != nullptr; });
}

// (1 - w) p + w q: all logits but those of the tokens that q has are left as they are, which the
// softmax makes (1 - w) of.
void Neighbours::lend(int hypothesis, std::span<const float> state, std::span<float> logits) const {
  const KnownStates* known = of_[static_cast<size_t>(hypothesis)].get();
  if (known == nullptr) return;
  const size_t count = known->tokens.size();
  if (count == 0) return;
  const double unit = known->how.distance;
  std::vector<double> worth(count);  // log
  for (size_t i = 0; i < count; ++i)
    worth[i] =
        -squared_distance(state.data(), known->states.data() + i * state.size(), state.size()) /
        (unit * kTemperature);
  const double best = *std::ranges::max_element(worth);
  if (!std::isfinite(best)) return;
  double all = 0;
  for (const double one : worth) all += std::exp(one - best);
  const Softmax own = softmax_of(logits);
  const double odds =
      kNear - kFar * std::sqrt(-best * kTemperature) + kUnsure * own.entropy;  // log
  const double of_best = odds + own.log_sum - std::log(all);
  for (size_t i = 0; i < count; ++i) {
    if (worth[i] < best - kFaintest) continue;
    float& logit = logits[static_cast<size_t>(known->tokens[i])];
    const double more = of_best + worth[i] - best;
    const double high = std::max<double>(logit, more), low = std::min<double>(logit, more);
    logit = static_cast<float>(high + std::log1p(std::exp(low - high)));
  }
}

}  // namespace sotto::models::seq2seq
