#include "signal/stft.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/vector_clones.h"
#include "signal/hann.h"
#include "signal/reflect_pad.h"

namespace sotto::signal {

namespace {

// a[i] += x cosine[i], b[i] += y sine[i]
SOTTO_VECTOR_CLONES
void add_turned(double x, const double* cosine, double y, const double* sine, size_t n, double* a,
                double* b) {
  for (size_t i = 0; i < n; ++i) a[i] += x * cosine[i];
  for (size_t i = 0; i < n; ++i) b[i] += y * sine[i];
}

}  // namespace

Stft::Stft(int size, int hop) : size_(size), hop_(hop), window_(hann(static_cast<size_t>(size))) {
  for (int k = 0; k < size; ++k) {
    for (int n = 0; n < size; ++n) {
      const double angle = 2 * std::numbers::pi * (k * n % size) / size;
      cosine_.push_back(std::cos(angle));
      sine_.push_back(std::sin(angle));
    }
  }
}

// pair(real, imaginary): what is put down of a bin.
template <class Pair>
std::vector<float> Stft::analyzed(std::span<const float> samples, const Pair& pair) const {
  const std::vector<float> padded = reflect_pad(samples, static_cast<size_t>(size_ / 2));
  const int count = columns(samples.size());
  const auto size = static_cast<size_t>(size_), half = static_cast<size_t>(bins());
  std::vector<float> out(static_cast<size_t>(count) * 2 * half);
  std::vector<double> real(half), imaginary(half);
  for (int column = 0; column < count; ++column) {
    std::ranges::fill(real, 0.0);
    std::ranges::fill(imaginary, 0.0);
    const float* from = padded.data() + static_cast<size_t>(column * hop_);
    for (size_t n = 0; n < size; ++n) {
      const double v = window_[n] * double{from[n]};
      add_turned(v, &cosine_[n * size], -v, &sine_[n * size], half, real.data(), imaginary.data());
    }
    imaginary.front() = imaginary.back() = 0;
    if (column == 0) std::ranges::fill(imaginary, 0.0);  // it is symmetric
    float* to = out.data() + static_cast<size_t>(column) * 2 * half;
    for (size_t bin = 0; bin < half; ++bin) {
      const auto [first, second] = pair(real[bin], imaginary[bin]);
      to[bin] = static_cast<float>(first);
      to[half + bin] = static_cast<float>(second);
    }
  }
  return out;
}

std::vector<float> Stft::transform(std::span<const float> samples) const {
  return analyzed(samples, [](double real, double imaginary) {
    return std::pair(std::sqrt(real * real + imaginary * imaginary), std::atan2(imaginary, real));
  });
}

std::vector<float> Stft::rectangular(std::span<const float> samples) const {
  return analyzed(samples,
                  [](double real, double imaginary) { return std::pair(real, imaginary); });
}

std::vector<float> Stft::inverse(std::span<const float> spectrum) const {
  const auto size = static_cast<size_t>(size_), half = static_cast<size_t>(bins());
  const size_t count = spectrum.size() / (2 * half), hop = static_cast<size_t>(hop_);
  const size_t length = (count - 1) * hop + size;
  std::vector<double> sum(length, 0.0), weight(length, 0.0), value(size), other(size);
  for (size_t column = 0; column < count; ++column) {
    const float* from = spectrum.data() + column * 2 * half;
    std::ranges::fill(value, 0.0);
    std::ranges::fill(other, 0.0);
    for (size_t bin = 0; bin < half; ++bin) {
      // Those between the first and the last stand for two.
      const bool end = bin == 0 || bin + 1 == half;
      const double magnitude = (end ? 1 : 2) * static_cast<double>(from[bin]);
      const auto phase = static_cast<double>(from[half + bin]);
      add_turned(magnitude * std::cos(phase), &cosine_[bin * size],
                 end ? 0 : -magnitude * std::sin(phase), &sine_[bin * size], size, value.data(),
                 other.data());
    }
    for (size_t n = 0; n < size; ++n) {
      sum[column * hop + n] += (value[n] + other[n]) / size_ * window_[n];
      weight[column * hop + n] += window_[n] * window_[n];
    }
  }
  std::vector<float> samples;
  constexpr double kNothing = 1e-11;  // torch's
  for (size_t i = size / 2; i + size / 2 < length; ++i)
    samples.push_back(static_cast<float>(weight[i] > kNothing ? sum[i] / weight[i] : sum[i]));
  return samples;
}

}  // namespace sotto::signal
