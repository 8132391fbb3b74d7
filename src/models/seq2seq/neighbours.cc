#include "models/seq2seq/neighbours.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sotto::models::seq2seq {
namespace {

// With distances as shares of Borrowing::distance, d of the nearest state and d_i of some others,
// kMost / (1 + exp((d - 1) / kSpread)) of the probability is borrowed, and of that each state's
// token has the share exp(-d_i / kTemperature). Chosen by the held-out loss of the narrator.
constexpr size_t kNearest = 16;
constexpr double kMost = 0.8, kSpread = 0.5, kTemperature = 0.4;

struct Near {
  float distance;  // squared
  int token;
};

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

// The nearest ones, nearest first; of equal ones the first.
std::vector<Near> nearest(const KnownStates& known, std::span<const float> state) {
  std::vector<Near> best;
  best.reserve(kNearest + 1);
  for (size_t row = 0; row < known.tokens.size(); ++row) {
    const float distance =
        squared_distance(state.data(), known.states.data() + row * state.size(), state.size());
    if (best.size() == kNearest && !(distance < best.back().distance)) continue;
    const auto at = std::ranges::upper_bound(best, distance, {}, &Near::distance);
    best.insert(at, {distance, known.tokens[row]});
    if (best.size() > kNearest) best.pop_back();
  }
  return best;
}

double log_sum_exp(std::span<const float> logits) {
  const float top = *std::ranges::max_element(logits);
  float sum = 0;
  for (const float logit : logits) sum += std::exp(logit - top);
  return top + std::log(sum);
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
  const std::vector<Near> near = nearest(*known, state);
  if (near.empty()) return;
  const double unit = known->how.distance, first = near.front().distance / unit;
  const auto worth = [&](const Near& one) {
    return (first - one.distance / unit) / kTemperature;  // log
  };
  const double weight = kMost / (1 + std::exp((first - 1) / kSpread));
  double all = 0;
  for (const Near& one : near) all += std::exp(worth(one));
  const double of_one = std::log(weight / (1 - weight) / all) + log_sum_exp(logits);
  for (const Near& one : near) {
    float& logit = logits[static_cast<size_t>(one.token)];
    const double more = of_one + worth(one);
    const double high = std::max<double>(logit, more), low = std::min<double>(logit, more);
    logit = static_cast<float>(high + std::log1p(std::exp(low - high)));
  }
}

}  // namespace sotto::models::seq2seq
