#include "measure/text_quality.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <map>
#include <numeric>
#include <vector>

namespace sotto::measure {
namespace {

constexpr size_t kWordOrder = 4;
constexpr double kBeta = 2;

// For one length of n-grams, summed over all lines.
struct NgramMatches {
  double hypothesis = 0, reference = 0, both = 0;
};

// The n-grams of a sequence, a string of characters or a vector of words, and how often each comes.
template <class Sequence>
std::map<Sequence, int> ngrams(const Sequence& items, size_t n) {
  std::map<Sequence, int> counts;
  for (size_t i = 0; i + n <= items.size(); ++i) {
    const auto begin = items.begin() + static_cast<ptrdiff_t>(i);
    ++counts[Sequence(begin, begin + static_cast<ptrdiff_t>(n))];
  }
  return counts;
}

template <class Sequence>
NgramMatches matches(const Sequence& hypothesis, const Sequence& reference, size_t n) {
  NgramMatches m;
  const auto of_hypothesis = ngrams(hypothesis, n), of_reference = ngrams(reference, n);
  for (const auto& [gram, count] : of_reference) m.reference += count;
  for (const auto& [gram, count] : of_hypothesis) {
    m.hypothesis += count;
    const auto found = of_reference.find(gram);
    if (found != of_reference.end()) m.both += std::min(count, found->second);
  }
  return m;
}

void add(NgramMatches& sum, const NgramMatches& m) {
  sum.hypothesis += m.hypothesis;
  sum.reference += m.reference;
  sum.both += m.both;
}

double brevity_penalty(double hypothesis_words, double reference_words) {
  if (hypothesis_words >= reference_words) return 1;
  return hypothesis_words > 0 ? std::exp(1 - reference_words / hypothesis_words) : 0;
}

}  // namespace

double bleu(std::span<const std::string> hypotheses, std::span<const std::string> references,
            BleuTokenizer tokenizer) {
  assert(hypotheses.size() == references.size());
  std::array<NgramMatches, kWordOrder> orders;
  double hypothesis_words = 0, reference_words = 0;
  for (size_t line = 0; line < hypotheses.size(); ++line) {
    const auto hypothesis = bleu_tokens(hypotheses[line], tokenizer);
    const auto reference = bleu_tokens(references[line], tokenizer);
    hypothesis_words += static_cast<double>(hypothesis.size());
    reference_words += static_cast<double>(reference.size());
    for (size_t n = 1; n <= kWordOrder; ++n) {
      add(orders[n - 1], matches(hypothesis, reference, n));
    }
  }
  const auto none = [](const NgramMatches& m) { return m.both == 0; };
  if (std::ranges::all_of(orders, none)) return 0;
  double smoothing = 1, logs = 0;
  for (const NgramMatches& m : orders) {
    if (m.hypothesis == 0) return 0;  // no line is as long as this: sacreBLEU's log of zero
    if (m.both == 0) smoothing *= 2;
    logs += std::log(100 * (m.both == 0 ? 1 / smoothing : m.both) / m.hypothesis);
  }
  return brevity_penalty(hypothesis_words, reference_words) * std::exp(logs / kWordOrder);
}

ChrfCounts::ChrfCounts(std::span<const std::string> hypotheses,
                       std::span<const std::string> references) {
  assert(hypotheses.size() == references.size());
  for (size_t line = 0; line < hypotheses.size(); ++line) {
    const std::u32string hypothesis = without_spaces(hypotheses[line]);
    const std::u32string reference = without_spaces(references[line]);
    auto& orders = lines_.emplace_back();
    for (size_t n = 1; n <= kOrder; ++n) {
      const NgramMatches m = matches(hypothesis, reference, n);
      // sacreBLEU does the same: no reference, no mistake.
      orders[n - 1] = {m.reference == 0 ? 0 : m.hypothesis, m.reference, m.both};
    }
  }
}

double ChrfCounts::score(std::span<const size_t> lines) const {
  double precision = 0, recall = 0;
  int used = 0;
  for (size_t n = 0; n < kOrder; ++n) {
    Matches sum;
    for (const size_t line : lines) {
      const Matches& m = lines_[line][n];
      sum.hypothesis += m.hypothesis;
      sum.reference += m.reference;
      sum.both += m.both;
    }
    if (sum.hypothesis == 0 || sum.reference == 0) continue;
    precision += sum.both / sum.hypothesis;
    recall += sum.both / sum.reference;
    ++used;
  }
  if (precision + recall == 0) return 0;
  precision /= used;
  recall /= used;
  constexpr double kWeight = kBeta * kBeta;
  return 100 * (1 + kWeight) * precision * recall / (kWeight * precision + recall);
}

double chrf(std::span<const std::string> hypotheses, std::span<const std::string> references) {
  std::vector<size_t> all(hypotheses.size());
  std::iota(all.begin(), all.end(), size_t{0});
  return ChrfCounts(hypotheses, references).score(all);
}

std::string bleu_signature(BleuTokenizer tokenizer) {
  return std::string("nrefs:1|case:mixed|eff:no|tok:") + name_of(tokenizer) + "|smooth:exp";
}

std::string chrf_signature() { return "nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no"; }

BleuTokenizer bleu_tokenizer_for(std::string_view iso_language) {
  for (const std::string_view unspaced : {"ja", "zh", "yue", "th", "lo", "km", "my"}) {
    if (iso_language == unspaced) return BleuTokenizer::characters;
  }
  return BleuTokenizer::mteval13a;
}

TextQuality text_quality(std::span<const std::string> hypotheses,
                         std::span<const std::string> references, BleuTokenizer tokenizer) {
  TextQuality quality{.chrf = chrf(hypotheses, references),
                      .bleu = bleu(hypotheses, references, tokenizer)};
  double equal = 0, hypothesis_characters = 0, reference_characters = 0;
  for (size_t line = 0; line < hypotheses.size(); ++line) {
    equal += hypotheses[line] == references[line] ? 1 : 0;
    hypothesis_characters += static_cast<double>(without_spaces(hypotheses[line]).size());
    reference_characters += static_cast<double>(without_spaces(references[line]).size());
  }
  if (!hypotheses.empty()) quality.exact_match = equal / static_cast<double>(hypotheses.size());
  if (reference_characters > 0) {
    quality.length_ratio = hypothesis_characters / reference_characters;
  }
  return quality;
}

}  // namespace sotto::measure
