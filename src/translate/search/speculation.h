// Greedy search ahead of the network (Leviathan et al. 2023, section 2, for the arg max): tokens
// are proposed, and the network looks at all of them in one pass, which costs little more than one
// step, as both read its weights once. What it would not have chosen is taken back, so that the
// text is that of greedy search, whoever proposes. BatchSearch does it where one text runs alone.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "models/seq2seq.h"
#include "sotto/error.h"
#include "translate/search/lookup.h"
#include "translate/search/pace.h"
#include "translate/search/rules.h"
#include "translate/search/slots.h"

namespace sotto::translate {

struct DraftReport {
  int passes = 0;                      // of the network, but for the first of each text
  int tokens = 0;                      // that came of them
  int proposed = 0, taken = 0;         // tokens, by both ways
  int looked_up = 0, found_right = 0;  // those of them that were looked up
};

// Proposes tokens of the text itself (lookup.h), and of a smaller network. Used by one thread.
class Speculation {
 public:
  struct Options {
    int most = 8;          // tokens at a time; 1 or more
    bool adapts = true;    // fewer or none where more do not pay (pace.h); else always `most`
    bool looks_up = true;  // in the source and in what was written
  };
  // draft: passes check_draft(); or null.
  explicit Speculation(const Options& options,
                       std::unique_ptr<models::Seq2SeqSession> draft = nullptr);
  ~Speculation();

  // A text begins. `source`: as it is given to the network; `words`: the same in the numbers of the
  // columns of logits, or nothing.
  void begin(const std::vector<int>& source, std::span<const int> words);

  // Proposes what may follow `ids`, which begin with the start token: at most `room` tokens. Valid
  // until the next call.
  std::span<const int> propose(std::span<const int> ids, const Rules& rules, int room);

  // The pass that looked at what was proposed last took so long; that many of them were right.
  // is_first: it read the source, too.
  void note(int taken, double ms, bool is_first);

  // Counts of all texts so far.
  const DraftReport& report() const { return report_; }

 private:
  class Draft;
  int wanted(double chance, int most, bool is_free);
  void look_up(std::span<const int> ids, const Rules& rules, int most);
  void ask_draft(std::span<const int> ids, const Rules& rules, int most);

  const Options options_;
  std::unique_ptr<Draft> draft_;
  std::vector<int> source_;
  Lookup lookup_;
  Pace pace_;
  // By the length of the match: 1, 2, more.
  std::vector<Acceptance> found_right_;
  Acceptance draft_right_;
  Acceptance* asked_ = nullptr;  // of the last proposal; null: there was none
  std::vector<int> proposed_;
  int idle_ = 0;  // proposals that did not pay, since the last that was made all the same
  DraftReport report_;
};

// Whether the draft's tokens are those of the network.
Result<void> check_draft(models::Seq2SeqSession& session, models::Seq2SeqSession& draft);

}  // namespace sotto::translate
