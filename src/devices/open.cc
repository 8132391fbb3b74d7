#include "devices/open.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/kept_figure.h"
#include "base/log.h"
#include "device_cpu/backend.h"
#include "devices/step_time.h"
#ifdef SOTTO_MLX
#include "device_mlx/mlx_backend.h"
#endif

namespace sotto::device {
namespace {

using Opened = Result<std::shared_ptr<const Backend>>;

#ifdef SOTTO_MLX
Opened open_mlx() { return mlx::open_backend(); }
#else
Opened open_mlx() {
  return Error{Errc::unsupported,
               "mlx: this sotto was built without MLX, expected a build with -DSOTTO_MLX=ON, or "
               "the device cpu"};
}
#endif

// Opens the device that takes less time for a step.
Opened open_faster(int threads) {
  Opened processor = cpu::open_backend(threads), other = open_mlx();
  if (!processor || !other) return processor;
  const BackendReport ours = (*processor)->report(), theirs = (*other)->report();
  const auto measure = [&]() -> Result<double> {
    const double speed = compared_speed(**processor, **other);
    log::info("{} on {} takes {:.2f} times as long for a step as the processor", theirs.name,
              theirs.features, 1 / speed);
    return speed;
  };
  const Result<double> speed =
      kept_figure({.name = theirs.name + "-speed",
                   .subject = fmt::format("{} {} threads {} {}", SOTTO_VERSION, ours.chosen,
                                          ours.threads, theirs.chosen),
                   .measure = measure});
  return speed && *speed > 1 ? other : processor;
}

}  // namespace

std::vector<std::string> names() {
  return {
      "cpu",
#ifdef SOTTO_MLX
      "mlx",
#endif
  };
}

Opened open(std::string_view name, int threads) {
  if (name == "cpu") return cpu::open_backend(threads);
  if (name == "mlx") return open_mlx();
  if (name == kFaster) return open_faster(threads);
  return Error{Errc::bad_argument, fmt::format("{}: no such device, expected {} or {}", name,
                                               fmt::join(names(), ", "), kFaster)};
}

}  // namespace sotto::device
