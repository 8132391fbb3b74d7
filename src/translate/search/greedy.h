// Greedy search: the arg max of the processed logits at every step.
#pragma once

#include "translate/search/rules.h"
#include "translate/search/source_search.h"

namespace sotto::translate {

std::unique_ptr<SourceSearch> greedy_search(Rules rules);

// The next token after `ids`. `buffer` is scratch.
int choose(std::span<const float> logits, std::span<const int> ids, const Rules& rules,
           std::vector<float>& buffer);

}  // namespace sotto::translate
