#include "signal/mel.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace sotto::signal {
namespace {

constexpr double kLinearHz = 1000, kLinearMel = 15;  // up to here Slaney's scale is linear
constexpr double kLogStep = 0.06875177742094912;     // a mel above it: log 6.4 / 27

double mel_of(double hz, MelScale scale) {
  if (scale == MelScale::htk) return 2595 * std::log10(1 + hz / 700);
  return hz < kLinearHz ? hz * kLinearMel / kLinearHz
                        : kLinearMel + std::log(hz / kLinearHz) / kLogStep;
}

double hz_of(double mel, MelScale scale) {
  if (scale == MelScale::htk) return 700 * (std::pow(10, mel / 2595) - 1);
  return mel < kLinearMel ? mel * kLinearHz / kLinearMel
                          : kLinearHz * std::exp((mel - kLinearMel) * kLogStep);
}

// The weight of x in the triangle over [low, high] whose tip is at `middle`.
double triangle(double x, double low, double middle, double high) {
  return std::max(0.0, std::min((x - low) / (middle - low), (high - x) / (high - middle)));
}

}  // namespace

MelBank::MelBank(int sample_rate_hz, int fft_size, const MelOptions& o) : bands_(o.bands) {
  assert(o.lowest_hz < o.highest_hz && o.highest_hz <= sample_rate_hz / 2.0);
  const double bottom = mel_of(o.lowest_hz, o.scale), top = mel_of(o.highest_hz, o.scale);
  const bool over_mel = o.slopes == MelSlopes::over_mel;
  assert(!over_mel || o.norm == MelNorm::height);
  const auto corner = [&](size_t i) {
    const double share = (top - bottom) * static_cast<double>(i) / static_cast<double>(o.bands + 1);
    return over_mel ? bottom + share : hz_of(bottom + share, o.scale);
  };
  for (size_t band = 0; band < o.bands; ++band) {
    const double low = corner(band), middle = corner(band + 1), high = corner(band + 2);
    const double height = o.norm == MelNorm::area ? 2 / (high - low) : 1;
    for (int bin = 0; bin <= fft_size / 2; ++bin) {
      const double hz = static_cast<double>(bin) * sample_rate_hz / fft_size;
      const double x = over_mel ? mel_of(hz, o.scale) : hz;
      const double weight = height * triangle(x, low, middle, high);
      if (weight == 0) continue;
      if (bands_[band].weights.empty()) bands_[band].first_bin = static_cast<size_t>(bin);
      bands_[band].weights.push_back(weight);
    }
  }
}

double MelBank::sum(size_t band, std::span<const float> spectrum) const {
  const auto& [first_bin, weights] = bands_[band];
  assert(first_bin + weights.size() <= spectrum.size());
  double sum = 0;
  for (size_t i = 0; i < weights.size(); ++i) sum += weights[i] * spectrum[first_bin + i];
  return sum;
}

}  // namespace sotto::signal
