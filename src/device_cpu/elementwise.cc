#include "device_cpu/elementwise.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "base/vectorized.h"
#include "device_cpu/exponential.h"

namespace sotto::device::cpu {
namespace {

// sin^2(x). Its period is pi: x = n pi + r with |r| <= pi / 2, and the sine of r by
// its Taylor polynomial of degree 11, whose remainder there is below 2^-24.
inline float sine_squared(float x) {
  constexpr auto kMost = std::bit_cast<int32_t>(0x1p16f);  // beyond, floats hardly hold an angle
  const int32_t magnitude = std::bit_cast<int32_t>(x) & ~kSignBit;
  const auto a = std::bit_cast<float>(magnitude < kMost ? magnitude : kMost);
  constexpr float kRound = 0x1.8p23f;
  const float n = (a * 0x1.45f306p-2f + kRound) - kRound;
  // pi in three parts, of which the first two have zeros at their ends, so that n times them is
  // exact.
  const float r = ((a - n * 0x1.92p1f) - n * 0x1.fbp-11f) - n * 0x1.5110b4p-21f;
  const float s = r * r;
  float p = -1.0f / 39916800;
  p = p * s + 1.0f / 362880;
  p = p * s - 1.0f / 5040;
  p = p * s + 1.0f / 120;
  p = p * s - 1.0f / 6;
  p = p * s + 1.0f;
  return s * (p * p);
}

// Maps the bits of a float to an integer in the order of floats, and back.
inline int32_t key_of(int32_t bits) { return bits ^ (bits >> 31 & ~kSignBit); }

inline float sigmoid(float x) { return 1.0f / (1.0f + exponential(-x)); }
inline float tanh(float x) { return 1.0f - 2.0f / (1.0f + exponential(2.0f * x)); }

SOTTO_VECTORIZED(void, relu, (const float* x, size_t n, float* y), (x, n, y)) {
  for (size_t i = 0; i < n; ++i) y[i] = x[i] > 0 ? x[i] : 0;
}

SOTTO_VECTORIZED(void, silu, (const float* x, size_t n, float* y), (x, n, y)) {
  for (size_t i = 0; i < n; ++i) y[i] = x[i] / (1.0f + exponential(-x[i]));
}

// max(x, 0) - |x| q, where q = erfc(|x| / sqrt 2) / 2 is e^(-x^2 / 2) t P(t) with t = 1 / (1 + |x|
// / sqrt 8): P of degree 8 was fitted for |x| <= 13, where it errs by 2^-24.5 of q. Beyond, q is
// below 2^-124, whatever x.
SOTTO_VECTORIZED(void, gelu, (const float* x, size_t n, float* y), (x, n, y)) {
  constexpr auto kMost = std::bit_cast<int32_t>(13.0f);
  for (size_t i = 0; i < n; ++i) {
    const auto bits = std::bit_cast<int32_t>(x[i]);
    const int32_t magnitude = bits & ~kSignBit;
    const auto a =
        std::bit_cast<float>(magnitude > kMost && magnitude <= kInfiniteBits ? kMost : magnitude);
    const float t = 1.0f / (1.0f + a * 0x1.6a09e6p-2f);
    float p = -0x1.e1b33cp-6f;
    p = p * t + 0x1.220f94p-3f;
    p = p * t - 0x1.f01826p-3f;
    p = p * t + 0x1.1984c8p-3f;
    p = p * t - 0x1.9074b8p-7f;
    p = p * t + 0x1.9d31aap-4f;
    p = p * t + 0x1.f25d22p-4f;
    p = p * t + 0x1.211e5p-3f;
    p = p * t + 0x1.20dbc4p-3f;
    const float q = p * t * exponential(a * a * -0.5f);
    y[i] = std::bit_cast<float>(bits & ~(bits >> 31)) - a * q;
  }
}

// x (1/2 + a P(a^2)), a = x within [-4, 4]: there a P of degree 6 was fitted to erf(x / sqrt 2) /
// 2, least where |x| is large, and errs by 1.9e-4 of x; beyond, 1/2 is meant and 1e-5 missed.
SOTTO_VECTORIZED(void, gelu_near, (const float* x, size_t n, float* y), (x, n, y)) {
  constexpr auto kMost = std::bit_cast<int32_t>(4.0f);
  for (size_t i = 0; i < n; ++i) {
    const auto bits = std::bit_cast<int32_t>(x[i]);
    const int32_t magnitude = bits & ~kSignBit;
    const auto a =
        std::bit_cast<float>((bits & kSignBit) | (magnitude > kMost ? kMost : magnitude));
    const float s = a * a;
    float p = 0x1.875e3cp-26f;
    p = p * s - 0x1.ad1c46p-20f;
    p = p * s + 0x1.9245f6p-15f;
    p = p * s - 0x1.aac646p-11f;
    p = p * s + 0x1.1f73d2p-7f;
    p = p * s - 0x1.087dbcp-4f;
    p = p * s + 0x1.976eb8p-2f;
    y[i] = x[i] * (0.5f + a * p);
  }
}

SOTTO_VECTORIZED(void, gelu_tanh, (const float* x, size_t n, float* y), (x, n, y)) {
  for (size_t i = 0; i < n; ++i) {
    const float a = x[i];
    // (1 + tanh u) / 2 = 1 / (1 + e^-2u)
    const float u = 0.7978845608f * (a + 0.044715f * (a * a * a));
    y[i] = a / (1.0f + exponential(-2.0f * u));
  }
}

SOTTO_VECTORIZED(void, elu, (const float* x, size_t n, float* y), (x, n, y)) {
  for (size_t i = 0; i < n; ++i) {
    const auto bits = std::bit_cast<int32_t>(x[i]);
    const int32_t negative = bits >> 31;  // all ones or none
    const auto above = std::bit_cast<float>(bits & ~negative);
    const auto below = std::bit_cast<float>(bits & negative);
    y[i] = above + (exponential(below) - 1.0f);
  }
}

// With a = e^x: tanh(ln(1 + a)) = ((1 + a)^2 - 1) / ((1 + a)^2 + 1). Above 20 that is 1.
SOTTO_VECTORIZED(void, mish, (const float* x, size_t n, float* y), (x, n, y)) {
  constexpr auto kMost = std::bit_cast<int32_t>(20.0f);
  for (size_t i = 0; i < n; ++i) {
    const auto bits = std::bit_cast<int32_t>(x[i]);
    const float a =
        exponential(std::bit_cast<float>(bits > kMost && bits <= kInfiniteBits ? kMost : bits));
    const float b = a * (a + 2.0f);
    y[i] = x[i] * (b / (b + 2.0f));
  }
}

SOTTO_VECTORIZED(void, tanhs, (const float* x, size_t n, float* y), (x, n, y)) {
  for (size_t i = 0; i < n; ++i) y[i] = tanh(x[i]);
}

SOTTO_VECTORIZED(void, sigmoids, (const float* x, size_t n, float* y), (x, n, y)) {
  for (size_t i = 0; i < n; ++i) y[i] = sigmoid(x[i]);
}

}  // namespace

void activate(Activation f, const float* x, size_t n, float* y) {
  switch (f) {
    case Activation::relu:
      return relu(x, n, y);
    case Activation::silu:
      return silu(x, n, y);
    case Activation::gelu:
      return gelu(x, n, y);
    case Activation::gelu_near:
      return gelu_near(x, n, y);
    case Activation::gelu_tanh:
      return gelu_tanh(x, n, y);
    case Activation::elu:
      return elu(x, n, y);
    case Activation::mish:
      return mish(x, n, y);
    case Activation::tanh:
      return tanhs(x, n, y);
    case Activation::sigmoid:
      return sigmoids(x, n, y);
  }
}

SOTTO_VECTORIZED(void, mix, (float a, float* x, float b, const float* y, size_t n),
                 (a, x, b, y, n)) {
  for (size_t i = 0; i < n; ++i) x[i] = a * x[i] + b * y[i];
}

SOTTO_VECTORIZED(void, add, (float* x, const float* y, size_t n), (x, y, n)) {
  for (size_t i = 0; i < n; ++i) x[i] += y[i];
}

SOTTO_VECTORIZED(void, multiply, (float* x, const float* y, size_t n), (x, y, n)) {
  for (size_t i = 0; i < n; ++i) x[i] *= y[i];
}

SOTTO_VECTORIZED(void, add_scaled, (const float* x, const float* scale, size_t n, float* y),
                 (x, scale, n, y)) {
  for (size_t i = 0; i < n; ++i) y[i] += scale[i] * x[i];
}

SOTTO_VECTORIZED(void, scale_shift,
                 (const float* x, float plus, const float* scale, const float* shift, size_t n,
                  float* y),
                 (x, plus, scale, shift, n, y)) {
  for (size_t i = 0; i < n; ++i) y[i] = x[i] * (plus + scale[i]) + shift[i];
}

SOTTO_VECTORIZED(void, leaky_relu, (float slope, const float* x, size_t n, float* y),
                 (slope, x, n, y)) {
  for (size_t i = 0; i < n; ++i) {
    const auto bits = std::bit_cast<int32_t>(x[i]);
    const int32_t negative = bits >> 31;  // all ones or none
    y[i] = std::bit_cast<float>(bits & ~negative) + slope * std::bit_cast<float>(bits & negative);
  }
}

SOTTO_VECTORIZED(void, snake,
                 (const float* x, const float* alpha, const float* inverse, size_t n, float* y),
                 (x, alpha, inverse, n, y)) {
  for (size_t i = 0; i < n; ++i) y[i] = x[i] + sine_squared(alpha[i] * x[i]) * inverse[i];
}

SOTTO_VECTORIZED(void, normalize,
                 (const float* x, const float* mean, const float* scale, const float* shift,
                  size_t n, float* y),
                 (x, mean, scale, shift, n, y)) {
  for (size_t i = 0; i < n; ++i) y[i] = (x[i] - mean[i]) * scale[i] + shift[i];
}

SOTTO_VECTORIZED(void, normalize_snake,
                 (const float* x, const float* mean, const float* scale, const float* shift,
                  const float* alpha, const float* inverse, size_t n, float* y),
                 (x, mean, scale, shift, alpha, inverse, n, y)) {
  for (size_t i = 0; i < n; ++i) {
    const float v = (x[i] - mean[i]) * scale[i] + shift[i];
    y[i] = v + sine_squared(alpha[i] * v) * inverse[i];
  }
}

// Sixteen sums of their own, whatever the vectors: the order is the same everywhere.
SOTTO_VECTORIZED(void, rms_norm,
                 (const float* x, const float* weight, float epsilon, size_t n, float* y),
                 (x, weight, epsilon, n, y)) {
  constexpr size_t kLanes = 16;
  float sums[kLanes] = {};
  const size_t whole = n / kLanes * kLanes;
  for (size_t i = 0; i < whole; i += kLanes)
    for (size_t k = 0; k < kLanes; ++k) sums[k] += x[i + k] * x[i + k];
  for (size_t i = whole; i < n; ++i) sums[i - whole] += x[i] * x[i];
  float total = 0;
  for (const float sum : sums) total += sum;
  const float factor = 1.0f / std::sqrt(total / static_cast<float>(n) + epsilon);
  for (size_t i = 0; i < n; ++i) y[i] = x[i] * factor * weight[i];
}

// Sums as in rms_norm.
SOTTO_VECTORIZED(void, softmax, (float* x, size_t n), (x, n)) {
  constexpr size_t kLanes = 16;
  int32_t key = INT32_MIN;
  for (size_t i = 0; i < n; ++i) {
    const int32_t own = key_of(std::bit_cast<int32_t>(x[i]));
    key = own > key ? own : key;
  }
  const float largest = from_ordered(key);
  for (size_t i = 0; i < n; ++i) x[i] = exponential(x[i] - largest);
  float sums[kLanes] = {};
  const size_t whole = n / kLanes * kLanes;
  for (size_t i = 0; i < whole; i += kLanes)
    for (size_t k = 0; k < kLanes; ++k) sums[k] += x[i + k];
  for (size_t i = whole; i < n; ++i) sums[i - whole] += x[i];
  float total = 0;
  for (const float sum : sums) total += sum;
  for (size_t i = 0; i < n; ++i) x[i] /= total;
  if (!(total > 0)) std::fill_n(x, n, 0.0f);
}

SOTTO_VECTORIZED(void, add_squares, (const float* x, const float* mean, size_t n, float* squares),
                 (x, mean, n, squares)) {
  for (size_t i = 0; i < n; ++i) squares[i] += (x[i] - mean[i]) * (x[i] - mean[i]);
}

SOTTO_VECTORIZED(void, add_squares,
                 (const float* x, const float* mean, float factor, size_t n, float* squares),
                 (x, mean, factor, n, squares)) {
  for (size_t i = 0; i < n; ++i) squares[i] += factor * ((x[i] - mean[i]) * (x[i] - mean[i]));
}

int32_t ordered(float x) { return key_of(std::bit_cast<int32_t>(x)); }
float from_ordered(int32_t key) { return std::bit_cast<float>(key_of(key)); }

SOTTO_VECTORIZED(void, extend_range, (const float* x, size_t n, float& low, float& high),
                 (x, n, low, high)) {
  int32_t least = key_of(std::bit_cast<int32_t>(low));
  int32_t most = key_of(std::bit_cast<int32_t>(high));
  for (size_t i = 0; i < n; ++i) {
    const int32_t key = key_of(std::bit_cast<int32_t>(x[i]));
    least = key < least ? key : least;
    most = key > most ? key : most;
  }
  low = std::bit_cast<float>(key_of(least));
  high = std::bit_cast<float>(key_of(most));
}

SOTTO_VECTORIZED(void, extend_ranges, (const float* x, size_t n, int32_t* low, int32_t* high),
                 (x, n, low, high)) {
  for (size_t i = 0; i < n; ++i) {
    const int32_t key = key_of(std::bit_cast<int32_t>(x[i]));
    low[i] = key < low[i] ? key : low[i];
    high[i] = key > high[i] ? key : high[i];
  }
}

SOTTO_VECTORIZED(void, lstm_step, (const float* gates, size_t n, float* c, float* h),
                 (gates, n, c, h)) {
  const float *i = gates, *f = i + n, *g = f + n, *o = g + n;
  for (size_t k = 0; k < n; ++k) {
    c[k] = sigmoid(f[k]) * c[k] + sigmoid(i[k]) * tanh(g[k]);
    h[k] = sigmoid(o[k]) * tanh(c[k]);
  }
}

void rotate(float* x, const float* angles, size_t n) {
  for (size_t i = 0; i + 1 < n; i += 2) {
    const float a = x[i], b = x[i + 1];
    const float c = angles[i], s = angles[i + 1];
    x[i] = a * c - b * s;
    x[i + 1] = a * s + b * c;
  }
}

void rotate_halves(float* x, const float* angles, size_t n) {
  float* upper = x + n / 2;
  for (size_t i = 0; i < n / 2; ++i) {
    const float a = x[i], b = upper[i];
    const float c = angles[2 * i], s = angles[2 * i + 1];
    x[i] = a * c - b * s;
    upper[i] = a * s + b * c;
  }
}

}  // namespace sotto::device::cpu
