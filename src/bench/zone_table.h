// Tables of a network's profile, for people and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

#include "device/zones.h"

namespace sotto::bench {

// A line a zone: its milliseconds in each of `runs` runs that took `total_ms` together; what is
// left was done outside the device: `outside` says what that is.
std::string zone_table(std::span<const device::Zone> zones, int runs, double total_ms,
                       std::string_view outside);

nlohmann::ordered_json zone_json(std::span<const device::Zone> zones, int runs);

}  // namespace sotto::bench
