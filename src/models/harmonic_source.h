// Shared by sources of harmonics (Wang et al. 2019, as in hn-NSF): where there is a voice sines of
// F0 and its harmonics, noise everywhere, merged into one signal. How phases are counted is each
// network's own.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "models/loader.h"

namespace sotto::models {

inline constexpr float kVoicedHz = 10;  // above this is a voice
inline constexpr double kSineAmplitude = 0.1;
inline constexpr float kVoicedNoise = 0.003f, kUnvoicedNoise = 0.1f / 3;

// tanh(sum of w_h s_h + b)
struct HarmonicMerge {
  std::vector<float> weights;  // of each harmonic
  float bias = 0;

  size_t count() const { return weights.size(); }
  // harmonics: [samples, count]
  std::vector<float> operator()(std::span<const float> harmonics) const;
};

HarmonicMerge load_harmonic_merge(Loader& load, const std::string& name);

}  // namespace sotto::models
