#include "models/seq2seq/neighbours.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sotto::models::seq2seq {
namespace {

// A key's token gets no share where its worth is below that of the best one by more.
constexpr double kFaintest = 9;

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
void Neighbours::lend(int hypothesis, const Borrowing& how, std::span<const float> query,
                      std::span<float> logits) const {
  const KnownStates* known = of_[static_cast<size_t>(hypothesis)].get();
  if (known == nullptr || known->tokens.empty()) return;
  const Softmax own = softmax_of(logits);
  std::vector<double> worths;  // of the keys
  for (size_t i = 0; i < known->tokens.size(); ++i) {
    const double own_logprob = logits[static_cast<size_t>(known->tokens[i])] - own.log_sum;
    const float* key = known->keys.data() + i * query.size();
    worths.push_back(how.own * own_logprob - squared_distance(query.data(), key, query.size()));
  }
  const double best = *std::ranges::max_element(worths);
  double sum = 0;
  for (const double worth : worths) sum += std::exp(worth - best);
  const double all = best + std::log(sum);
  const double odds = how.constant + how.entropy * own.entropy + how.worth * all;  // log
  if (!std::isfinite(odds)) return;
  for (size_t i = 0; i < worths.size(); ++i) {
    if (worths[i] < best - kFaintest) continue;
    float& logit = logits[static_cast<size_t>(known->tokens[i])];
    const double more = odds + own.log_sum + worths[i] - all;
    const double high = std::max<double>(logit, more), low = std::min<double>(logit, more);
    logit = static_cast<float>(high + std::log1p(std::exp(low - high)));
  }
}

}  // namespace sotto::models::seq2seq
