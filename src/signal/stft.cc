#include "signal/stft.h"

#include <cmath>
#include <numbers>
#include <utility>

#include "signal/hann.h"
#include "signal/reflect_pad.h"

namespace sotto::signal {

Stft::Stft(int size, int hop) : size_(size), hop_(hop), window_(hann(static_cast<size_t>(size))) {
  for (int n = 0; n < size; ++n) {
    const double angle = 2 * std::numbers::pi * n / size;
    cosine_.push_back(std::cos(angle));
    sine_.push_back(std::sin(angle));
  }
}

// pair(real, imaginary): what is put down of a bin.
template <class Pair>
std::vector<float> Stft::analyzed(std::span<const float> samples, const Pair& pair) const {
  const std::vector<float> padded = reflect_pad(samples, static_cast<size_t>(size_ / 2));
  const int count = columns(samples.size());
  std::vector<float> out(static_cast<size_t>(count * 2 * bins()));
  std::vector<double> frame(static_cast<size_t>(size_));
  for (int column = 0; column < count; ++column) {
    for (int n = 0; n < size_; ++n) {
      const auto at = static_cast<size_t>(n);
      frame[at] = window_[at] * double{padded[static_cast<size_t>(column * hop_) + at]};
    }
    const bool symmetric = column == 0;
    float* to = out.data() + static_cast<size_t>(column * 2 * bins());
    for (int bin = 0; bin < bins(); ++bin) {
      double real = 0, imaginary = 0;
      for (int n = 0; n < size_; ++n) {
        real += frame[static_cast<size_t>(n)] * cosine(bin, n);
        imaginary -= frame[static_cast<size_t>(n)] * sine(bin, n);
      }
      if (symmetric || bin == 0 || bin == bins() - 1) imaginary = 0;
      const auto [first, second] = pair(real, imaginary);
      to[bin] = static_cast<float>(first);
      to[bins() + bin] = static_cast<float>(second);
    }
  }
  return out;
}

std::vector<float> Stft::transform(std::span<const float> samples) const {
  return analyzed(samples, [](double real, double imaginary) {
    return std::pair(std::hypot(real, imaginary), std::atan2(imaginary, real));
  });
}

std::vector<float> Stft::rectangular(std::span<const float> samples) const {
  return analyzed(samples,
                  [](double real, double imaginary) { return std::pair(real, imaginary); });
}

std::vector<float> Stft::inverse(std::span<const float> spectrum) const {
  const int width = 2 * bins(), last = bins() - 1;
  const int count = static_cast<int>(spectrum.size()) / width;
  const auto length = static_cast<size_t>((count - 1) * hop_ + size_);
  std::vector<double> sum(length, 0.0), weight(length, 0.0);
  std::vector<double> real(static_cast<size_t>(bins())), imaginary(real.size());
  for (int column = 0; column < count; ++column) {
    const float* from = spectrum.data() + static_cast<size_t>(column * width);
    for (int bin = 0; bin < bins(); ++bin) {
      // Those between the first and the last stand for two.
      const double times = bin == 0 || bin == last ? 1 : 2;
      const auto at = static_cast<size_t>(bin);
      const auto magnitude = static_cast<double>(from[bin]);
      const auto phase = static_cast<double>(from[bins() + bin]);
      real[at] = times * magnitude * std::cos(phase);
      imaginary[at] = bin == 0 || bin == last ? 0 : times * magnitude * std::sin(phase);
    }
    for (int n = 0; n < size_; ++n) {
      double value = 0;
      for (int bin = 0; bin < bins(); ++bin) {
        const auto k = static_cast<size_t>(bin);
        value += real[k] * cosine(bin, n) - imaginary[k] * sine(bin, n);
      }
      const double window = window_[static_cast<size_t>(n)];
      const auto at = static_cast<size_t>(column * hop_ + n);
      sum[at] += value / size_ * window;
      weight[at] += window * window;
    }
  }
  std::vector<float> samples;
  constexpr double kNothing = 1e-11;  // torch's
  for (size_t i = static_cast<size_t>(size_ / 2); i + static_cast<size_t>(size_ / 2) < length; ++i)
    samples.push_back(static_cast<float>(weight[i] > kNothing ? sum[i] / weight[i] : sum[i]));
  return samples;
}

}  // namespace sotto::signal
