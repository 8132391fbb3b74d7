// Beam search over a batch of sources.
#pragma once

#include <span>
#include <stop_token>
#include <vector>

#include "translate/rules.h"

namespace sotto::translate {

// The pool of each source, best first. `rules` are those of each source, with equal beams.
Result<std::vector<std::vector<Hypothesis>>> beam_search(models::Seq2SeqSession& session,
                                                         std::span<const std::vector<int>> sources,
                                                         std::span<const Rules> rules,
                                                         std::stop_token stop);

}  // namespace sotto::translate
