// Runs and their comparison as one page of HTML that needs nothing but itself.
#pragma once

#include <string>
#include <vector>

#include "measure/compare_runs.h"

namespace sotto::measure {

// Plots, players for the kept sounds with their waveforms and spectrograms, and the tables. All
// that comes from the runs is shown letter by letter: it cannot become part of the page. An error
// when a kept sound cannot be read.
Result<std::string> report_page(const std::vector<Run>& runs,
                                const std::vector<Comparison>& comparisons);

}  // namespace sotto::measure
