// Where the time goes, for people and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>

#include "device/zones.h"

namespace sotto::cli {

// A line a zone: its milliseconds in each of `runs` runs that took `total_ms` together; what is
// left is what was done outside the device, the search above all.
std::string zone_table(std::span<const device::Zone> zones, int runs, double total_ms);

nlohmann::ordered_json zone_json(std::span<const device::Zone> zones, int runs);

}  // namespace sotto::cli
