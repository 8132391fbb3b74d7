#include "models/kokoro/source.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "base/vector_clones.h"

namespace sotto::models::kokoro {
namespace {

constexpr float kVoicedHz = 10;
constexpr double kAmplitude = 0.1;
constexpr float kVoicedNoise = 0.003f, kUnvoicedNoise = 0.1f / 3;

// For each value of F0 and each harmonic: the turns made until there, per sample.
std::vector<double> turns_until(std::span<const float> f0, size_t harmonics) {
  std::vector<double> turns(f0.size() * harmonics);
  std::vector<double> sum(harmonics, 0.0);
  for (size_t j = 0; j < f0.size(); ++j) {
    for (size_t h = 0; h < harmonics; ++h) {
      const double rate = static_cast<double>(f0[j]) * static_cast<double>(h + 1) / kSampleRateHz;
      sum[h] += rate - std::floor(rate);
      turns[j * harmonics + h] = sum[h];
    }
  }
  return turns;
}

// sin(2 pi x): with r the rest of x from the nearest integer, folded into a quarter of a turn, by
// the Taylor polynomial of degree 13, whose remainder there is below 1e-9.
inline double sine_of_turns(double x) {
  constexpr double kRound = 0x1.8p52;
  const double r = x - ((x + kRound) - kRound);
  const double a = std::abs(r);
  const double folded = std::copysign(std::min(a, 0.5 - a), r);
  const double angle = 2 * std::numbers::pi * folded, s = angle * angle;
  double p = 1.0 / 6227020800;
  p = p * s - 1.0 / 39916800;
  p = p * s + 1.0 / 362880;
  p = p * s - 1.0 / 5040;
  p = p * s + 1.0 / 120;
  p = p * s - 1.0 / 6;
  p = p * s + 1.0;
  return angle * p;
}

inline float noise_of(uint64_t seed, uint64_t k) {
  uint64_t z = seed + (k + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  z ^= z >> 31;
  const auto sum =
      static_cast<int>((z & 0xffff) + (z >> 16 & 0xffff) + (z >> 32 & 0xffff) + (z >> 48));
  constexpr int kMean = 2 * 0xffff;
  return static_cast<float>((sum - kMean) * (std::numbers::sqrt3 / 65536));
}

// out[i] = factor * noise, from number `first` on
SOTTO_VECTOR_CLONES
void put_noise(uint64_t seed, uint64_t first, float factor, size_t n, float* out) {
  for (size_t i = 0; i < n; ++i) out[i] = factor * noise_of(seed, first + i);
}

// out += sines of `samples` times what lies between `left` and `right`, as turns.
SOTTO_VECTOR_CLONES
void add_sines(const double* left, const double* right, double share, double samples, size_t n,
               float* out) {
  for (size_t h = 0; h < n; ++h) {
    const double turns = samples * ((1 - share) * left[h] + share * right[h]);
    out[h] += static_cast<float>(kAmplitude * sine_of_turns(turns));
  }
}

}  // namespace

float noise_at(uint64_t seed, uint64_t k) { return noise_of(seed, k); }

std::vector<float> HarmonicSource::harmonics(std::span<const float> f0, uint64_t seed) const {
  const size_t count = weights.size(), per_value = static_cast<size_t>(samples_per_f0);
  const std::vector<double> turns = turns_until(f0, count);
  std::vector<float> out(f0.size() * per_value * count);
  for (size_t j = 0; j < f0.size(); ++j) {
    const bool voiced = f0[j] > kVoicedHz;
    const size_t first = j * per_value;
    put_noise(seed, first * count, voiced ? kVoicedNoise : kUnvoicedNoise, per_value * count,
              &out[first * count]);
    if (!voiced) continue;
    for (size_t t = first; t < first + per_value; ++t) {
      // Sample t lies between two values of F0, or before the middle of the first, or behind that
      // of the last one.
      const double at =
          std::max(0.0, (static_cast<double>(t) + 0.5) / static_cast<double>(per_value) - 0.5);
      const auto left = static_cast<size_t>(at);
      const size_t right = std::min(left + 1, f0.size() - 1);
      add_sines(&turns[left * count], &turns[right * count], at - static_cast<double>(left),
                static_cast<double>(per_value), count, &out[t * count]);
    }
  }
  return out;
}

std::vector<float> HarmonicSource::merged(std::span<const float> harmonics) const {
  const size_t count = weights.size();
  std::vector<float> out(harmonics.size() / count);
  for (size_t t = 0; t < out.size(); ++t) {
    float sum = bias;
    for (size_t h = 0; h < count; ++h) sum += weights[h] * harmonics[t * count + h];
    out[t] = std::tanh(sum);
  }
  return out;
}

HarmonicSource load_source(Loader& load, const Config& config) {
  const std::string name = "decoder.generator.m_source.l_linear";
  // Upstream's code says 8 overtones.
  const std::array<int64_t, 2> shape = {1, load.shape_of(name + ".weight", 2)[1]};
  const std::vector<float> bias = load.numbers(name + ".bias", 1);
  return {.weights = load.numbers(name + ".weight", shape),
          .bias = bias.empty() ? 0 : bias[0],
          .samples_per_f0 = config.istftnet.samples_per_f0()};
}

}  // namespace sotto::models::kokoro
