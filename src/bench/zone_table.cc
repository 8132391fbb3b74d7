#include "bench/zone_table.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace sotto::bench {
namespace {

// "linear 1024 -> 4096"
std::string name_of(const device::Zone& z) {
  std::string name(z.operation);
  if (z.inputs > 0) name += fmt::format(" {}", z.inputs);
  if (z.outputs > 0) name += fmt::format(" -> {}", z.outputs);
  return name;
}

}  // namespace

std::string zone_table(std::span<const device::Zone> zones, int runs, double total_ms,
                       std::string_view outside) {
  const double each = 1.0 / runs;
  std::string text = fmt::format("\n{:<26} {:>5} {:>7} {:>9} {:>6} {:>7} {:>8}\n", "operation",
                                 "rows", "calls", "ms", "%", "GB/s", "GMAC/s");
  const auto line = [&](const std::string& name, double ms) {
    return fmt::format("{:<26} {{:>5}} {{:>7}} {:>9.3f} {:>6.1f}", name, ms * each,
                       100 * ms / total_ms);
  };
  double inside = 0;
  for (const device::Zone& z : zones) {
    inside += z.ms;
    text += fmt::format(fmt::runtime(line(name_of(z), z.ms)), z.rows, z.calls / runs);
    if (z.outputs > 0) {
      text += fmt::format(" {:>7.1f} {:>8.1f}", z.megabytes / z.ms, z.multiply_adds / z.ms);
    }
    text += '\n';
  }
  text += fmt::format(fmt::runtime(line(fmt::format("outside: {}", outside), total_ms - inside)),
                      "", "");
  return text + fmt::format("\n{:<26} {:>5} {:>7} {:>9.3f}\n", "all", "", "", total_ms * each);
}

nlohmann::ordered_json zone_json(std::span<const device::Zone> zones, int runs) {
  auto all = nlohmann::ordered_json::array();
  for (const device::Zone& z : zones) {
    all.push_back({{"operation", std::string(z.operation)},
                   {"rows", z.rows},
                   {"inputs", z.inputs},
                   {"outputs", z.outputs},
                   {"calls", z.calls / runs},
                   {"ms", z.ms / runs},
                   {"gb_per_s", z.megabytes / z.ms},
                   {"gmac_per_s", z.multiply_adds / z.ms}});
  }
  return all;
}

}  // namespace sotto::bench
