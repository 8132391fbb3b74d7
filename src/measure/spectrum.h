// Sound as spectra over time, for measurements.
#pragma once

#include <span>
#include <vector>

#include "signal/spectrogram.h"

namespace sotto::measure {

// Windows of 25 ms every 10 ms, filled up with zeros to a power of two.
signal::Spectrogram spectrogram(std::span<const float> samples, int sample_rate_hz);

// [frames, bands]
struct Frames {
  size_t count = 0, width = 0;
  std::vector<float> values;

  std::span<const float> row(size_t i) const { return std::span(values).subspan(i * width, width); }
};

// 10 log10 of the power in 80 triangles of height 1 on HTK's mel scale, from 0 to 8 kHz, or to half
// the sample rate. Below 1e-10 counts as that.
Frames log_mel_db(const signal::Spectrogram& spectrogram);

// Mel cepstrum of order 1 to 13: c_k = 2/B sum over bands b of ln A_b cos(pi k (b + 1/2) / B), with
// A_b the amplitude that is log_mel_db's power.
inline constexpr size_t kCepstrumOrder = 13;
Frames mel_cepstrum(const Frames& log_mel_db);

}  // namespace sotto::measure
