// Greedy search with a draft (Leviathan et al. 2023, section 2, for the arg max): a smaller network
// proposes some tokens, and the network itself looks at all of them in one pass, which costs little
// more than one step, as both read its weights once. What it would not have chosen is taken back.
#pragma once

#include <stop_token>
#include <vector>

#include "translate/search/search.h"

namespace sotto::translate {

struct DraftReport {
  int passes = 0;               // of the network itself
  int proposed = 0, taken = 0;  // tokens of the draft
};

// The same hypothesis, to the last bit, as search() without beams gives. Both sessions must be
// rewindable and have the same tokens and outputs; the error says what differs. `ahead` > 0 tokens
// are proposed at a time. `report` may be null.
Result<Hypothesis> speculative_search(models::Seq2SeqSession& session,
                                      models::Seq2SeqSession& draft, const std::vector<int>& source,
                                      int start_token, int forced_first,
                                      const SearchOptions& options, int ahead, std::stop_token stop,
                                      DraftReport* report = nullptr);

// Whether the draft's tokens are those of the network.
Result<void> check_draft(models::Seq2SeqSession& session, models::Seq2SeqSession& draft);

}  // namespace sotto::translate
