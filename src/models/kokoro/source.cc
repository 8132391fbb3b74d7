#include "models/kokoro/source.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "models/noise.h"

namespace sotto::models::kokoro {
namespace {

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

}  // namespace

std::vector<float> HarmonicSource::harmonics(std::span<const float> f0, uint64_t seed) const {
  const size_t count = merge.count(), per_value = static_cast<size_t>(samples_per_f0);
  const std::vector<double> turns = turns_until(f0, count);
  std::vector<float> out(f0.size() * per_value * count);
  for (size_t t = 0; t < f0.size() * per_value; ++t) {
    // Sample t lies between two values of F0, or before the middle of the first, or behind that of
    // the last one.
    const double at =
        std::max(0.0, (static_cast<double>(t) + 0.5) / static_cast<double>(per_value) - 0.5);
    const auto left = static_cast<size_t>(at);
    const size_t right = std::min(left + 1, f0.size() - 1);
    const double share = at - static_cast<double>(left);
    const bool voiced = f0[t / per_value] > kVoicedHz;
    for (size_t h = 0; h < count; ++h) {
      float value = (voiced ? kVoicedNoise : kUnvoicedNoise) * noise_at(seed, t * count + h);
      if (voiced) {
        const double all = static_cast<double>(per_value) * ((1 - share) * turns[left * count + h] +
                                                             share * turns[right * count + h]);
        value += static_cast<float>(kSineAmplitude *
                                    std::sin(2 * std::numbers::pi * (all - std::floor(all))));
      }
      out[t * count + h] = value;
    }
  }
  return out;
}

HarmonicSource load_source(Loader& load, const Config& config) {
  return {.merge = load_harmonic_merge(load, "decoder.generator.m_source.l_linear"),
          .samples_per_f0 = config.istftnet.samples_per_f0()};
}

}  // namespace sotto::models::kokoro
