// The harmonic source of the generator (Wang et al. 2019, as in hn-NSF): sines of F0 and its
// harmonics where there is a voice, noise everywhere, merged into one signal.
//   r = (F0 h / 24000) mod 1,   phase = 2 pi * samples_per_f0 * (sum of r so far), linear between
//   F0s s_h = voiced ? 0.1 sin(phase) + 0.003 z : z / 30;     source = tanh(sum of w_h s_h + b)
// Upstream wraps r before it interpolates: that stays so.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "models/harmonic_source.h"
#include "models/kokoro/config.h"
#include "models/loader.h"

namespace sotto::models::kokoro {

// The host computes it. Immutable; any thread may use it.
struct HarmonicSource {
  HarmonicMerge merge;
  int samples_per_f0 = 0;

  // [samples, harmonics] for each value of F0 in Hz, samples_per_f0 of them; above 10 is a voice.
  std::vector<float> harmonics(std::span<const float> f0, uint64_t seed) const {
    return harmonics(f0, seed, 0, f0.size());
  }
  // For `count` of the values, from `first` on.
  std::vector<float> harmonics(std::span<const float> f0, uint64_t seed, size_t first,
                               size_t count) const;
  // The merged harmonics, computed some values at a time: they take nine times the room.
  std::vector<float> sound(std::span<const float> f0, uint64_t seed, size_t first,
                           size_t count) const;
};

HarmonicSource load_source(Loader& load, const Config& config);

}  // namespace sotto::models::kokoro
