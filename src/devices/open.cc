#include "devices/open.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "device_cpu/backend.h"
#ifdef SOTTO_MLX
#include "device_mlx/mlx_backend.h"
#endif

namespace sotto::device {

std::vector<std::string> names() {
  return {
      "cpu",
#ifdef SOTTO_MLX
      "mlx",
#endif
  };
}

Result<std::shared_ptr<const Backend>> open(std::string_view name, int threads) {
  if (name == "cpu") return cpu::open_backend(threads);
#ifdef SOTTO_MLX
  if (name == "mlx") return mlx::open_backend();
#else
  if (name == "mlx") {
    return Error{Errc::unsupported,
                 "mlx: this sotto was built without MLX, expected a build with -DSOTTO_MLX=ON, or "
                 "the device cpu"};
  }
#endif
  return Error{Errc::bad_argument,
               fmt::format("{}: no such device, expected {}", name, fmt::join(names(), " or "))};
}

}  // namespace sotto::device
