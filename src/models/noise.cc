#include "models/noise.h"

#include <cmath>
#include <numbers>

#include "base/vectorized.h"

namespace sotto::models {
namespace {

// SplitMix64 (Steele et al. 2014): numbers of a counter that goes on by kStep.
constexpr uint64_t kStep = 0x9e3779b97f4a7c15u;

inline uint64_t mixed(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

// The upper 53 bits.
double fraction(uint64_t z) { return (static_cast<double>(z >> 11) + 0.5) * 0x1p-53; }

}  // namespace

SeededNoise::SeededNoise(uint64_t seed, float temperature, std::optional<float> clamp)
    : state_(seed), deviation_(std::sqrt(double{temperature})) {
  if (clamp && deviation_ > 0) clamp_ = double{*clamp} / deviation_;
}

double SeededNoise::uniform() { return fraction(mixed(state_ += kStep)); }

// One of the two numbers of Box and Muller (1958): a draw of its own for each number keeps the
// sequence independent of how it is cut.
double SeededNoise::normal() {
  const double radius = std::sqrt(-2 * std::log(uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

double SeededNoise::within() {
  if (!clamp_) return normal();
  // Most normal numbers are within a wide clamp; within a narrow one, most of even numbers are kept
  // when they are thinned out to the bell's form.
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

namespace {

inline float noise_of(uint64_t seed, uint64_t k) {
  const uint64_t z = mixed(seed + (k + 1) * kStep);
  const auto sum =
      static_cast<int>((z & 0xffff) + (z >> 16 & 0xffff) + (z >> 32 & 0xffff) + (z >> 48));
  constexpr int kMean = 2 * 0xffff;
  return static_cast<float>((sum - kMean) * (std::numbers::sqrt3 / 65536));
}

SOTTO_VECTORIZED(void, put_noise_of,
                 (uint64_t seed, uint64_t first, float factor, size_t n, float* out),
                 (seed, first, factor, n, out)) {
  for (size_t i = 0; i < n; ++i) out[i] = factor * noise_of(seed, first + i);
}

}  // namespace

float noise_at(uint64_t seed, uint64_t k) { return noise_of(seed, k); }

void put_noise(uint64_t seed, uint64_t first, float factor, std::span<float> out) {
  put_noise_of(seed, first, factor, out.size(), out.data());
}

double even_at(uint64_t seed, uint64_t k) { return fraction(mixed(seed + (k + 1) * kStep)); }

}  // namespace sotto::models
