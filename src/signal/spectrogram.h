// Power spectra over time (Eigen's transform, in single precision).
#pragma once

#include <functional>
#include <span>
#include <vector>

namespace sotto::signal {

struct SpectrogramOptions {
  size_t window = 400, hop = 160;  // samples
  int fft_size = 400;              // even, at least the window, which is filled up with zeros
  bool partial_frame = true;       // the last frame is filled up with zeros; else it is left out
};

struct Spectrogram {
  int sample_rate_hz = 0, fft_size = 0;
  size_t frames = 0, bins = 0;  // bins = fft_size / 2 + 1
  std::vector<float> power;     // [frames, bins], |X|^2
  double window_energy = 0;     // the sum of the squares of the Hann window; 0 under another one

  std::span<const float> frame(size_t i) const { return std::span(power).subspan(i * bins, bins); }
  double hz_of(size_t bin) const { return static_cast<double>(bin) * sample_rate_hz / fft_size; }
};

// Under a Hann window (periodic) that begins at every hop, the first with the first sample; see
// reflect_pad.h for frames that are centred there.
Spectrogram spectrogram(std::span<const float> samples, int sample_rate_hz,
                        const SpectrogramOptions& options);

// The same under another window: `shape` makes of a frame's samples what is transformed.
using FrameShape = std::function<void(std::span<float> frame)>;
Spectrogram spectrogram(std::span<const float> samples, int sample_rate_hz,
                        const SpectrogramOptions& options, const FrameShape& shape);

}  // namespace sotto::signal
