// Two contestants' outputs for the same prompts.
#pragma once

#include "measure/compare_runs.h"

namespace sotto::measure {

Result<Quality> compare_quality(const std::string& task, const Side& a, const Side& b,
                                const Limits& limits);

}  // namespace sotto::measure
