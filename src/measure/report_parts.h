// The parts of report_page, each a piece of HTML; empty where the runs have nothing for it.
#pragma once

#include <string>
#include <vector>

#include "measure/compare_runs.h"

namespace sotto::measure {

// Every contestant of the runs, in order.
struct Contender {
  Side side;
  std::string task;
};
std::vector<Contender> contenders(const std::vector<Run>& runs);

std::string runs_part(const std::vector<Run>& runs);
std::string comparison_part(const Comparison& comparison);
std::string distributions_part(const std::vector<Contender>& contenders);
std::string waterfall_part(const std::vector<Contender>& contenders);
std::string budget_part(const std::vector<Contender>& contenders);
std::string growth_part(const std::vector<Run>& runs);
Result<std::string> sounds_part(const std::vector<Contender>& contenders);

}  // namespace sotto::measure
