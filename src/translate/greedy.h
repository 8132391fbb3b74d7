// Greedy search: the arg max of the processed logits at every step.
#pragma once

#include <span>
#include <stop_token>
#include <vector>

#include "translate/rules.h"

namespace sotto::translate {

// `rules` are those of each source.
Result<std::vector<Hypothesis>> greedy_search(models::Seq2SeqSession& session,
                                              std::span<const std::vector<int>> sources,
                                              std::span<const Rules> rules, std::stop_token stop);

// The next token after `ids`. `buffer` is scratch.
int choose(std::span<const float> logits, std::span<const int> ids, const Rules& rules,
           std::vector<float>& buffer);

}  // namespace sotto::translate
