// Limits that a measured number must keep, for exit codes that a script can use.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace sotto::bench {

struct Threshold {
  std::string flag;  // "--max-mcd"
  std::string key;   // of the number: "mcd_db"
  std::string help;
  bool at_most;  // else: at least
  std::optional<double> limit = {};
};

void add_thresholds(CLI::App& app, std::vector<Threshold>& thresholds);

// Says of every number beyond its limit what it is and what it should be; how many there were.
// A threshold whose number is not there is left out.
int count_beyond(const nlohmann::ordered_json& numbers, const std::vector<Threshold>& thresholds);

}  // namespace sotto::bench
