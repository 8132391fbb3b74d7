#include "models/kokoro/source.h"

#include <algorithm>
#include <cmath>

#include "base/vectorized.h"
#include "models/noise.h"
#include "signal/angles.h"

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

// out += sines of `samples` times what lies between `left` and `right`, as turns.
SOTTO_VECTORIZED(void, add_sines,
                 (const double* left, const double* right, double share, double samples, size_t n,
                  float* out),
                 (left, right, share, samples, n, out)) {
  for (size_t h = 0; h < n; ++h) {
    const double turns = samples * ((1 - share) * left[h] + share * right[h]);
    out[h] += static_cast<float>(kSineAmplitude * signal::sine_of_turns(turns));
  }
}

}  // namespace

std::vector<float> HarmonicSource::harmonics(std::span<const float> f0, uint64_t seed, size_t begin,
                                             size_t values) const {
  const size_t count = merge.count(), per_value = static_cast<size_t>(samples_per_f0);
  const std::vector<double> turns = turns_until(f0, count);
  std::vector<float> out(values * per_value * count);
  for (size_t j = begin; j < begin + values; ++j) {
    const bool voiced = f0[j] > kVoicedHz;
    const size_t first = j * per_value, place = (j - begin) * per_value;
    put_noise(seed, first * count, voiced ? kVoicedNoise : kUnvoicedNoise,
              std::span(out).subspan(place * count, per_value * count));
    if (!voiced) continue;
    for (size_t t = first; t < first + per_value; ++t) {
      // Sample t lies between two values of F0, or before the middle of the first, or behind that
      // of the last one.
      const double at =
          std::max(0.0, (static_cast<double>(t) + 0.5) / static_cast<double>(per_value) - 0.5);
      const auto left = static_cast<size_t>(at);
      const size_t right = std::min(left + 1, f0.size() - 1);
      add_sines(&turns[left * count], &turns[right * count], at - static_cast<double>(left),
                static_cast<double>(per_value), count, &out[(place + t - first) * count]);
    }
  }
  return out;
}

std::vector<float> HarmonicSource::sound(std::span<const float> f0, uint64_t seed, size_t first,
                                         size_t count) const {
  constexpr size_t kValues = 256;
  std::vector<float> out;
  out.reserve(count * static_cast<size_t>(samples_per_f0));
  for (size_t done = 0; done < count; done += kValues) {
    const auto part = merge(harmonics(f0, seed, first + done, std::min(kValues, count - done)));
    out.insert(out.end(), part.begin(), part.end());
  }
  return out;
}

HarmonicSource load_source(Loader& load, const Config& config) {
  return {.merge = load_harmonic_merge(load, "decoder.generator.m_source.l_linear"),
          .samples_per_f0 = config.istftnet.samples_per_f0()};
}

}  // namespace sotto::models::kokoro
