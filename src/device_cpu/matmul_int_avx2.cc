// AVX2 multiplies unsigned by signed bytes into 16 bits, two products to a lane, and saturates
// there (vpmaddubsw). 6 and 4 bits stay below that: 2 * 63 * 127 * 2 = 32004. 8 bits are taken as
// signed: the magnitude of w times x with the sign of w is at most 2 * 128 * 127 = 32512. Unsigned
// bytes become signed ones by taking 128 from them, which sum128 gives back.
#include "device_cpu/lanes_256.h"
#include "device_cpu/matmul_int8_avx2.h"
#include "device_cpu/matmul_int_simd.h"

#ifdef SOTTO_X86
#include <immintrin.h>

#include <algorithm>

#define SOTTO_SIMD SOTTO_AVX2

namespace sotto::device::cpu::avx2 {

SOTTO_SIMD inline __m256i load_x(const int8_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

// Pairs of 16-bit numbers to 32 bits.
SOTTO_SIMD inline __m256i add_pairs(__m256i start, __m256i v) {
  return _mm256_add_epi32(start, _mm256_madd_epi16(v, _mm256_set1_epi16(1)));
}

template <Range kRange>
struct Bytes {
  static constexpr int kCorrection = kRange == Range::bytes ? 1 : 0;

  template <int K>
  SOTTO_SIMD static __m256i dot(__m256i start, const __m256i (&w)[K], const int8_t* x) {
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

#include "device_cpu/matmul_int_256.inc"
//
#include "device_cpu/affine_lanes_256.inc"

// A lane of 16 bits holds 8 times two products of 15 and 127; the lanes of 32 bits take them over.
class LevelSums {
 public:
  SOTTO_SIMD static __m256i upper(__m256i both, __m256i lower) {
    return _mm256_and_si256(_mm256_srli_epi16(both, 4), lower);
  }
  SOTTO_SIMD void add(__m256i a, __m256i xa, __m256i b, __m256i xb) {
    short_ = _mm256_add_epi16(
        short_, _mm256_add_epi16(_mm256_maddubs_epi16(a, xa), _mm256_maddubs_epi16(b, xb)));
    if (++added_ < kMostAdded) return;
    long_ = add_pairs(long_, short_);
    short_ = _mm256_setzero_si256();
    added_ = 0;
  }
  SOTTO_SIMD __m256i total() const { return add_pairs(long_, short_); }

 private:
  static constexpr int kMostAdded = 4;
  __m256i short_ = {}, long_ = {};
  int added_ = 0;
};

#include "device_cpu/coarse_256.inc"
//
#include "device_cpu/coarse_streams.inc"

SOTTO_AFFINE_KERNELS(affine)
void matmul_int8(const QuantizedRows& x, const quant::Sym8View& w, const Output& y, int begin,
                 int end) {
  if (x.rows <= 2) return int8(x, w, y, begin, end);
  int8_tiles(x, w, y, begin, end);
}
void matmul_coarse(const QuantizedRows& x, const CoarseMatrix& w, const Output& y, int begin,
                   int end) {
  coarse(x, w, y, begin, end);
}

}  // namespace sotto::device::cpu::avx2
#endif
