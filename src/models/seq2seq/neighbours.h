// Words from the known translations of other texts, where the decoder is in a state that it was in
// there: nearest-neighbour translation (Khandelwal et al. 2021), over the states of a few examples
// that are made for each text (as Dai et al. 2023 do).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "models/seq2seq/borrowing.h"

namespace sotto::models::seq2seq {

// The states of a decoder over examples as keys, and the token that follows each of them.
struct KnownStates {
  std::vector<float> keys;  // [tokens, width]
  std::vector<int> tokens;
};

// Of the hypotheses of a session: what each of them may borrow from. Used by one thread, but for
// lend().
class Neighbours {
 public:
  void clear() { of_.clear(); }
  // A hypothesis; null: it has no examples.
  void add(std::shared_ptr<const KnownStates> known) { of_.push_back(std::move(known)); }
  // Hypothesis h goes on from what was hypothesis parents[h].
  void select(std::span<const int> parents);

  size_t size() const { return of_.size(); }
  bool has_any() const;

  // Changes the logits of hypothesis h, whose query is `query`, so that their softmax is the
  // mixture. Several threads may do so, each for another row.
  void lend(int hypothesis, const Borrowing& how, std::span<const float> query,
            std::span<float> logits) const;

 private:
  std::vector<std::shared_ptr<const KnownStates>> of_, next_;
};

}  // namespace sotto::models::seq2seq
