#include "signal/spectrogram.h"

#include <algorithm>
#include <cassert>
#include <complex>
#include <unsupported/Eigen/FFT>

#include "signal/hann.h"

namespace sotto::signal {
namespace {

size_t frames_of(size_t samples, const SpectrogramOptions& o) {
  if (samples < o.window) return o.partial_frame ? 1 : 0;
  return 1 + (samples - o.window + (o.partial_frame ? o.hop - 1 : 0)) / o.hop;
}

}  // namespace

Spectrogram spectrogram(std::span<const float> samples, int sample_rate_hz,
                        const SpectrogramOptions& o) {
  const std::vector<double> exact = hann(o.window);
  const std::vector<float> window(exact.begin(), exact.end());
  Spectrogram s = spectrogram(samples, sample_rate_hz, o, [&](std::span<float> frame) {
    for (size_t i = 0; i < frame.size(); ++i) frame[i] *= window[i];
  });
  for (const float w : window) s.window_energy += static_cast<double>(w) * w;
  return s;
}

Spectrogram spectrogram(std::span<const float> samples, int sample_rate_hz,
                        const SpectrogramOptions& o, const FrameShape& shape) {
  assert(o.hop > 0 && o.fft_size % 2 == 0 && o.window <= static_cast<size_t>(o.fft_size));
  Spectrogram s{.sample_rate_hz = sample_rate_hz, .fft_size = o.fft_size, .power = {}};
  s.bins = static_cast<size_t>(s.fft_size) / 2 + 1;
  s.frames = frames_of(samples.size(), o);
  s.power.resize(s.frames * s.bins);
  Eigen::FFT<float> fft(Eigen::default_fft_impl<float>(), Eigen::FFT<float>::HalfSpectrum);
  std::vector<float> piece(static_cast<size_t>(s.fft_size));
  std::vector<std::complex<float>> spectrum(s.bins);
  for (size_t frame = 0; frame < s.frames; ++frame) {
    const std::span<const float> rest = samples.subspan(std::min(frame * o.hop, samples.size()));
    std::ranges::fill(piece, 0.0F);
    std::ranges::copy(rest.first(std::min(o.window, rest.size())), piece.begin());
    shape(std::span(piece).first(o.window));
    fft.fwd(spectrum.data(), piece.data(), s.fft_size);
    for (size_t bin = 0; bin < s.bins; ++bin)
      s.power[frame * s.bins + bin] = std::norm(spectrum[bin]);
  }
  return s;
}

}  // namespace sotto::signal
