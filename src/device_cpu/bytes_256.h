// Products of bytes of weights and activations in vectors of 256 bits, four products to a lane.
// A row of this table is a class with
//   kFetch               where weights are prefetched to
//   kCorrection<range>   which times sum128 is to be added to the dots
//   dot<range>(start, w, x)  adds the products of the vectors w, whose bytes have that range, and as
//                        many activations
#pragma once

#include "device_cpu/matmul_int_simd.h"
#include "device_cpu/unpack_256.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx2 {

SOTTO_AVX2 inline __m256i load_x(const int8_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

// Pairs of 16-bit numbers to 32 bits.
SOTTO_AVX2 inline __m256i add_pairs(__m256i start, __m256i v) {
  return _mm256_add_epi32(start, _mm256_madd_epi16(v, _mm256_set1_epi16(1)));
}

// AVX2 multiplies unsigned by signed bytes into 16 bits, two products to a lane, and saturates
// there (vpmaddubsw). 6 and 4 bits stay below that: 2 * 63 * 127 * 2 = 32004. 8 bits are taken as
// signed: the magnitude of w times x with the sign of w is at most 2 * 128 * 127 = 32512. Unsigned
// bytes become signed ones by taking 128 from them, which sum128 gives back.
struct Maddubs {
  static constexpr Fetch kFetch = Fetch::to_first_cache;
  template <Range kRange>
  static constexpr int kCorrection = kRange == Range::bytes ? 1 : 0;

  template <Range kRange, int K>
  SOTTO_AVX2 static __m256i dot(__m256i start, const __m256i (&w)[K], const int8_t* x) {
    if constexpr (kRange == Range::nibbles && K > 1) {
      __m256i sum = _mm256_maddubs_epi16(w[0], load_x(x));  // up to 4 times 2 * 15 * 127
      for (int k = 1; k < K; ++k) {
        sum = _mm256_add_epi16(sum, _mm256_maddubs_epi16(w[k], load_x(x + 32 * k)));
      }
      return add_pairs(start, sum);
    }
    if constexpr (kRange == Range::six_bits && K % 2 == 0) {
      for (int k = 0; k < K; k += 2) {
        start = add_pairs(
            start, _mm256_add_epi16(_mm256_maddubs_epi16(w[k], load_x(x + 32 * k)),
                                    _mm256_maddubs_epi16(w[k + 1], load_x(x + 32 * k + 32))));
      }
      return start;
    }
    for (int k = 0; k < K; ++k) {
      if constexpr (kRange == Range::bytes || kRange == Range::signed_bytes) {
        const __m256i v =
            kRange == Range::bytes ? _mm256_xor_si256(w[k], _mm256_set1_epi8(-128)) : w[k];
        start = add_pairs(start, _mm256_maddubs_epi16(_mm256_abs_epi8(v),
                                                      _mm256_sign_epi8(load_x(x + 32 * k), v)));
      } else {
        start = add_pairs(start, _mm256_maddubs_epi16(w[k], load_x(x + 32 * k)));
      }
    }
    return start;
  }
};

// VNNI: vpdpbusd adds four products of an unsigned and a signed byte to 32 bits, and does not
// saturate. Signed weights become unsigned by adding 128, which sum128 takes away again.
// Instruction has kFetch and add(sum, u, s), which is vpdpbusd.
template <class Instruction>
struct Dpbusd {
  static constexpr Fetch kFetch = Instruction::kFetch;
  template <Range kRange>
  static constexpr int kCorrection = kRange == Range::signed_bytes ? -1 : 0;

  template <Range kRange, int K>
  SOTTO_AVX2 static __m256i dot(__m256i start, const __m256i (&w)[K], const int8_t* x) {
    for (int k = 0; k < K; ++k) {
      const __m256i wk =
          kRange == Range::signed_bytes ? _mm256_xor_si256(w[k], _mm256_set1_epi8(-128)) : w[k];
      Instruction::add(start, wk, load_x(x + 32 * k));
    }
    return start;
  }
};

// The instruction is written out, as code for AVX2 may not call what is made for more. Only
// processors that have it come here.
struct VexDpbusd {  // AVX-VNNI
  static constexpr Fetch kFetch = Fetch::to_first_cache;
  SOTTO_AVX2 static void add(__m256i& sum, __m256i u, __m256i s) {
    asm("%{vex%} vpdpbusd %2, %1, %0" : "+x"(sum) : "x"(u), "x"(s));
  }
};
struct EvexDpbusd {  // AVX-512 VNNI
  static constexpr Fetch kFetch = Fetch::to_second_cache;
  SOTTO_AVX2 static void add(__m256i& sum, __m256i u, __m256i s) {
    asm("%{evex%} vpdpbusd %2, %1, %0" : "+x"(sum) : "x"(u), "x"(s));
  }
};

}  // namespace sotto::device::cpu::avx2
#endif
