// Nearness of translations to references: BLEU and chrF as sacreBLEU computes them, and plainer
// numbers.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "measure/bleu_tokens.h"

namespace sotto::measure {

// Corpus BLEU (Papineni et al. 2002) with exponential smoothing, 0 to 100. As many references as
// hypotheses, all valid UTF-8.
double bleu(std::span<const std::string> hypotheses, std::span<const std::string> references,
            BleuTokenizer tokenizer);

// Corpus chrF2 (Popovic 2015): character n-grams up to 6, spaces left out; 0 to 100.
double chrf(std::span<const std::string> hypotheses, std::span<const std::string> references);

// The counts that chrf() is made of, so that it can be had of any choice of the lines.
class ChrfCounts {
 public:
  ChrfCounts(std::span<const std::string> hypotheses, std::span<const std::string> references);
  double score(std::span<const size_t> lines) const;

 private:
  static constexpr size_t kOrder = 6;
  struct Matches {
    double hypothesis = 0, reference = 0, both = 0;
  };
  std::vector<std::array<Matches, kOrder>> lines_;
};

// Signatures of the two settings, as sacreBLEU writes them, without its version.
std::string bleu_signature(BleuTokenizer tokenizer);
std::string chrf_signature();

struct TextQuality {
  double chrf = 0, bleu = 0;
  double exact_match = 0;   // share of lines that are equal
  double length_ratio = 0;  // characters of all hypotheses / of all references; 0 without any
};

// The numbers for Japanese, Chinese and Thai count characters, others words.
BleuTokenizer bleu_tokenizer_for(std::string_view iso_language);
TextQuality text_quality(std::span<const std::string> hypotheses,
                         std::span<const std::string> references, BleuTokenizer tokenizer);

}  // namespace sotto::measure
