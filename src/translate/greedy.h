// Greedy search: the arg max of the processed logits at every step.
#pragma once

#include <span>
#include <stop_token>
#include <vector>

#include "translate/rules.h"

namespace sotto::translate {

Result<std::vector<Hypothesis>> greedy_search(models::Seq2SeqSession& session,
                                              std::span<const std::vector<int>> sources,
                                              const Rules& rules, std::stop_token stop);

}  // namespace sotto::translate
