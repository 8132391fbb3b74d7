// The two 16-bit float formats of checkpoints: IEEE 754 binary16 and bfloat16. Portable and exact;
// narrowing rounds to nearest, ties to even. Loops over these functions vectorize.
#pragma once

#include <bit>
#include <cstdint>

namespace sotto::quant {

inline float from_f16(uint16_t h) {
  const uint32_t sign = static_cast<uint32_t>(h & 0x8000) << 16;
  // The bits moved into place are the value times 2^-112: the exponent biases differ by 112. The
  // product is exact, for subnormal numbers too.
  const uint32_t moved = static_cast<uint32_t>(h & 0x7fff) << 13;
  const uint32_t finite = std::bit_cast<uint32_t>(std::bit_cast<float>(moved) * 0x1p112f);
  const uint32_t magnitude = (h & 0x7c00) == 0x7c00 ? (moved | 0x7f800000) : finite;
  return std::bit_cast<float>(sign | magnitude);
}

inline float from_bf16(uint16_t h) { return std::bit_cast<float>(static_cast<uint32_t>(h) << 16); }

inline uint16_t to_f16(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = (bits >> 16) & 0x8000;
  const uint32_t magnitude = bits & 0x7fffffff;
  uint32_t half;
  if (magnitude > 0x7f800000) {
    half = 0x7e00 | ((magnitude >> 13) & 0x3ff);  // a quiet NaN that keeps its upper payload
  } else if (magnitude >= std::bit_cast<uint32_t>(0x1p16f)) {
    half = 0x7c00;
  } else if (magnitude < std::bit_cast<uint32_t>(0x1p-14f)) {
    // Subnormal: the last place of 0.5f is 2^-24, the smallest binary16, so the sum rounds there.
    const float sum = std::bit_cast<float>(magnitude) + 0.5f;
    half = std::bit_cast<uint32_t>(sum) - std::bit_cast<uint32_t>(0.5f);
  } else {
    // Half a place less one, plus the last kept bit: ties go to even. A carry out of the mantissa
    // raises the exponent, up to infinity.
    const uint32_t rounded = magnitude + 0xfff + ((magnitude >> 13) & 1);
    half = (rounded - (112u << 23)) >> 13;
  }
  return static_cast<uint16_t>(sign | half);
}

inline uint16_t to_bf16(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  if ((bits & 0x7fffffff) > 0x7f800000) return static_cast<uint16_t>((bits >> 16) | 0x40);
  return static_cast<uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

}  // namespace sotto::quant
