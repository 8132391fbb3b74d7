#include "signal/stft.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numbers>

#include "base/vectorized.h"
#include "signal/angles.h"
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

// Magnitudes and angles of complex numbers.
SOTTO_VECTORIZED(void, put_polar,
                 (const double* real, const double* imaginary, size_t n, float* magnitude,
                  float* phase),
                 (real, imaginary, n, magnitude, phase)) {
  for (size_t i = 0; i < n; ++i)
    magnitude[i] = static_cast<float>(std::sqrt(real[i] * real[i] + imaginary[i] * imaginary[i]));
  for (size_t i = 0; i < n; ++i) phase[i] = static_cast<float>(angle_of(imaginary[i], real[i]));
}

SOTTO_VECTORIZED(void, put_rectangular,
                 (const double* real, const double* imaginary, size_t n, float* one, float* other),
                 (real, imaginary, n, one, other)) {
  for (size_t i = 0; i < n; ++i) one[i] = static_cast<float>(real[i]);
  for (size_t i = 0; i < n; ++i) other[i] = static_cast<float>(imaginary[i]);
}

// Twice the real parts, and twice the negative imaginary ones.
SOTTO_VECTORIZED(void, put_parts,
                 (const float* magnitude, const float* phase, size_t n, double* real,
                  double* imaginary),
                 (magnitude, phase, n, real, imaginary)) {
  for (size_t i = 0; i < n; ++i) {
    const double turns = static_cast<double>(phase[i]) * (0.5 / std::numbers::pi);
    const double twice = 2 * static_cast<double>(magnitude[i]);
    real[i] = twice * sine_of_turns(turns + 0.25);
    imaginary[i] = -twice * sine_of_turns(turns);
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

// put(real, imaginary, n, one, other): what is put down of n bins. Some columns at a time, whose
// bins are side by side, as many as whole vectors have.
template <class Put>
std::vector<float> Stft::analyzed(std::span<const float> samples, int first, int count,
                                  const Put& put) const {
  constexpr int kColumns = 64;
  const auto size = static_cast<size_t>(size_), half = static_cast<size_t>(bins());
  const size_t width = std::min((half + 3) / 4 * 4, size);
  std::vector<float> out(static_cast<size_t>(count) * 2 * half), ends(size);
  std::vector<double> real(kColumns * width), imaginary(real.size()), weighed(size), negated(size);
  std::vector<float> one(real.size()), other(real.size());
  float* to = out.data();
  for (int done = 0; done < count; done += kColumns) {
    const auto some = static_cast<size_t>(std::min(kColumns, count - done));
    std::ranges::fill(real, 0.0);
    std::ranges::fill(imaginary, 0.0);
    for (size_t i = 0; i < some; ++i) {
      const int column = first + done + static_cast<int>(i);
      const float* from = frame_of(samples, int64_t{column} * hop_ - size_ / 2, ends);
      for (size_t n = 0; n < size; ++n) {
        weighed[n] = window_[n] * double{from[n]};
        negated[n] = -weighed[n];
      }
      double* const turned = imaginary.data() + i * width;
      add_turned(weighed, cosine_.data(), negated, sine_.data(), size, width,
                 real.data() + i * width, turned);
      turned[0] = turned[half - 1] = 0;
      if (column == 0) std::fill_n(turned, half, 0.0);  // it is symmetric
    }
    put(real.data(), imaginary.data(), some * width, one.data(), other.data());
    for (size_t i = 0; i < some; ++i) {
      to = std::copy_n(one.data() + i * width, half, to);
      to = std::copy_n(other.data() + i * width, half, to);
    }
  }
  return out;
}

std::vector<float> Stft::transform(std::span<const float> samples, int first, int count) const {
  return analyzed(samples, first, count, put_polar);
}

std::vector<float> Stft::rectangular(std::span<const float> samples) const {
  return analyzed(samples, 0, columns(samples.size()), put_rectangular);
}

// The samples of a column, as the window has them: [size], and room for three times as many.
void Stft::put_samples(std::span<const float> column, std::span<double> samples) const {
  const auto size = static_cast<size_t>(size_), half = static_cast<size_t>(bins());
  const auto other = samples.subspan(size, size);
  const auto real = samples.subspan(2 * size, half), imaginary = samples.subspan(3 * size, half);
  std::ranges::fill(samples, 0.0);
  put_parts(column.data(), column.data() + half, half, real.data(), imaginary.data());
  for (const size_t end : {size_t{0}, half - 1}) {  // those between stand for two
    real[end] /= 2;
    imaginary[end] = 0;
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
