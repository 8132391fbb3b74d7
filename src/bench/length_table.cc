#include "bench/length_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/json.h"
#include "measure/statistics.h"

namespace sotto::bench {

using Json = nlohmann::ordered_json;

Json medians_of(std::span<const Json> runs, std::string_view length) {
  Json json = runs.front();
  for (auto& [key, value] : json.items()) {
    std::vector<double> all;
    for (const Json& run : runs) all.push_back(run.at(key).get<double>());
    if (key != length) value = measure::rounded(measure::median(all));
  }
  return json;
}

std::string length_table(const Json& about, std::span<const Json> lengths) {
  std::string text;
  for (const auto& [key, value] : about.items()) {
    text += fmt::format("{:<16} {}\n", key,
                        value.is_string() ? value.get<std::string>() : dumped(value));
  }
  std::string names, lines;
  for (const Json& row : lengths) {
    names.clear();
    for (const auto& [key, value] : row.items()) {
      const size_t width = std::max<size_t>(14, key.size() + 2);
      names += fmt::format("{:>{}}", key, width);
      lines += fmt::format("{:>{}}", dumped(value), width);
    }
    lines += '\n';
  }
  return text + '\n' + names + '\n' + lines;
}

}  // namespace sotto::bench
