#include "device_cpu/fourier_lanes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#if defined(SOTTO_X86) || defined(SOTTO_ARM64)
#ifdef SOTTO_X86
#define SOTTO_LANES SOTTO_AVX2
#else
#define SOTTO_LANES
#endif
#define SOTTO_INLINE [[gnu::always_inline]] SOTTO_LANES static inline

namespace sotto::device::cpu::lanes {
namespace {

#ifdef SOTTO_X86
constexpr int kLanes = 8;
#else
constexpr int kLanes = 4;
#endif
using Vector = float __attribute__((vector_size(kLanes * sizeof(float))));

// Sines of the first quarter of a turn, by its Taylor series: the compiler wants them as constants.
constexpr double sine(double x) {
  double term = x, sum = x;
  for (int i = 1; i < 14; ++i) sum += term *= -x * x / (2 * i * (2 * i + 1));
  return sum;
}
// The sine of n / size of a turn, at most half a turn.
template <int kSize, int N>
constexpr auto kSine = static_cast<float>(sine(2 * std::numbers::pi *
                                               (4 * N <= kSize ? N : kSize / 2.0 - N) / kSize));
template <int kSize, int N>
constexpr auto kCosine =
    static_cast<float>(4 * N <= kSize ? sine(2 * std::numbers::pi * (kSize / 4.0 - N) / kSize)
                                      : -sine(2 * std::numbers::pi * (N - kSize / 4.0) / kSize));

// (re, im) times e^(2 pi i N / size), or its conjugate.
template <int kSize, int N, bool kForward>
SOTTO_INLINE void turn(Vector& re, Vector& im) {
  if constexpr (N == 0) return;
  constexpr float kSin = kForward ? -kSine<kSize, N> : kSine<kSize, N>;
  constexpr float kCos = kCosine<kSize, N>;
  const Vector a = re, b = im;
  if constexpr (4 * N == kSize) {
    re = kForward ? b : -b;
    im = kForward ? -a : a;
  } else {
    re = a * kCos - b * kSin;
    im = b * kCos + a * kSin;
  }
}

// Complex transforms in place, forward from the order of rows to that of reversed bits, and back.
template <int kSize>
struct Complex {
  static constexpr int kHalf = kSize / 2;

  template <int N>
  SOTTO_INLINE void split(Vector* re, Vector* im) {
    if constexpr (N < kHalf) {
      const Vector a = re[N], b = im[N], c = re[N + kHalf], d = im[N + kHalf];
      re[N] = a + c;
      im[N] = b + d;
      re[N + kHalf] = a - c;
      im[N + kHalf] = b - d;
      turn<kSize, N, true>(re[N + kHalf], im[N + kHalf]);
      split<N + 1>(re, im);
    }
  }
  template <int N>
  SOTTO_INLINE void join(Vector* re, Vector* im) {
    if constexpr (N < kHalf) {
      turn<kSize, N, false>(re[N + kHalf], im[N + kHalf]);
      const Vector a = re[N], b = im[N], c = re[N + kHalf], d = im[N + kHalf];
      re[N] = a + c;
      im[N] = b + d;
      re[N + kHalf] = a - c;
      im[N + kHalf] = b - d;
      join<N + 1>(re, im);
    }
  }
  SOTTO_INLINE void forward(Vector* re, Vector* im) {
    if constexpr (kSize > 1) {
      split<0>(re, im);
      Complex<kHalf>::forward(re, im);
      Complex<kHalf>::forward(re + kHalf, im + kHalf);
    }
  }
  SOTTO_INLINE void backward(Vector* re, Vector* im) {
    if constexpr (kSize > 1) {
      Complex<kHalf>::backward(re, im);
      Complex<kHalf>::backward(re + kHalf, im + kHalf);
      join<0>(re, im);
    }
  }
};

// Transforms of real numbers in place: the even frequencies are those of the sums of both halves,
// and every other one of the odd, which are conjugate to the rest, a complex transform of a quarter
// of the differences' length (Sorensen et al. 1987). Behind the even ones lie all real parts of the
// odd ones, then their imaginary ones.
template <int kSize>
struct Real {
  static constexpr int kHalf = kSize / 2, kQuarter = kSize / 4;

  template <int N>
  SOTTO_INLINE void split(Vector* x) {
    if constexpr (N < kQuarter) {
      const Vector a = x[N], b = x[N + kHalf];
      const Vector c = x[N + kQuarter], d = x[N + kQuarter + kHalf];
      x[N] = a + b;
      x[N + kQuarter] = c + d;
      x[N + kHalf] = a - b;
      x[N + kQuarter + kHalf] = d - c;
      turn<kSize, N, true>(x[N + kHalf], x[N + kQuarter + kHalf]);
      split<N + 1>(x);
    }
  }
  template <int N>
  SOTTO_INLINE void join(Vector* x) {
    if constexpr (N < kQuarter) {
      turn<kSize, N, false>(x[N + kHalf], x[N + kQuarter + kHalf]);
      const Vector a = x[N], b = x[N + kQuarter];
      const Vector re = x[N + kHalf], im = x[N + kQuarter + kHalf];
      x[N] = a + re;
      x[N + kHalf] = a - re;
      x[N + kQuarter] = b - im;
      x[N + kQuarter + kHalf] = b + im;
      join<N + 1>(x);
    }
  }
  SOTTO_INLINE void forward(Vector* x) {
    if constexpr (kSize > 2) {
      split<0>(x);
      Real<kHalf>::forward(x);
      Complex<kQuarter>::forward(x + kHalf, x + kHalf + kQuarter);
    } else {
      two(x);
    }
  }
  SOTTO_INLINE void backward(Vector* x) {
    if constexpr (kSize > 2) {
      Real<kHalf>::backward(x);
      Complex<kQuarter>::backward(x + kHalf, x + kHalf + kQuarter);
      join<0>(x);
    } else {
      two(x);
    }
  }
  SOTTO_INLINE void two(Vector* x) {
    const Vector a = x[0], b = x[1];
    x[0] = a + b;
    x[1] = a - b;
  }
};

SOTTO_INLINE void load(const float* from, Vector& to) {
  __builtin_memcpy(&to, from, sizeof(Vector));
}
SOTTO_INLINE void store(const Vector& v, float* to) { __builtin_memcpy(to, &v, sizeof(Vector)); }

// The points of the frequencies of Real<kPart>, and so on up to kSize.
template <int kSize, int kPart = 4>
SOTTO_INLINE void put_inputs(const Vector* x, float* points, size_t step) {
  if constexpr (kPart <= kSize) {
    constexpr int kCount = kPart / 4;
    float* to = points + (2 + 3 * (kCount - 1)) * step;
#pragma GCC unroll 16
    for (int i = 0; i < kCount; ++i, to += 3 * step) {
      const Vector re = x[kPart / 2 + i], im = x[kPart / 2 + kCount + i];
      store(re + im, to);
      store(re, to + step);
      store(im, to + 2 * step);
    }
    put_inputs<kSize, 2 * kPart>(x, points, step);
  }
}

template <int kSize, int kPart = 4>
SOTTO_INLINE void put_weights(const Vector* x, float* points, size_t step) {
  if constexpr (kPart <= kSize) {
    constexpr int kCount = kPart / 4;
    float* to = points + (2 + 3 * (kCount - 1)) * step;
#pragma GCC unroll 16
    for (int i = 0; i < kCount; ++i, to += 3 * step) {
      const Vector re = x[kPart / 2 + i] * (2.0f / kSize);
      const Vector im = x[kPart / 2 + kCount + i] * (-2.0f / kSize);
      store(re, to);
      store(im - re, to + step);
      store(im + re, to + 2 * step);
    }
    put_weights<kSize, 2 * kPart>(x, points, step);
  }
}

template <int kSize, int kPart = 4>
SOTTO_INLINE void take_outputs(const float* points, size_t step, Vector* x) {
  if constexpr (kPart <= kSize) {
    constexpr int kCount = kPart / 4;
    const float* from = points + (2 + 3 * (kCount - 1)) * step;
#pragma GCC unroll 16
    for (int i = 0; i < kCount; ++i, from += 3 * step) {
      Vector both, one, other;
      load(from, both);
      load(from + step, one);
      load(from + 2 * step, other);
      x[kPart / 2 + i] = both - other;
      x[kPart / 2 + kCount + i] = both + one;
    }
    take_outputs<kSize, 2 * kPart>(points, step, x);
  }
}

template <int kSize>
SOTTO_LANES void inputs_at(const float* const* rows, size_t c, float* points, size_t step) {
  Vector x[kSize];
#pragma GCC unroll 64
  for (int r = 0; r < kSize; ++r) load(rows[r] + c, x[r]);
  Real<kSize>::forward(x);
  store(x[0], points);
  store(x[1], points + step);
  put_inputs<kSize>(x, points, step);
}

template <int kSize>
SOTTO_LANES void weights_at(std::span<const float* const> rows, size_t c, float* points,
                            size_t step) {
  Vector x[kSize] = {};
  for (size_t r = 0; r < rows.size(); ++r) load(rows[r] + c, x[r]);
  Real<kSize>::forward(x);
  store(x[0] * (1.0f / kSize), points);
  store(x[1] * (1.0f / kSize), points + step);
  put_weights<kSize>(x, points, step);
}

template <int kSize>
SOTTO_LANES void outputs_at(const float* points, size_t step, size_t c, const FourierOutput& form,
                            std::span<float* const> rows) {
  Vector x[kSize];
  load(points, x[0]);
  load(points + step, x[1]);
  take_outputs<kSize>(points, step, x);
  Real<kSize>::backward(x);
  Vector scales, bias;
  load(form.scales + c, scales);
  load(form.bias + c, bias);
  for (size_t r = 0; r < rows.size(); ++r) {
    const Vector v = x[r] * scales + bias;
    if (form.add) {
      Vector before;
      load(rows[r] + c, before);
      store(before + v, rows[r] + c);
    } else {
      store(v, rows[r] + c);
    }
  }
}

// Memory in which the last columns are computed, if fewer are left than lanes.
struct Rest {
  alignas(64) float numbers[Fourier::points_of(Fourier::kMost) * kLanes];
  float* rows[Fourier::kMost];

  Rest() {
    for (int r = 0; r < Fourier::kMost; ++r) rows[r] = numbers + r * kLanes;
    std::fill(std::begin(numbers), std::end(numbers), 0.0f);
  }
};

template <int kSize>
SOTTO_LANES void all_inputs(const float* const* x, int n, float* points, size_t step) {
  int c = 0;
  for (; c + kLanes <= n; c += kLanes)
    inputs_at<kSize>(x, static_cast<size_t>(c), points + c, step);
  if (c == n) return;
  Rest from, to;
  for (int r = 0; r < kSize; ++r) std::copy(x[r] + c, x[r] + n, from.rows[r]);
  inputs_at<kSize>(from.rows, 0, to.numbers, kLanes);
  for (int p = 0; p < Fourier::points_of(kSize); ++p)
    std::copy_n(to.numbers + p * kLanes, n - c, points + static_cast<size_t>(p) * step + c);
}

template <int kSize>
SOTTO_LANES void all_weights(std::span<const float* const> w, int n, float* points, size_t step) {
  int c = 0;
  for (; c + kLanes <= n; c += kLanes)
    weights_at<kSize>(w, static_cast<size_t>(c), points + c, step);
  if (c == n) return;
  Rest from, to;
  for (size_t r = 0; r < w.size(); ++r) std::copy(w[r] + c, w[r] + n, from.rows[r]);
  weights_at<kSize>({from.rows, w.size()}, 0, to.numbers, kLanes);
  for (int p = 0; p < Fourier::points_of(kSize); ++p)
    std::copy_n(to.numbers + p * kLanes, n - c, points + static_cast<size_t>(p) * step + c);
}

template <int kSize>
SOTTO_LANES void all_outputs(const float* points, size_t step, int n, const FourierOutput& form,
                             std::span<float* const> y) {
  int c = 0;
  for (; c + kLanes <= n; c += kLanes)
    outputs_at<kSize>(points + c, step, static_cast<size_t>(c), form, y);
  if (c == n) return;
  Rest from, to;
  float scales[kLanes] = {}, bias[kLanes] = {};
  std::copy(form.scales + c, form.scales + n, scales);
  std::copy(form.bias + c, form.bias + n, bias);
  for (int p = 0; p < Fourier::points_of(kSize); ++p)
    std::copy_n(points + static_cast<size_t>(p) * step + c, n - c, from.numbers + p * kLanes);
  for (size_t r = 0; r < y.size(); ++r) std::copy(y[r] + c, y[r] + n, to.rows[r]);
  outputs_at<kSize>(from.numbers, kLanes, 0, {scales, bias, form.add}, {to.rows, y.size()});
  for (size_t r = 0; r < y.size(); ++r) std::copy_n(to.rows[r], n - c, y[r] + c);
}

}  // namespace

void inputs(int size, const float* const* x, int n, float* points, size_t step) {
  if (size == Fourier::kLeast) return all_inputs<Fourier::kLeast>(x, n, points, step);
  all_inputs<Fourier::kMost>(x, n, points, step);
}

void weights(int size, std::span<const float* const> w, int n, float* points, size_t step) {
  if (size == Fourier::kLeast) return all_weights<Fourier::kLeast>(w, n, points, step);
  all_weights<Fourier::kMost>(w, n, points, step);
}

void outputs(int size, const float* points, size_t step, int n, const FourierOutput& form,
             std::span<float* const> y) {
  if (size == Fourier::kLeast) return all_outputs<Fourier::kLeast>(points, step, n, form, y);
  all_outputs<Fourier::kMost>(points, step, n, form, y);
}

}  // namespace sotto::device::cpu::lanes
#endif
