// Names of software, which no network may change.
#pragma once

#include <vector>

#include "text/sentence.h"

namespace sotto::text {

// Names of software in an English sentence, each with the version behind it: "scikit-learn",
// "Swift 6", "Node.js 22". Where its capital may be that of a sentence ("Spring"), and where
// networks know it ("Docker"), only with a version. In order. A span that the sentence has already
// ("Node.js", 22) is within one of these, or outside of all.
std::vector<ProtectedSpan> find_software(const Sentence& sentence);

}  // namespace sotto::text
