#include "measure/spectrum.h"

#include <kiss_fftr.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <numbers>

namespace sotto::measure {
namespace {

constexpr double kWindowSeconds = 0.025, kHopSeconds = 0.010;
constexpr double kHighestHz = 8000;
constexpr float kLeastPower = 1e-10F;

struct FreeFft {
  void operator()(kiss_fftr_cfg fft) const { kiss_fftr_free(fft); }
};
using Fft = std::unique_ptr<kiss_fftr_state, FreeFft>;

std::vector<float> hann(size_t size) {
  std::vector<float> window(size);
  for (size_t i = 0; i < size; ++i) {
    const double phase = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(size);
    window[i] = static_cast<float>(0.5 - 0.5 * std::cos(phase));
  }
  return window;
}

double mel_of(double hz) { return 2595 * std::log10(1 + hz / 700); }
double hz_of_mel(double mel) { return 700 * (std::pow(10, mel / 2595) - 1); }

// The weight of a frequency in the triangle over [low, high] whose tip is at `middle`.
double triangle(double hz, double low, double middle, double high) {
  return std::max(0.0, std::min((hz - low) / (middle - low), (high - hz) / (high - middle)));
}

// [kMelBands, bins]
std::vector<double> mel_filters(const Spectrogram& s) {
  const double top = mel_of(std::min(kHighestHz, s.sample_rate_hz / 2.0));
  const auto corner = [&](size_t i) {
    return hz_of_mel(top * static_cast<double>(i) / (kMelBands + 1));
  };
  std::vector<double> filters;
  filters.reserve(kMelBands * s.bins);
  for (size_t band = 0; band < kMelBands; ++band) {
    for (size_t bin = 0; bin < s.bins; ++bin) {
      filters.push_back(triangle(s.hz_of(bin), corner(band), corner(band + 1), corner(band + 2)));
    }
  }
  return filters;
}

}  // namespace

Spectrogram spectrogram(std::span<const float> samples, int sample_rate_hz) {
  const auto samples_of = [&](double seconds) {
    return static_cast<size_t>(std::max(1L, std::lround(seconds * sample_rate_hz)));
  };
  const size_t window_size = samples_of(kWindowSeconds), hop = samples_of(kHopSeconds);
  Spectrogram s;
  s.sample_rate_hz = sample_rate_hz;
  s.fft_size = static_cast<int>(std::bit_ceil(std::max<size_t>(window_size, 2)));
  s.bins = static_cast<size_t>(s.fft_size) / 2 + 1;
  s.frames = samples.size() <= window_size ? 1 : 1 + (samples.size() - window_size + hop - 1) / hop;
  s.power.resize(s.frames * s.bins);
  const std::vector<float> window = hann(window_size);
  for (const float w : window) s.window_energy += static_cast<double>(w) * w;
  const Fft fft(kiss_fftr_alloc(s.fft_size, 0, nullptr, nullptr));
  std::vector<float> piece(static_cast<size_t>(s.fft_size));
  std::vector<kiss_fft_cpx> spectrum(s.bins);
  for (size_t frame = 0; frame < s.frames; ++frame) {
    const std::span<const float> rest = samples.subspan(std::min(frame * hop, samples.size()));
    std::ranges::fill(piece, 0.0F);
    for (size_t i = 0; i < std::min(window_size, rest.size()); ++i) piece[i] = rest[i] * window[i];
    kiss_fftr(fft.get(), piece.data(), spectrum.data());
    for (size_t bin = 0; bin < s.bins; ++bin) {
      s.power[frame * s.bins + bin] =
          spectrum[bin].r * spectrum[bin].r + spectrum[bin].i * spectrum[bin].i;
    }
  }
  return s;
}

Frames log_mel_db(const Spectrogram& s) {
  const std::vector<double> filters = mel_filters(s);
  Frames mel{.count = s.frames, .width = kMelBands, .values = {}};
  mel.values.reserve(s.frames * kMelBands);
  for (size_t frame = 0; frame < s.frames; ++frame) {
    const std::span<const float> power = s.frame(frame);
    for (size_t band = 0; band < kMelBands; ++band) {
      double sum = 0;
      for (size_t bin = 0; bin < s.bins; ++bin) sum += filters[band * s.bins + bin] * power[bin];
      mel.values.push_back(static_cast<float>(10 * std::log10(std::max<double>(sum, kLeastPower))));
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
