// The verbs that measure.
#pragma once

#include "terminal/verb.h"

namespace sotto::bench {

using namespace terminal;

Verb add_bench(CLI::App& app);
Verb add_compare(CLI::App& app);

}  // namespace sotto::bench
