// Weights of groups as the integer kernels for x86 read them, in vectors of 256 bits.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device_cpu/intrinsics_x86.h"
#include "quant/affine.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx2 {

// Weights that lie so far ahead are prefetched. Rows follow one another, so this runs into the next
// one; behind the last it does no harm. On processors with AVX2 alone, of 2, 4 and 8 KiB into the
// first cache, 4 was the fastest; a Xeon streams better into its second, larger one. Several rows
// of x need it as much as one: a Zen 4 took 1.3 times as long without it for five of them, and 1.5
// times for eight.
enum class Fetch { to_first_cache, to_second_cache };

template <Fetch kFetch>
SOTTO_AVX2 inline __attribute__((always_inline)) void prefetch_ahead(const uint8_t* p) {
  if constexpr (kFetch == Fetch::to_second_cache) {
    _mm_prefetch(reinterpret_cast<const char*>(p) + 8192, _MM_HINT_T1);
  } else {
    _mm_prefetch(reinterpret_cast<const char*>(p) + 4096, _MM_HINT_T0);
  }
}

// Weights behind those that are computed with: some lines of them are fetched in each step, in the
// order in which memory has them. All at once they would stop the processor until memory has
// answered, and a line of each row after the other is slower: the processor foresees nothing then.
struct Ahead {
  const uint8_t* at = nullptr;
  int left = 0, at_a_time = 0;  // lines

  SOTTO_AVX2 inline __attribute__((always_inline)) void fetch() {
    if (left <= 0) return;
    left -= at_a_time;
    for (int k = 0; k < at_a_time; ++k, at += 64)
      _mm_prefetch(reinterpret_cast<const char*>(at), _MM_HINT_T1);
  }
  // As after so many steps.
  void skip(int steps) {
    at += steps * at_a_time * 64;
    left -= steps * at_a_time;
  }
};

template <int kVectors>
struct Values {
  __m256i v[kVectors];
};

SOTTO_AVX2 inline __m256i load(const uint8_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}
SOTTO_AVX2 inline __m128i load_half(const uint8_t* p) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
}

// 32 values of 6 bits from 24 bytes. Each 32-bit lane gets the 24 bits of four values; two steps
// move its halves, then theirs, apart.
SOTTO_AVX2 inline __m256i six_bits(const uint8_t* p) {
  // The upper half begins 12 bytes on; reading from 8 on keeps to the 24.
  const __m256i both = _mm256_set_m128i(load_half(p + 8), load_half(p));
  const __m256i three = _mm256_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1,  //
                                         4, 5, 6, -1, 7, 8, 9, -1, 10, 11, 12, -1, 13, 14, 15, -1);
  const __m256i d = _mm256_shuffle_epi8(both, three);
  const __m256i e =
      _mm256_or_si256(_mm256_and_si256(d, _mm256_set1_epi32(0xfff)),
                      _mm256_and_si256(_mm256_slli_epi32(d, 4), _mm256_set1_epi32(0x0fff0000)));
  return _mm256_or_si256(_mm256_and_si256(e, _mm256_set1_epi16(0x3f)),
                         _mm256_and_si256(_mm256_slli_epi16(e, 2), _mm256_set1_epi16(0x3f00)));
}

template <int kBits, int kGroup>
SOTTO_AVX2 inline Values<kGroup / 32> unpack(const uint8_t* p) {
  Values<kGroup / 32> w;
  const __m256i low = _mm256_set1_epi8(15);
  if constexpr (kBits == 8) {
    for (int k = 0; k < kGroup / 32; ++k) w.v[k] = load(p + 32 * k);
  } else if constexpr (kBits == 6) {
    for (int k = 0; k < kGroup / 32; ++k) w.v[k] = six_bits(p + 24 * k);
  } else if constexpr (kGroup == 32) {
    const __m128i bytes = load_half(p);
    w.v[0] = _mm256_and_si256(_mm256_set_m128i(_mm_srli_epi16(bytes, 4), bytes), low);
  } else {
    for (int k = 0; k < kGroup / 64; ++k) {
      const __m256i bytes = load(p + 32 * k);
      w.v[2 * k] = _mm256_and_si256(bytes, low);
      w.v[2 * k + 1] = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), low);
    }
  }
  return w;
}

// The scales of n <= 8 groups from `at` on, zeros behind them.
SOTTO_AVX2 inline __m256 load_scales(const quant::Scales& s, size_t at, int n) {
  if (const uint16_t* half = s.f16(); half != nullptr) {
    half += at;
    uint16_t some[8] = {};
    if (n < 8) {
      __builtin_memcpy(some, half, static_cast<size_t>(n) * 2);
      half = some;
    }
    const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i*>(half));
    return _mm256_mul_ps(_mm256_cvtph_ps(halves), _mm256_set1_ps(s.factor()));
  }
  const __m256i lanes =
      _mm256_cmpgt_epi32(_mm256_set1_epi32(n), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
  const __m256 floats =
      n >= 8 ? _mm256_loadu_ps(s.f32() + at) : _mm256_maskload_ps(s.f32() + at, lanes);
  return _mm256_mul_ps(floats, _mm256_set1_ps(s.factor()));
}

}  // namespace sotto::device::cpu::avx2
#endif
