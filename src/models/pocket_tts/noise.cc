#include "models/pocket_tts/noise.h"

#include <cmath>
#include <numbers>

namespace sotto::models::pocket_tts {

SeededNoise::SeededNoise(uint64_t seed, float temperature, std::optional<float> clamp)
    : state_(seed), deviation_(std::sqrt(double{temperature})) {
  if (clamp && deviation_ > 0) clamp_ = double{*clamp} / deviation_;
}

// SplitMix64 (Steele et al. 2014), of which the upper 53 bits become a fraction.
double SeededNoise::uniform() {
  uint64_t z = state_ += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  return (static_cast<double>(z >> 11) + 0.5) * 0x1p-53;
}

// One of the two numbers of Box and Muller (1958): a draw of its own for each number keeps the
// sequence independent of how it is cut.
double SeededNoise::normal() {
  const double radius = std::sqrt(-2 * std::log(uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

double SeededNoise::within() {
  if (!clamp_) return normal();
  // Of normal numbers most are within a wide clamp; within a narrow one, most of even numbers are
  // kept when they are thinned out to the bell's form.
  if (*clamp_ >= 1) {
    for (;;) {
      if (const double x = normal(); std::abs(x) <= *clamp_) return x;
    }
  }
  for (;;) {
    const double x = *clamp_ * (2 * uniform() - 1);
    if (uniform() <= std::exp(-x * x / 2)) return x;
  }
}

void SeededNoise::fill(std::span<float> x0) {
  for (float& x : x0) x = deviation_ > 0 ? static_cast<float>(deviation_ * within()) : 0.0f;
}

}  // namespace sotto::models::pocket_tts
