// The devices that this sotto was built for, by name.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "device/device.h"
#include "sotto/error.h"

namespace sotto::device {

std::vector<std::string> names();  // "cpu", and "mlx" where it was built with MLX

// Names the one that is faster on this machine: measured the first time, which takes a second, and
// kept. If there is only one, it is that.
inline constexpr std::string_view kFaster = "auto";

// `threads`: of the processor; 0: as many as it has.
Result<std::shared_ptr<const Backend>> open(std::string_view name, int threads);

}  // namespace sotto::device
