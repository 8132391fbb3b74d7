// Names that no network from English has seen.
#pragma once

#include <vector>

#include "text/sentence.h"

namespace sotto::text {

// Words with a capital within an English sentence ("Dmitri", "Zsófia Kovács", "Grafana") that are
// neither ordinary words nor names that networks know. One that begins the sentence only where
// what follows says so: "'s", a verb, another such name. A possessive is not part of it. In order,
// outside of the spans of the sentence.
std::vector<ProtectedSpan> find_names(const Sentence& sentence);

// The sentence with the spans of such names and of software. A version in the name of a software
// ("Swift 6") is no span of its own any more.
Sentence with_names(const Sentence& sentence);

}  // namespace sotto::text
