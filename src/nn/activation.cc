#include "nn/activation.h"

#include <bit>
#include <cstdint>

#include "base/vector_clones.h"

namespace sotto::nn {
namespace {

// Comparisons are of the bits as integers: compilers do not make vectors of those of floats, which
// might trap.
constexpr int32_t kSign = INT32_MIN;
constexpr int32_t kInfinite = 0x7f800000;  // and NaNs behind it

// e^x for |x| <= 87, clamped outside, within 2 units in the last place; NaN stays NaN. x = n ln 2 +
// r with |r| <= ln 2 / 2, e^r by its Taylor polynomial of degree 7, whose remainder is below 2^-27.
inline float exponential(float x) {
  constexpr auto kMost = std::bit_cast<int32_t>(87.0f);
  const auto bits = std::bit_cast<int32_t>(x);
  int32_t magnitude = bits & ~kSign;
  magnitude = magnitude > kMost && magnitude <= kInfinite ? kMost : magnitude;
  x = std::bit_cast<float>(magnitude | (bits & kSign));
  // Adding and subtracting 1.5 * 2^23 rounds to the nearest integer, which is then also in the low
  // bits of the sum.
  constexpr float kRound = 0x1.8p23f;
  const float shifted = x * 0x1.715476p0f + kRound;
  const float n = shifted - kRound;
  // ln 2 in two parts, the first with zeros at its end, so that n times it is exact.
  const float r = (x - n * 0x1.62e4p-1f) - n * 0x1.7f7d1cp-20f;
  float p = 1.0f / 5040;
  p = p * r + 1.0f / 720;
  p = p * r + 1.0f / 120;
  p = p * r + 1.0f / 24;
  p = p * r + 1.0f / 6;
  p = p * r + 0.5f;
  p = p * r + 1.0f;
  p = p * r + 1.0f;
  const uint32_t power = (std::bit_cast<uint32_t>(shifted) << 23) + 0x3f800000u;  // 2^n
  return p * std::bit_cast<float>(power);
}

}  // namespace

SOTTO_VECTOR_CLONES
void elu(const device::Tensor& x, const device::Tensor& y) {
  const float* from = x.data;
  float* to = y.data;
  const size_t size = x.size();
  for (size_t i = 0; i < size; ++i) {
    const auto bits = std::bit_cast<int32_t>(from[i]);
    const int32_t negative = bits >> 31;  // all ones or none
    const auto above = std::bit_cast<float>(bits & ~negative);
    const auto below = std::bit_cast<float>(bits & negative);
    to[i] = above + (exponential(below) - 1.0f);
  }
}

SOTTO_VECTOR_CLONES
void gelu_tanh(const device::Tensor& x) {
  float* v = x.data;
  const size_t size = x.size();
  for (size_t i = 0; i < size; ++i) {
    const float a = v[i];
    // (1 + tanh u) / 2 = 1 / (1 + e^-2u)
    const float u = 0.7978845608f * (a + 0.044715f * (a * a * a));
    v[i] = a / (1.0f + exponential(-2.0f * u));
  }
}

void silu(const device::Tensor& x) {
  float* v = x.data;
  const size_t size = x.size();
  for (size_t i = 0; i < size; ++i) v[i] = v[i] / (1.0f + exponential(-v[i]));
}

void add_scaled(const device::Tensor& x, const float* scale, const device::Tensor& y) {
  for (int r = 0; r < x.rows; ++r) {
    const float* from = x.row(r).data();
    float* to = y.row(r).data();
    for (int c = 0; c < x.cols; ++c) to[c] += scale[c] * from[c];
  }
}

}  // namespace sotto::nn
