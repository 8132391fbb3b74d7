#include "models/sampling.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sotto::models {
namespace {

constexpr float kLeftOut = -std::numeric_limits<float>::infinity();

void penalize(std::span<float> logits, std::span<const int> before, float penalty,
              std::vector<int>& distinct) {
  distinct.assign(before.begin(), before.end());
  std::ranges::sort(distinct);
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  for (const int token : distinct) {
    float& logit = logits[static_cast<size_t>(token)];
    logit = logit < 0 ? logit * penalty : logit / penalty;
  }
}

void softmax(std::span<float> x) {
  const float largest = *std::ranges::max_element(x);
  double sum = 0;
  for (float& value : x) {
    value = std::exp(value - largest);
    sum += double{value};
  }
  for (float& value : x) value = static_cast<float>(double{value} / sum);
}

void keep_min_p(std::span<float> logits, float min_p) {
  if (min_p <= 0) return;
  const float largest = *std::ranges::max_element(logits);
  for (float& logit : logits)
    if (std::exp(logit - largest) < min_p) logit = kLeftOut;
}

void keep_top_k(std::span<float> logits, int k, std::vector<float>& sorted) {
  if (k <= 0 || static_cast<size_t>(k) >= logits.size()) return;
  sorted.assign(logits.begin(), logits.end());
  const auto least = sorted.begin() + (k - 1);
  std::nth_element(sorted.begin(), least, sorted.end(), std::greater<>());
  for (float& logit : logits)
    if (logit < *least) logit = kLeftOut;
}

// Ascending, those go whose probabilities make up at most 1 - top_p together; the likeliest stays.
// Tokens without a probability go first, in whatever order: most of a vocabulary need not be
// sorted.
void keep_top_p(std::span<float> logits, float top_p, std::vector<float>& p,
                std::vector<size_t>& order) {
  if (top_p >= 1) return;
  p.assign(logits.begin(), logits.end());
  softmax(p);
  order.clear();
  order.reserve(p.size());
  for (size_t i = 0; i < p.size(); ++i) {
    if (p[i] == 0)
      logits[i] = kLeftOut;
    else
      order.push_back(i);
  }
  // Equal ones in their order, as a stable sort has them, which would allocate.
  std::ranges::sort(order, [&](size_t a, size_t b) { return p[a] != p[b] ? p[a] < p[b] : a < b; });
  double together = 0;
  for (size_t i = 0; i + 1 < order.size(); ++i) {
    together += double{p[order[i]]};
    if (static_cast<float>(together) > 1 - top_p) break;
    logits[order[i]] = kLeftOut;
  }
}

}  // namespace

void to_probabilities(std::span<float> logits, std::span<const int> before,
                      const SamplingSettings& s, SamplingScratch& scratch) {
  if (s.temperature <= 0) {
    penalize(logits, before, s.repetition_penalty, scratch.distinct);
    const auto best = static_cast<size_t>(likeliest(logits));
    std::ranges::fill(logits, 0.0f);
    logits[best] = 1;
    return;
  }
  if (!s.penalty_last) penalize(logits, before, s.repetition_penalty, scratch.distinct);
  for (float& logit : logits) logit /= s.temperature;
  keep_top_k(logits, s.top_k, scratch.numbers);
  keep_min_p(logits, s.min_p);
  keep_top_p(logits, s.top_p, scratch.numbers, scratch.order);
  if (s.penalty_last) penalize(logits, before, s.repetition_penalty, scratch.distinct);
  softmax(logits);
}

void to_probabilities(std::span<float> logits, std::span<const int> before,
                      const SamplingSettings& settings) {
  SamplingScratch scratch;
  to_probabilities(logits, before, settings, scratch);
}

int choose(std::span<const float> probabilities, double uniform) {
  double all = 0;
  for (const float p : probabilities) all += double{p};
  double sum = 0;
  int last = 0;  // that may be chosen, where roundings leave the sum below
  for (size_t i = 0; i < probabilities.size(); ++i) {
    if (!(probabilities[i] > 0)) continue;
    last = static_cast<int>(i);
    sum += double{probabilities[i]};
    if (sum > uniform * all) break;
  }
  return last;
}

int likeliest(std::span<const float> numbers) {
  return static_cast<int>(std::ranges::max_element(numbers) - numbers.begin());
}

}  // namespace sotto::models
