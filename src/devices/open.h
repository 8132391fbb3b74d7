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

// `threads`: of the processor; 0: as many as it has.
Result<std::shared_ptr<const Backend>> open(std::string_view name, int threads);

}  // namespace sotto::device
