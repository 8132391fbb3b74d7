// The hypothesis that agrees most with the others: minimum Bayes risk decoding (Kumar and Byrne
// 2004) with chrF (Popovic 2015) as the gain.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace sotto::translate {

// A translation that a search found, and the natural log of its probability.
struct Candidate {
  std::string text;  // valid UTF-8
  double logprob = 0;
  double bonus = 0;  // on top of its mean chrF
};

// The index of the candidate whose mean chrF against all of them is greatest, each weighted with
// exp(logprob / temperature), with its bonus; the first of equals. `candidates` has at least one
// entry, and temperature is above 0: the higher it is, the more the unlikely ones count.
size_t consensus(std::span<const Candidate> candidates, double temperature);

// Character F-score in [0, 1]: for n = 1 to 6 the F2 of the n-grams of characters without spaces,
// averaged over the n that either text has. 1 for two texts without characters.
double chrf(std::string_view hypothesis, std::string_view reference);

}  // namespace sotto::translate
