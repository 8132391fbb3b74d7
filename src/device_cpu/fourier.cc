#include "device_cpu/fourier.h"

#include <cmath>
#include <numbers>

#include "device_cpu/fourier_lanes.h"

namespace sotto::device::cpu {
namespace {

int reversed_bits(int k, int count) {
  int reversed = 0;
  for (int bit = 1; bit < count; bit *= 2, k /= 2) reversed = 2 * reversed + k % 2;
  return reversed;
}

// The complex frequencies, in their order.
std::vector<int> frequencies_of(int size) {
  std::vector<int> frequencies;
  for (int s = 4; s <= size; s *= 2) {
    for (int i = 0; i < s / 4; ++i)
      frequencies.push_back((4 * reversed_bits(i, s / 4) + 1) * (size / s));
  }
  return frequencies;
}

const Fourier& tables_of(int size) {
  static const Fourier kSmall(Fourier::kLeast), kLarge(Fourier::kMost);
  return size == Fourier::kLeast ? kSmall : kLarge;
}

// to = sum over j of a[j] x[j].
void put_sum(const float* a, std::span<const float* const> x, int n, float* to) {
  for (int c = 0; c < n; ++c) {
    float sum = 0;
    for (size_t j = 0; j < x.size(); ++j) sum += a[j] * x[j][c];
    to[c] = sum;
  }
}

void put_points(const std::vector<float>& table, int size, std::span<const float* const> x, int n,
                float* points, size_t step) {
  const float* a = table.data();
  for (int p = 0; p < Fourier::points_of(size); ++p, a += size, points += step)
    put_sum(a, x, n, points);
}

void inputs_portable(int size, const float* const* x, int n, float* points, size_t step) {
  put_points(tables_of(size).input, size, {x, static_cast<size_t>(size)}, n, points, step);
}

void weights_portable(int size, std::span<const float* const> w, int n, float* points,
                      size_t step) {
  put_points(tables_of(size).weights, size, w, n, points, step);
}

void outputs_portable(int size, const float* points, size_t step, int n, const FourierOutput& form,
                      std::span<float* const> y) {
  const int count = Fourier::points_of(size);
  const float* a = tables_of(size).output.data();
  for (float* const to : y) {
    for (int c = 0; c < n; ++c) {
      float sum = 0;
      for (int p = 0; p < count; ++p)
        sum += a[p] * points[static_cast<size_t>(p) * step + size_t(c)];
      const float v = sum * form.scales[c] + form.bias[c];
      to[c] = form.add ? to[c] + v : v;
    }
    a += count;
  }
}

constexpr FourierKernels kPortable = {inputs_portable, weights_portable, outputs_portable};
#if defined(SOTTO_X86) || defined(SOTTO_ARM64)
constexpr FourierKernels kInLanes = {lanes::inputs, lanes::weights, lanes::outputs};
#endif

constexpr Variant<FourierKernels> kFourier[] = {
    {Isa::portable, kPortable},
#ifdef SOTTO_X86
    {Isa::avx2, kInLanes},
#endif
#ifdef SOTTO_ARM64
    {Isa::neon, kInLanes},
#endif
};

}  // namespace

// With c and s the cosine and the sine of a frequency at a row, a real part is the sum of c x, an
// imaginary one of -s x. Rows of output are sums of x[r + tap], so that the weights' are conjugate.
// Of (a + bi)(u + vi): (a + b) u - b (u + v) and (a + b) u + a (v - u).
Fourier::Fourier(int size) : size(size) {
  const std::vector<int> frequencies = frequencies_of(size);
  const auto turn = [&](int frequency, int row) {
    return 2 * std::numbers::pi * (frequency * row % size) / size;
  };
  for (const int f : {0, size / 2}) {
    for (int r = 0; r < size; ++r) {
      input.push_back(static_cast<float>(std::cos(turn(f, r))));
      weights.push_back(static_cast<float>(std::cos(turn(f, r)) / size));
    }
  }
  for (const int f : frequencies) {
    const auto put = [&](std::vector<float>& table, double factor, double of_cos, double of_sin) {
      for (int r = 0; r < this->size; ++r)
        table.push_back(static_cast<float>(
            factor * (of_cos * std::cos(turn(f, r)) + of_sin * std::sin(turn(f, r)))));
    };
    put(input, 1, 1, -1);
    put(input, 1, 1, 0);
    put(input, 1, 0, -1);
    put(weights, 2.0 / size, 1, 0);
    put(weights, 2.0 / size, -1, 1);
    put(weights, 2.0 / size, 1, 1);
  }
  for (int r = 0; r < size; ++r) {
    for (const int f : {0, size / 2}) output.push_back(static_cast<float>(std::cos(turn(f, r))));
    for (const int f : frequencies) {
      const double c = std::cos(turn(f, r)), s = std::sin(turn(f, r));
      for (const double v : {c - s, -s, -c}) output.push_back(static_cast<float>(v));
    }
  }
}

std::span<const Variant<FourierKernels>> fourier_variants() { return kFourier; }

}  // namespace sotto::device::cpu
