// Beam search. It starts with one hypothesis, where the reference has equal ones that do not count.
#pragma once

#include "translate/search/rules.h"
#include "translate/search/source_search.h"

namespace sotto::translate {

std::unique_ptr<SourceSearch> beam_search(Rules rules);

}  // namespace sotto::translate
