// MLX as a backend: Apple's GPUs through Metal; elsewhere what MLX was built for (CUDA,
// processors).
#pragma once

#include <memory>

#include "device/device.h"

namespace sotto::device::mlx {

std::shared_ptr<const Backend> open_backend();

}  // namespace sotto::device::mlx
