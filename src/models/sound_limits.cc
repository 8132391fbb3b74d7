#include "models/sound_limits.h"

#include <fmt/format.h>

#include "base/bounded.h"

namespace sotto::models {
namespace {

// Published networks hear 40 to 128 bands, of some hundred frequencies.
constexpr int64_t kMostBands = 1024;
// Published vocoders make 8192 at most. Hundreds of rows are made at once.
constexpr int64_t kMostNumbersOfRow = 1 << 16;

}  // namespace

void require_bands(Loader& load, const std::string& name, int64_t bands) {
  load.require(
      bands <= kMostBands,
      fmt::format("{} has {} bands of a spectrum, expected at most {}", name, bands, kMostBands));
}

void require_stage(Loader& load, const std::string& name, int64_t rate, int64_t channels) {
  load.require(
      bounded_product({rate, channels}, kMostNumbersOfRow) <= kMostNumbersOfRow,
      fmt::format("{} makes {} rows of {} channels of a row of its input, expected at most {} "
                  "numbers",
                  name, rate, channels, kMostNumbersOfRow));
}

}  // namespace sotto::models
