// The numbers of one search, and what it does to the scores of the next token before it chooses.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include "translate/search/log_softmax.h"
#include "translate/search/search.h"

namespace sotto::translate {

inline constexpr float kForbidden = -std::numeric_limits<float>::infinity();

// SearchOptions with every field set. Lengths count new tokens: the start token is none of them.
struct Rules {
  int beams = 1;
  float length_penalty = 1;
  EarlyStopping early_stopping = EarlyStopping::no;
  int no_repeat_ngram = 0;
  float repetition_penalty = 1;
  int min_new_tokens = 0, max_new_tokens = 199;
  int start_token = 2, forced_first = kNoForcedFirst;
  int eos = 2;
  std::vector<int> other_ends;
  std::vector<TokenLimit> token_limits;
  std::vector<int> forbidden;
  std::optional<int> forced_eos;
  bool renormalize = false;

  Rules(const SearchOptions& options, int start_token, int forced_first);

  // Tokens at the beginning of a sequence that the network has no choice in.
  size_t given() const { return forced_first == kNoForcedFirst ? 1 : 2; }

  // The normalizer of one row of logits, for the log-probabilities of what may be chosen: a network
  // that needs renormalization gives forbidden ids more than all others. `buffer` is scratch.
  LogNormalizer normalizer(std::span<const float> logits, std::vector<float>& buffer) const;

  bool is_end(int id) const {
    return id == eos || std::ranges::find(other_ends, id) != other_ends.end();
  }

  // Whether only forced_first may follow.
  bool forces_first(std::span<const int> sequence) const;

  // Whether process() can change anything after a sequence of this length.
  bool active(size_t sequence_length) const;

  // Applied to one row of logits (greedy) or log-probabilities (beam), in the reference's order:
  // repetition penalty, repeated n-grams, forbidden ids, minimum length, forced first token, forced
  // end; then our token limits. `sequence` begins with the start token.
  void process(std::span<float> scores, std::span<const int> sequence) const;

  // True if process() only forbids ids and needs no normalizer of its own: these are appended to
  // `banned`.
  bool ban(std::span<const int> sequence, std::vector<int>& banned) const;

 private:
  bool forces_end(std::span<const int> sequence) const;
  template <class Forbid>
  void for_each_forbidden(std::span<const int> sequence, const Forbid& forbid) const;
};

// Checked against the session; in the numbers of its columns when it has a shortlist (slots.h).
Result<Rules> rules_for(models::Seq2SeqSession& session, int start_token, int forced_first,
                        const SearchOptions& options);

}  // namespace sotto::translate
