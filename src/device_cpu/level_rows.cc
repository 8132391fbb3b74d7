#include "device_cpu/level_rows.h"

#include <bit>

#include "base/vectorized.h"
#include "device_cpu/neon_kernels.h"
#include "device_cpu/simd_avx2.h"

namespace sotto::device::cpu {

LevelRows level_rows(const QuantizedRows& x) {
  return {.low = reinterpret_cast<const uint8_t*>(x.q),
          .high = nullptr,
          .rows = x.rows,
          .step = static_cast<size_t>(x.stride()),
          .scales = x.scale,
          .scale_step = static_cast<size_t>(x.group_stride())};
}

namespace {

SOTTO_VECTORIZED(void, flip_signs, (int8_t * q, size_t n), (q, n)) {
  for (size_t i = 0; i < n; ++i) q[i] = static_cast<int8_t>(q[i] ^ -128);
}

SOTTO_VECTORIZED(int32_t, magnitude_bits, (const float* x, size_t n), (x, n)) {
  int32_t most = 0;
  for (size_t i = 0; i < n; ++i) {
    const int32_t own = std::bit_cast<int32_t>(x[i]) & INT32_MAX;  // in the order of the floats
    most = own > most ? own : most;
  }
  return most;
}

// Adding 1.5 * 2^23 rounds to the nearest integer, which is then in the low bits of the sum.
SOTTO_VECTORIZED(void, put_levels_128, (const float* x, float factor, size_t n, uint8_t* to),
                 (x, factor, n, to)) {
  constexpr float kRound = 0x1.8p23f + 128;
  for (size_t i = 0; i < n; ++i)
    to[i] = static_cast<uint8_t>(std::bit_cast<uint32_t>(x[i] * factor + kRound));
}

void to_levels_portable(std::span<const float> x, const quant::QuantParams& levels, uint8_t* low,
                        uint8_t* high) {
  for (size_t i = 0; i < x.size(); ++i) {
    const int q = levels.at(x[i]);
    low[i] = static_cast<uint8_t>(q & 255);
    if (high != nullptr) high[i] = static_cast<uint8_t>(q >> 8);
  }
}

#ifdef SOTTO_X86
struct Factors {
  __m256 inverse, low, high;
  __m256i zero;
};

// Eight numbers. max and min return their second operand where one is a NaN, which so becomes low.
SOTTO_AVX2 inline __m256i levels_of(const float* x, const Factors& f) {
  const __m256 v = _mm256_mul_ps(_mm256_loadu_ps(x), f.inverse);
  const __m256 bounded = _mm256_min_ps(_mm256_max_ps(v, f.low), f.high);
  return _mm256_add_epi32(_mm256_cvtps_epi32(bounded), f.zero);
}

// 16 of at most 16 bits: packing works within halves of 128 bits, which the permutation undoes.
SOTTO_AVX2 inline __m256i sixteen(const float* x, const Factors& f) {
  const __m256i packed = _mm256_packus_epi32(levels_of(x, f), levels_of(x + 8, f));
  return _mm256_permute4x64_epi64(packed, _MM_SHUFFLE(3, 1, 2, 0));
}

SOTTO_AVX2 inline void store_bytes(uint8_t* to, __m256i a, __m256i b) {
  const __m256i packed =
      _mm256_permute4x64_epi64(_mm256_packus_epi16(a, b), _MM_SHUFFLE(3, 1, 2, 0));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), packed);
}

SOTTO_AVX2 void to_levels_avx2(std::span<const float> x, const quant::QuantParams& levels,
                               uint8_t* low, uint8_t* high) {
  const Factors f = {_mm256_set1_ps(1.0f / levels.scale),
                     _mm256_set1_ps(static_cast<float>(-levels.zero)),
                     _mm256_set1_ps(static_cast<float>(levels.most - levels.zero)),
                     _mm256_set1_epi32(levels.zero)};
  const __m256i byte = _mm256_set1_epi16(255);
  size_t i = 0;
  for (; i + 32 <= x.size(); i += 32) {
    const __m256i a = sixteen(x.data() + i, f), b = sixteen(x.data() + i + 16, f);
    store_bytes(low + i, _mm256_and_si256(a, byte), _mm256_and_si256(b, byte));
    if (high != nullptr) {
      store_bytes(high + i, _mm256_srli_epi16(a, 8), _mm256_srli_epi16(b, 8));
    }
  }
  to_levels_portable(x.subspan(i), levels, low + i, high != nullptr ? high + i : nullptr);
}
#endif

#ifdef SOTTO_ARM64
void to_levels_neon(std::span<const float> x, const quant::QuantParams& levels, uint8_t* low,
                    uint8_t* high) {
  const size_t i = neon::to_levels(x, levels, low, high);
  to_levels_portable(x.subspan(i), levels, low + i, high != nullptr ? high + i : nullptr);
}
#endif

constexpr Variant<ToLevels> kToLevels[] = {
    {Isa::portable, to_levels_portable},
#ifdef SOTTO_X86
    {Isa::avx2, to_levels_avx2},
#endif
#ifdef SOTTO_ARM64
    {Isa::neon, to_levels_neon},
#endif
};

}  // namespace

float magnitude(const float* x, size_t n) { return std::bit_cast<float>(magnitude_bits(x, n)); }

void to_levels_128(const float* x, float factor, size_t n, uint8_t* to) {
  put_levels_128(x, factor, n, to);
}

void add_128(const QuantizedRows& x) {
  flip_signs(x.q, static_cast<size_t>(x.rows) * static_cast<size_t>(x.stride()));
}

std::span<const Variant<ToLevels>> to_levels_variants() { return kToLevels; }

}  // namespace sotto::device::cpu
