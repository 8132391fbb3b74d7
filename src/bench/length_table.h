// Measurements of several lengths, each some runs, as JSON and for people.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

namespace sotto::bench {

// Medians of runs of one length, objects of numbers with the same keys; `length` names the one that
// is the same for all.
nlohmann::ordered_json medians_of(std::span<const nlohmann::ordered_json> runs,
                                  std::string_view length);

// A line for each key of `about`, then a line for each length below the names of its numbers.
std::string length_table(const nlohmann::ordered_json& about,
                         std::span<const nlohmann::ordered_json> lengths);

}  // namespace sotto::bench
