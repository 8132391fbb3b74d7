#include "signal/spectrogram.h"

#include <kiss_fftr.h>

#include <algorithm>
#include <cassert>
#include <memory>

#include "signal/hann.h"

namespace sotto::signal {
namespace {

struct FreeFft {
  void operator()(kiss_fftr_cfg fft) const { kiss_fftr_free(fft); }
};
using Fft = std::unique_ptr<kiss_fftr_state, FreeFft>;

size_t frames_of(size_t samples, const SpectrogramOptions& o) {
  if (samples < o.window) return o.partial_frame ? 1 : 0;
  return 1 + (samples - o.window + (o.partial_frame ? o.hop - 1 : 0)) / o.hop;
}

}  // namespace

Spectrogram spectrogram(std::span<const float> samples, int sample_rate_hz,
                        const SpectrogramOptions& o) {
  assert(o.hop > 0 && o.fft_size % 2 == 0 && o.window <= static_cast<size_t>(o.fft_size));
  Spectrogram s{.sample_rate_hz = sample_rate_hz, .fft_size = o.fft_size, .power = {}};
  s.bins = static_cast<size_t>(s.fft_size) / 2 + 1;
  s.frames = frames_of(samples.size(), o);
  s.power.resize(s.frames * s.bins);
  const std::vector<double> exact = hann(o.window);
  const std::vector<float> window(exact.begin(), exact.end());
  for (const float w : window) s.window_energy += static_cast<double>(w) * w;
  const Fft fft(kiss_fftr_alloc(s.fft_size, 0, nullptr, nullptr));
  std::vector<float> piece(static_cast<size_t>(s.fft_size));
  std::vector<kiss_fft_cpx> spectrum(s.bins);
  for (size_t frame = 0; frame < s.frames; ++frame) {
    const std::span<const float> rest = samples.subspan(std::min(frame * o.hop, samples.size()));
    std::ranges::fill(piece, 0.0F);
    for (size_t i = 0; i < std::min(o.window, rest.size()); ++i) piece[i] = rest[i] * window[i];
    kiss_fftr(fft.get(), piece.data(), spectrum.data());
    for (size_t bin = 0; bin < s.bins; ++bin) {
      s.power[frame * s.bins + bin] =
          spectrum[bin].r * spectrum[bin].r + spectrum[bin].i * spectrum[bin].i;
    }
  }
  return s;
}

}  // namespace sotto::signal
