// The search of one source, a step at a time: greedy (greedy.h) or with beams (beam.h).
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "device/choice.h"
#include "translate/search/rules.h"
#include "translate/search/search.h"

namespace sotto::translate {

// A hypothesis of the next step: hypothesis `parent` of this one and a token.
struct Continued {
  int parent, token;
};

// A greedy search as who guesses its next tokens sees it. Valid until its next step.
struct GreedyText {
  std::span<const int> ids;  // the start token, and what was chosen
  const Rules& rules;
};

class SourceSearch {
 public:
  virtual ~SourceSearch() = default;

  // Looks at the logits of a running hypothesis. Several threads may do so, each for other
  // hypotheses and with a buffer of its own, which is scratch.
  virtual void look(size_t hypothesis, std::span<const float> logits,
                    std::vector<float>& buffer) = 0;
  // Given the logits of all running hypotheses, row by row, that were looked at: those that run on,
  // or none when the search is over. At first one runs: the start token. Valid until the next call.
  virtual std::span<const Continued> step(std::span<const float> logits) = 0;

  // Whether the next token is known, whatever the logits are.
  virtual bool is_forced() const = 0;
  // Does then what look() and step() do.
  virtual std::span<const Continued> step_forced() = 0;

  // Whether the next step needs no more than the most likely token of its only hypothesis. Then
  // `banned` gets the ids that may not come next.
  virtual bool chooses(std::vector<int>& banned) const {
    banned.clear();
    return false;
  }
  // Does what step() does, after chooses(), given that token.
  virtual std::span<const Continued> step(const device::Choice&) { return {}; }

  // Nothing: it keeps several hypotheses.
  virtual std::optional<GreedyText> greedy() const { return std::nullopt; }

  // The hypotheses that were found, best first, once it is over: at least one.
  virtual std::vector<Hypothesis> take_pool() = 0;
};

}  // namespace sotto::translate
