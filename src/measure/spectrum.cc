#include "measure/spectrum.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>

#include "signal/mel.h"

namespace sotto::measure {
namespace {

constexpr double kWindowSeconds = 0.025, kHopSeconds = 0.010;
constexpr double kHighestHz = 8000;
constexpr float kLeastPower = 1e-10F;

}  // namespace

signal::Spectrogram spectrogram(std::span<const float> samples, int sample_rate_hz) {
  const auto samples_of = [&](double seconds) {
    return static_cast<size_t>(std::max(1L, std::lround(seconds * sample_rate_hz)));
  };
  const size_t window = samples_of(kWindowSeconds);
  return signal::spectrogram(
      samples, sample_rate_hz,
      {.window = window,
       .hop = samples_of(kHopSeconds),
       .fft_size = static_cast<int>(std::bit_ceil(std::max<size_t>(window, 2)))});
}

Frames log_mel_db(const signal::Spectrogram& s) {
  const signal::MelBank bank(s.sample_rate_hz, s.fft_size,
                             {.highest_hz = std::min(kHighestHz, s.sample_rate_hz / 2.0),
                              .scale = signal::MelScale::htk,
                              .norm = signal::MelNorm::height});
  Frames mel{.count = s.frames, .width = bank.bands().size(), .values = {}};
  mel.values.reserve(mel.count * mel.width);
  for (size_t frame = 0; frame < s.frames; ++frame) {
    for (size_t band = 0; band < mel.width; ++band) {
      const double power = std::max<double>(bank.sum(band, s.frame(frame)), kLeastPower);
      mel.values.push_back(static_cast<float>(10 * std::log10(power)));
    }
  }
  return mel;
}

Frames mel_cepstrum(const Frames& mel) {
  // ln A = dB / 20 * ln 10
  const double scale = 2.0 / static_cast<double>(mel.width) * std::numbers::ln10 / 20;
  Frames cepstrum{.count = mel.count, .width = kCepstrumOrder, .values = {}};
  cepstrum.values.reserve(mel.count * kCepstrumOrder);
  for (size_t frame = 0; frame < mel.count; ++frame) {
    const std::span<const float> row = mel.row(frame);
    for (size_t k = 1; k <= kCepstrumOrder; ++k) {
      double sum = 0;
      for (size_t band = 0; band < mel.width; ++band) {
        sum += row[band] *
               std::cos(std::numbers::pi * static_cast<double>(k) *
                        (static_cast<double>(band) + 0.5) / static_cast<double>(mel.width));
      }
      cepstrum.values.push_back(static_cast<float>(scale * sum));
    }
  }
  return cepstrum;
}

}  // namespace sotto::measure
