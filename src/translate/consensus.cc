#include "translate/consensus.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "base/utf8.h"

namespace sotto::translate {
namespace {

constexpr size_t kOrders = 6;
constexpr double kBetaSquared = 4;  // recall counts twice as much as precision

// The n-grams of one text, as sorted hashes, one list for each n.
using Grams = std::array<std::vector<uint64_t>, kOrders>;

Grams grams_of(std::string_view text) {
  std::u32string characters;
  for (size_t i = 0; i < text.size();) {
    const char32_t c = next_code_point(text, i);
    if (c != U' ' && c != U'\t' && c != U'\n' && c != U'\u3000') characters.push_back(c);
  }
  Grams grams;
  for (size_t begin = 0; begin < characters.size(); ++begin) {
    uint64_t hash = 14695981039346656037u;  // FNV-1a, a character at a time
    for (size_t n = 0; n < kOrders && begin + n < characters.size(); ++n) {
      hash = (hash ^ characters[begin + n]) * 1099511628211u;
      grams[n].push_back(hash);
    }
  }
  for (auto& list : grams) std::sort(list.begin(), list.end());
  return grams;
}

// Counts the n-grams that two sorted lists share, as often as both have them.
size_t shared(const std::vector<uint64_t>& a, const std::vector<uint64_t>& b) {
  size_t count = 0;
  for (size_t i = 0, k = 0; i < a.size() && k < b.size();) {
    if (a[i] == b[k])
      ++count, ++i, ++k;
    else if (a[i] < b[k])
      ++i;
    else
      ++k;
  }
  return count;
}

double chrf(const Grams& hypothesis, const Grams& reference) {
  double sum = 0;
  int orders = 0;
  for (size_t n = 0; n < kOrders; ++n) {
    if (hypothesis[n].empty() && reference[n].empty()) continue;
    ++orders;
    // F = (1 + b2) P R / (b2 P + R) with P = shared / |hypothesis| and R = shared / |reference|.
    sum += (1 + kBetaSquared) * static_cast<double>(shared(hypothesis[n], reference[n])) /
           (kBetaSquared * static_cast<double>(reference[n].size()) +
            static_cast<double>(hypothesis[n].size()));
  }
  return orders == 0 ? 1 : sum / orders;
}

}  // namespace

double chrf(std::string_view hypothesis, std::string_view reference) {
  return chrf(grams_of(hypothesis), grams_of(reference));
}

size_t consensus(std::span<const Candidate> candidates, double temperature) {
  std::vector<Grams> grams;
  double best_logprob = candidates.front().logprob;
  for (const Candidate& c : candidates) {
    grams.push_back(grams_of(c.text));
    best_logprob = std::max(best_logprob, c.logprob);
  }
  std::vector<double> weights;
  for (const Candidate& c : candidates)
    weights.push_back(std::exp((c.logprob - best_logprob) / temperature));
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  size_t best = 0;
  double best_gain = -std::numeric_limits<double>::infinity();
  for (size_t i = 0; i < candidates.size(); ++i) {
    double gain = 0;
    for (size_t k = 0; k < candidates.size(); ++k) gain += weights[k] * chrf(grams[i], grams[k]);
    gain = gain / all + candidates[i].bonus;
    if (gain > best_gain) best = i, best_gain = gain;
  }
  return best;
}

}  // namespace sotto::translate
