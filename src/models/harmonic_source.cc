#include "models/harmonic_source.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace sotto::models {

std::vector<float> HarmonicMerge::operator()(std::span<const float> harmonics) const {
  std::vector<float> out(harmonics.size() / count());
  for (size_t t = 0; t < out.size(); ++t) {
    float sum = bias;
    for (size_t h = 0; h < count(); ++h) sum += weights[h] * harmonics[t * count() + h];
    out[t] = std::tanh(sum);
  }
  return out;
}

HarmonicMerge load_harmonic_merge(Loader& load, const std::string& name) {
  // Upstream's code says 8 overtones.
  constexpr int kMostHarmonics = 64;
  const std::array<int64_t, 2> shape = {1, load.shape_of(name + ".weight", 2)[1]};
  load.require(shape[1] <= kMostHarmonics, fmt::format("{} adds {} harmonics, expected at most {}",
                                                       name, shape[1], kMostHarmonics));
  const std::vector<float> bias = load.numbers(name + ".bias", 1);
  return {.weights = load.numbers(name + ".weight", shape), .bias = bias.empty() ? 0 : bias[0]};
}

}  // namespace sotto::models
