#include "bench/thresholds.h"

#include <CLI/CLI.hpp>
#include <cmath>

#include "base/log.h"

namespace sotto::bench {

void add_thresholds(CLI::App& app, std::vector<Threshold>& thresholds) {
  for (Threshold& t : thresholds) app.add_option(t.flag, t.limit, t.help)->type_name("NUMBER");
}

int count_beyond(const nlohmann::ordered_json& numbers, const std::vector<Threshold>& thresholds) {
  int beyond = 0;
  for (const Threshold& t : thresholds) {
    if (!t.limit || !numbers.contains(t.key)) continue;
    const double number = numbers.at(t.key).get<double>();
    if (t.at_most ? number <= *t.limit : number >= *t.limit) continue;
    log::error("{} is {:.6g}, expected at {} {:.6g} ({})", t.key, number,
               t.at_most ? "most" : "least", *t.limit, t.flag);
    ++beyond;
  }
  return beyond;
}

}  // namespace sotto::bench
