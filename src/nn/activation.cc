#include "nn/activation.h"

#include <bit>
#include <cstdint>

namespace sotto::nn {
namespace {

// e^x for x in [-87, 88], clamped outside, within 2 units in the last place: x = n ln 2 + r with
// |r| <= ln 2 / 2, e^r by its Taylor polynomial of degree 7, whose remainder is below 2^-27.
inline float exponential(float x) {
  x = x < -87.0f ? -87.0f : x;
  x = x > 88.0f ? 88.0f : x;
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

void elu(const device::Tensor& x, const device::Tensor& y) {
  const float* from = x.data;
  float* to = y.data;
  const size_t size = x.size();
  for (size_t i = 0; i < size; ++i) {
    const float v = from[i];
    const float below = exponential(v > 0 ? 0.0f : v) - 1.0f;
    to[i] = v > 0 ? v : below;
  }
}

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
