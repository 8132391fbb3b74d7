// Greedy and beam search as transformers' generate() does them (source: shared reference notes,
// transformers 5.23 generation/utils.py; every rule is tested against its outputs).
#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "models/seq2seq.h"
#include "sotto/error.h"

namespace sotto::translate {

enum class EarlyStopping { no, yes, never };

struct SearchOptions {
  std::optional<int> beams;                  // 1 is greedy
  std::optional<float> length_penalty;       // 1
  std::optional<EarlyStopping> early_stopping;
  std::optional<int> no_repeat_ngram;        // 0: off
  std::optional<float> repetition_penalty;   // 1: off
  std::optional<int> min_new_tokens;         // 0
  std::optional<int> max_new_tokens;         // 199; the forced language counts as the first
};

struct Hypothesis {
  std::vector<int> ids;  // with the start token, the language and, when it was reached, </s>
  double score = 0;      // beam: sum of log-probabilities / length^penalty; greedy: the plain sum
  double mean_logprob = 0;
};

// The best hypothesis of each source. `forced_first` is the id of the target language.
Result<std::vector<Hypothesis>> search(models::Seq2SeqSession& session,
                                       std::span<const std::vector<int>> sources, int start_token,
                                       int forced_first, const SearchOptions& options,
                                       std::stop_token stop);

}  // namespace sotto::translate
