// The quantities of a text among its other protected spans.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "text/sentence.h"

namespace sotto::text {

// Adds them to `spans`, which are in order, behind the others. They take the place of what other
// rules found within them, and are given up inside of `code` and of anything longer. Small whole
// numbers and short ones in words are left to the network.
void add_quantities(std::string_view text, const Language& language,
                    std::span<const ProtectedSpan> code, std::vector<ProtectedSpan>& spans);

}  // namespace sotto::text
