// Sound as spectra over time, for measurements.
#pragma once

#include <span>
#include <vector>

namespace sotto::measure {

// Power spectra of overlapping pieces: a Hann window (periodic) of 25 ms every 10 ms, filled up
// with zeros to a power of two. The last piece is filled up with zeros, too.
struct Spectrogram {
  int sample_rate_hz = 0, fft_size = 0;
  size_t frames = 0, bins = 0;  // bins = fft_size / 2 + 1
  std::vector<float> power;     // [frames, bins], |X|^2
  double window_energy = 0;     // the sum of the squares of the window

  std::span<const float> frame(size_t i) const { return std::span(power).subspan(i * bins, bins); }
  double hz_of(size_t bin) const { return static_cast<double>(bin) * sample_rate_hz / fft_size; }
};
Spectrogram spectrogram(std::span<const float> samples, int sample_rate_hz);

// [frames, bands]
struct Frames {
  size_t count = 0, width = 0;
  std::vector<float> values;

  std::span<const float> row(size_t i) const { return std::span(values).subspan(i * width, width); }
};

// 10 log10 of the power in 80 triangles that are evenly spaced on the mel scale (2595 log10(1 + f /
// 700)) from 0 to 8 kHz, or to half the sample rate; each has height 1. Below 1e-10 counts as that.
inline constexpr size_t kMelBands = 80;
Frames log_mel_db(const Spectrogram& spectrogram);

// Mel cepstrum of order 1 to 13: c_k = 2/B sum over bands b of ln A_b cos(pi k (b + 1/2) / B), with
// A_b the amplitude that is log_mel_db's power.
inline constexpr size_t kCepstrumOrder = 13;
Frames mel_cepstrum(const Frames& log_mel_db);

}  // namespace sotto::measure
