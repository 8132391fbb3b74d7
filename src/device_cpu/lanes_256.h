// Sixteen rows of w and up to four of x with AVX2, whose lanes of 32 bits hold a row of w each: what
// is read of x serves two vectors of w, and nothing is added up over lanes.
#pragma once

#include "device_cpu/isa.h"

#ifdef SOTTO_X86
#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#include "device_cpu/simd_avx2.h"

namespace sotto::device::cpu::avx2 {

inline constexpr int kLaneRows = 16;   // of w, in two vectors
inline constexpr int kLaneInputs = 4;  // of x at a time: their sums leave room for the rest

// _mm256_add_epi32 and _epi16, whose sums GCC 12 copies or spills in each step.
SOTTO_AVX2 inline void add_to(__m256i& sum, __m256i v) {
  asm volatile("vpaddd %1, %0, %0" : "+x"(sum) : "x"(v));
}
SOTTO_AVX2 inline void add_words_to(__m256i& sum, __m256i v) {
  asm volatile("vpaddw %1, %0, %0" : "+x"(sum) : "x"(v));
}

template <class T>
SOTTO_AVX2 inline __m256i broadcast_four_bytes(const T* p) {
  int32_t bytes = 0;
  __builtin_memcpy(&bytes, p, sizeof bytes);
  return _mm256_set1_epi32(bytes);
}

// v[i] lane k becomes v[k] lane i.
SOTTO_AVX2 inline __attribute__((always_inline)) void turn(__m256 (&v)[8]) {
  __m256 t[8];
#pragma GCC unroll 4
  for (int k = 0; k < 8; k += 2) {
    t[k] = _mm256_unpacklo_ps(v[k], v[k + 1]);
    t[k + 1] = _mm256_unpackhi_ps(v[k], v[k + 1]);
  }
  __m256 u[8];  // by the row in each half of 128 bits
#pragma GCC unroll 2
  for (int k = 0; k < 8; k += 4) {
    u[k] = _mm256_shuffle_ps(t[k], t[k + 2], 0x44);
    u[k + 1] = _mm256_shuffle_ps(t[k], t[k + 2], 0xee);
    u[k + 2] = _mm256_shuffle_ps(t[k + 1], t[k + 3], 0x44);
    u[k + 3] = _mm256_shuffle_ps(t[k + 1], t[k + 3], 0xee);
  }
#pragma GCC unroll 4
  for (int k = 0; k < 4; ++k) {
    v[k] = _mm256_permute2f128_ps(u[k], u[k + 4], 0x20);
    v[k + 4] = _mm256_permute2f128_ps(u[k], u[k + 4], 0x31);
  }
}

// 16 bytes at `at` of eight rows: v[k] has the four from 4 k on, of a row in each lane. Rows r and
// r + 4 meet as they are loaded, so that a third of the shuffles is spared.
SOTTO_AVX2 inline __attribute__((always_inline)) void load_turned(const uint8_t* const* rows,
                                                                  size_t at, __m256i (&v)[4]) {
  __m256i both[4];
#pragma GCC unroll 4
  for (int r = 0; r < 4; ++r) {
    const auto* low = reinterpret_cast<const __m128i*>(rows[r] + at);
    const auto* high = reinterpret_cast<const __m128i*>(rows[r + 4] + at);
    both[r] = _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128(low)),
                                      _mm_loadu_si128(high), 1);
  }
  const __m256i a = _mm256_unpacklo_epi32(both[0], both[1]);
  const __m256i b = _mm256_unpackhi_epi32(both[0], both[1]);
  const __m256i c = _mm256_unpacklo_epi32(both[2], both[3]);
  const __m256i d = _mm256_unpackhi_epi32(both[2], both[3]);
  v[0] = _mm256_unpacklo_epi64(a, c);
  v[1] = _mm256_unpackhi_epi64(a, c);
  v[2] = _mm256_unpacklo_epi64(b, d);
  v[3] = _mm256_unpackhi_epi64(b, d);
}

// The sums of the eight lanes of each of eight vectors.
SOTTO_AVX2 inline __attribute__((always_inline)) __m256i sums_of_eight(const __m256i (&v)[8]) {
  __m256i pairs[4], fours[2];
#pragma GCC unroll 4
  for (int k = 0; k < 4; ++k)
    pairs[k] = _mm256_add_epi32(_mm256_unpacklo_epi32(v[2 * k], v[2 * k + 1]),
                                _mm256_unpackhi_epi32(v[2 * k], v[2 * k + 1]));
#pragma GCC unroll 2
  for (int k = 0; k < 2; ++k)
    fours[k] = _mm256_add_epi32(_mm256_unpacklo_epi64(pairs[2 * k], pairs[2 * k + 1]),
                                _mm256_unpackhi_epi64(pairs[2 * k], pairs[2 * k + 1]));
  return _mm256_add_epi32(_mm256_permute2x128_si256(fours[0], fours[1], 0x20),
                          _mm256_permute2x128_si256(fours[0], fours[1], 0x31));
}

// Dots of bytes by products of 16 bits, of which one does for two (Winograd 1968):
//   x_a w_a + x_b w_b = (x_a + w_b) (x_b + w_a) - x_a x_b - w_a w_b
// The last two terms belong to a row of x alone, or of w, and are taken away at the end. That is
// four operations for 32 products, as signs, bytes and pairs would be, but a single multiplication
// among them, for which processors have fewer units. With bytes of w from 0 to 255 and of x from
// -127 to 127 the pairs of products that vpmaddwd adds stay below 2^19.
namespace wide {

// 32 columns of a row of x: of each four the even ones, then the odd ones. Returns sums of x_a x_b.
SOTTO_AVX2 inline __m256i put_input(const int8_t* x, int16_t* to) {
  const __m256i bytes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x));
  const __m256i even = _mm256_srai_epi16(_mm256_slli_epi16(bytes, 8), 8);
  const __m256i odd = _mm256_srai_epi16(bytes, 8);
  const __m256i low = _mm256_unpacklo_epi32(even, odd), high = _mm256_unpackhi_epi32(even, odd);
  auto* out = reinterpret_cast<__m256i*>(to);
  _mm256_store_si256(out, _mm256_permute2x128_si256(low, high, 0x20));
  _mm256_store_si256(out + 1, _mm256_permute2x128_si256(low, high, 0x31));
  return _mm256_madd_epi16(even, odd);
}

}  // namespace wide
}  // namespace sotto::device::cpu::avx2
#endif
