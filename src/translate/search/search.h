// Greedy and beam search as transformers' generate() does them (source: transformers 5.23,
// generation/utils.py and logits_process.py; every rule is tested against its outputs).
#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "models/seq2seq.h"
#include "sotto/error.h"

namespace sotto::translate {

class Speculation;

enum class EarlyStopping { no, yes, never };

// An id that may stand at most `most` times among the new tokens, and without which `least` times
// the text does not end. Not in the reference.
struct TokenLimit {
  int id, most;
  int least = 0;
};

struct SearchOptions {
  std::optional<int> beams = {};             // 1 is greedy
  std::optional<float> length_penalty = {};  // 1
  std::optional<EarlyStopping> early_stopping = {};
  std::optional<int> no_repeat_ngram = {};       // 0: off
  std::optional<float> repetition_penalty = {};  // 1: off
  std::optional<int> min_new_tokens = {};        // 0
  std::optional<int> max_new_tokens = {};        // 199; the forced language counts as the first
  std::vector<TokenLimit> token_limits = {};

  // Needs of the network rather than wishes of the caller.
  std::optional<int> eos = {};           // 2
  std::vector<int> other_ends = {};      // ids that end a text as eos does
  std::vector<int> forbidden = {};       // ids that are never chosen
  std::optional<int> forced_eos = {};    // what a translation of the longest length ends with
  std::optional<bool> renormalize = {};  // of what the rules leave, in beam search; false
};

// For `forced_first`, of a network that is not told the target language.
inline constexpr int kNoForcedFirst = -1;

struct Hypothesis {
  std::vector<int> ids;  // with the start token, the language and, when it was reached, </s>
  double score = 0;      // beam: sum of log-probabilities / length^penalty; greedy: the plain sum
  // Natural log, mean over the new tokens but the forced language; before penalties. 0 when there
  // are none. Of the first of a pool: NaN where a logit was, whose network is damaged.
  double mean_logprob = 0;

  size_t given = 2;  // of the ids: those at the beginning that were not chosen

  // The log-probability of the whole, before penalties.
  double logprob() const {
    return mean_logprob * static_cast<double>(ids.size() > given ? ids.size() - given : 0);
  }
};

// A network with a shortlist (Seq2SeqSession::outputs()) is searched over the shortlist alone; ids
// here are always those of the whole vocabulary.

// The options as numbers that can be searched with, or an error that names the option.
Result<void> check(const SearchOptions& options);

// The best hypothesis of each source. `forced_first` is the id of the target language. An error is
// `bad_argument` or `cancelled`; the stop token is looked at before every token.
Result<std::vector<Hypothesis>> search(models::Seq2SeqSession& session,
                                       std::span<const std::vector<int>> sources, int start_token,
                                       int forced_first, const SearchOptions& options,
                                       std::stop_token stop);

// The same with the whole pool of each source, best first: at least one, at most `beams`
// hypotheses. speculation: who guesses (BatchSearch), or null.
Result<std::vector<std::vector<Hypothesis>>> search_all(models::Seq2SeqSession& session,
                                                        std::span<const std::vector<int>> sources,
                                                        int start_token, int forced_first,
                                                        const SearchOptions& options,
                                                        std::stop_token stop,
                                                        Speculation* speculation = nullptr);

// The same with options for each source.
Result<std::vector<std::vector<Hypothesis>>> search_each(models::Seq2SeqSession& session,
                                                         std::span<const std::vector<int>> sources,
                                                         int start_token, int forced_first,
                                                         std::span<const SearchOptions> options,
                                                         std::stop_token stop,
                                                         Speculation* speculation = nullptr);

}  // namespace sotto::translate
