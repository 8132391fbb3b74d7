#include "signal/stft.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numbers>
#include <utility>

#include "base/vectorized.h"
#include "signal/hann.h"

namespace sotto::signal {

namespace {

// a[i] += x[k] cosine[k][i], b[i] += y[k] sine[k][i] for the rows k of both, which are `step`
// apart.
SOTTO_VECTORIZED(void, add_turned,
                 (std::span<const double> x, const double* cosine, std::span<const double> y,
                  const double* sine, size_t step, size_t n, double* a, double* b),
                 (x, cosine, y, sine, step, n, a, b)) {
  for (size_t k = 0; k < x.size(); ++k, cosine += step, sine += step) {
    for (size_t i = 0; i < n; ++i) a[i] += x[k] * cosine[i];
    for (size_t i = 0; i < n; ++i) b[i] += y[k] * sine[i];
  }
}

// `into.size()` samples from `first` on, which may lie before or behind them: where they are, or in
// `into`, with their reflection.
const float* frame_of(std::span<const float> samples, int64_t first, std::span<float> into) {
  const auto count = static_cast<int64_t>(samples.size());
  if (first >= 0 && first + static_cast<int64_t>(into.size()) <= count)
    return samples.data() + first;
  const int64_t period = std::max<int64_t>(1, 2 * (count - 1));
  for (float& to : into) {
    const int64_t at = std::abs(first++) % period;  // of few samples the reflection is reflected
    to = count == 0 ? 0.0f : samples[static_cast<size_t>(at < count ? at : period - at)];
  }
  return into.data();
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
std::vector<float> Stft::analyzed(std::span<const float> samples, int first, int count,
                                  const Pair& pair) const {
  const auto size = static_cast<size_t>(size_), half = static_cast<size_t>(bins());
  std::vector<float> out(static_cast<size_t>(count) * 2 * half), ends(size);
  std::vector<double> real(half), imaginary(half), weighed(size), negated(size);
  for (int i = 0; i < count; ++i) {
    const int column = first + i;
    std::ranges::fill(real, 0.0);
    std::ranges::fill(imaginary, 0.0);
    const float* from = frame_of(samples, int64_t{column} * hop_ - size_ / 2, ends);
    for (size_t n = 0; n < size; ++n) {
      weighed[n] = window_[n] * double{from[n]};
      negated[n] = -weighed[n];
    }
    add_turned(weighed, cosine_.data(), negated, sine_.data(), size, half, real.data(),
               imaginary.data());
    imaginary.front() = imaginary.back() = 0;
    if (column == 0) std::ranges::fill(imaginary, 0.0);  // it is symmetric
    float* to = out.data() + static_cast<size_t>(i) * 2 * half;
    for (size_t bin = 0; bin < half; ++bin) {
      const auto [one, other] = pair(real[bin], imaginary[bin]);
      to[bin] = static_cast<float>(one);
      to[half + bin] = static_cast<float>(other);
    }
  }
  return out;
}

std::vector<float> Stft::transform(std::span<const float> samples, int first, int count) const {
  return analyzed(samples, first, count, [](double real, double imaginary) {
    return std::pair(std::sqrt(real * real + imaginary * imaginary), std::atan2(imaginary, real));
  });
}

std::vector<float> Stft::rectangular(std::span<const float> samples) const {
  return analyzed(samples, 0, columns(samples.size()),
                  [](double real, double imaginary) { return std::pair(real, imaginary); });
}

// The samples of a column, as the window has them: [size], and room for three times as many.
void Stft::put_samples(std::span<const float> column, std::span<double> samples) const {
  const auto size = static_cast<size_t>(size_), half = static_cast<size_t>(bins());
  const auto other = samples.subspan(size, size);
  const auto real = samples.subspan(2 * size, half), imaginary = samples.subspan(3 * size, half);
  std::ranges::fill(samples, 0.0);
  for (size_t bin = 0; bin < half; ++bin) {
    // Bins between the first and the last stand for two.
    const bool end = bin == 0 || bin + 1 == half;
    const double magnitude = (end ? 1 : 2) * static_cast<double>(column[bin]);
    const auto phase = static_cast<double>(column[half + bin]);
    real[bin] = magnitude * std::cos(phase);
    imaginary[bin] = end ? 0 : -magnitude * std::sin(phase);
  }
  add_turned(real, cosine_.data(), imaginary, sine_.data(), size, size, samples.data(),
             other.data());
  for (size_t n = 0; n < size; ++n) samples[n] = (samples[n] + other[n]) / size_ * window_[n];
}

std::vector<float> Stft::inverse(std::span<const float> spectrum) const {
  const auto width = static_cast<size_t>(2 * bins());
  return inverse(spectrum.size() / width, [&](size_t i, std::span<float> column) {
    std::ranges::copy(spectrum.subspan(i * width, width), column.begin());
  });
}

// Sums are kept for the length of a column: those that the next one does not reach are complete.
std::vector<float> Stft::inverse(size_t columns, const PutColumn& put) const {
  const auto size = static_cast<size_t>(size_), hop = static_cast<size_t>(hop_);
  std::vector<float> samples, column(static_cast<size_t>(2 * bins()));
  std::vector<double> sum(size, 0.0), weight(size, 0.0), own(4 * size);
  samples.reserve((columns - 1) * hop);
  for (size_t c = 0; c < columns; ++c) {
    put(c, column);
    put_samples(column, own);
    for (size_t n = 0; n < size; ++n) {
      sum[n] += own[n];
      weight[n] += window_[n] * window_[n];
    }
    const size_t first = c * hop, complete = c + 1 == columns ? size - size / 2 : hop;
    constexpr double kNothing = 1e-11;  // torch's
    for (size_t n = first < size / 2 ? size / 2 - first : 0; n < complete; ++n)
      samples.push_back(static_cast<float>(weight[n] > kNothing ? sum[n] / weight[n] : sum[n]));
    for (std::vector<double>* each : {&sum, &weight}) {
      std::copy(each->begin() + hop_, each->end(), each->begin());
      std::fill(each->end() - hop_, each->end(), 0.0);
    }
  }
  return samples;
}

}  // namespace sotto::signal
