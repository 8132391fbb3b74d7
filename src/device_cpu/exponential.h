// The exponential function of all kernels: plain C++ that becomes part of a caller's loop, which
// the compiler then makes vectors of, in the instructions that the caller may use. No product is
// fused with a sum (-ffp-contract=off), so the results are the same everywhere.
#pragma once

#include <bit>
#include <cstdint>

namespace sotto::device::cpu {

// Comparisons are of the bits as integers: compilers do not make vectors of those of floats, which
// might trap.
constexpr int32_t kSignBit = INT32_MIN;
constexpr int32_t kInfiniteBits = 0x7f800000;  // and NaNs behind it

// e^x for |x| <= 87, clamped outside, within 2 units in the last place; NaN stays NaN. x = n ln 2 +
// r with |r| <= ln 2 / 2, e^r by its Taylor polynomial of degree 7, whose remainder is below 2^-27.
[[gnu::always_inline]] inline float exponential(float x) {
  constexpr auto kMost = std::bit_cast<int32_t>(87.0f);
  const auto bits = std::bit_cast<int32_t>(x);
  int32_t magnitude = bits & ~kSignBit;
  magnitude = magnitude > kMost && magnitude <= kInfiniteBits ? kMost : magnitude;
  x = std::bit_cast<float>(magnitude | (bits & kSignBit));
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

}  // namespace sotto::device::cpu
