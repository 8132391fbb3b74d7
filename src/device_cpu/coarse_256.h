// Coarse rows in vectors of 256 bits: a panel's rows have a lane each, in two vectors, and x is the
// same in all lanes, so that nothing is added up over them.
#pragma once

#include <algorithm>

#include "device_cpu/bytes_256.h"
#include "device_cpu/coarse_rows.h"
#include "device_cpu/output_256.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx2 {

// LevelSums are sums of products of levels and activations, eight lanes: add(a, xa, b, xb) adds those
// of 32 lower halves and as many numbers, four to a lane, and of what upper() makes of upper ones.

// A lane of 16 bits holds 8 times two products of 15 and 127; the lanes of 32 bits take them over.
class MaddubsSums {
 public:
  SOTTO_AVX2 static __m256i upper(__m256i both, __m256i lower) {
    return _mm256_and_si256(_mm256_srli_epi16(both, 4), lower);
  }
  SOTTO_AVX2 void add(__m256i a, __m256i xa, __m256i b, __m256i xb) {
    short_ = _mm256_add_epi16(
        short_, _mm256_add_epi16(_mm256_maddubs_epi16(a, xa), _mm256_maddubs_epi16(b, xb)));
    if (++added_ < kMostAdded) return;
    long_ = add_pairs(long_, short_);
    short_ = _mm256_setzero_si256();
    added_ = 0;
  }
  SOTTO_AVX2 __m256i total() const { return add_pairs(long_, short_); }

 private:
  static constexpr int kMostAdded = 4;
  __m256i short_ = {}, long_ = {};
  int added_ = 0;
};

// With vpdpbusd (bytes_256.h) upper halves are multiplied where they are, sixteen times as large.
template <class Instruction>
class DpbusdSums {
 public:
  SOTTO_AVX2 static __m256i upper(__m256i both, __m256i lower) {
    return _mm256_andnot_si256(lower, both);
  }
  SOTTO_AVX2 void add(__m256i a, __m256i xa, __m256i b, __m256i xb) {
    Instruction::add(a_, a, xa);
    Instruction::add(b_, b, xb);
  }
  SOTTO_AVX2 __m256i total() const { return _mm256_add_epi32(a_, _mm256_srai_epi32(b_, 4)); }

 private:
  __m256i a_ = {}, b_ = {};
};

// M panels of w, of which each comes `apart` behind the one before (kStreams of matmul_int_256.h),
// and N rows of x.
template <class LevelSums, int N, int M>
SOTTO_AVX2 void coarse_panels(const QuantizedRows& x, const CoarseMatrix& w, const Output& y,
                              int panel, int apart) {
  constexpr int kBytes = CoarseMatrix::kPanel * CoarseMatrix::kTogether / 2;
  const size_t bytes = w.panel_bytes(), step = static_cast<size_t>(apart) * bytes;
  const __m256i lower = _mm256_set1_epi8(15);
  for (int half = 0; half < 2; ++half) {
    const uint8_t* q = w.panel(panel) + half * kBytes / 2;
    LevelSums sums[M][N];
    const int8_t* xc = x.q;
    for (size_t at = 0; at < bytes; at += kBytes, xc += CoarseMatrix::kTogether) {
#pragma GCC unroll 4
      for (int m = 0; m < M; ++m) {
        const auto* from = q + static_cast<size_t>(m) * step + at;
        const __m256i both = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
        const __m256i a = _mm256_and_si256(both, lower), b = LevelSums::upper(both, lower);
#pragma GCC unroll 4
        for (int i = 0; i < N; ++i) {
          int32_t four[2];
          __builtin_memcpy(four, xc + i * x.stride(), sizeof four);
          sums[m][i].add(a, _mm256_set1_epi32(four[0]), b, _mm256_set1_epi32(four[1]));
        }
      }
    }
    for (int m = 0; m < M; ++m) {
      const int row = (panel + m * apart) * CoarseMatrix::kPanel + 8 * half;
      const int some = std::min(8, w.rows - row);
      if (some <= 0) continue;
      const __m256 scales = load_first(w.scales + row, some);
      for (int i = 0; i < N; ++i) {
        const QuantizedRows own = x.from(i, 1);
        const __m256i sum = sums[m][i].total();
        const __m256i middle = _mm256_set1_epi32(CoarseMatrix::kMiddle * (*own.sum128 / 128));
        const __m256i odd = _mm256_sub_epi32(_mm256_add_epi32(sum, sum), middle);
        const __m256 scale = _mm256_mul_ps(scales, _mm256_broadcast_ss(own.scale));
        put8(y, i, row, some, _mm256_mul_ps(scale, _mm256_cvtepi32_ps(odd)));
      }
    }
  }
}

template <class LevelSums>
struct CoarsePanels256 {
  template <int N, int M>
  static void run(const QuantizedRows& x, const CoarseMatrix& w, const Output& y, int panel,
                  int apart) {
    coarse_panels<LevelSums, N, M>(x, w, y, panel, apart);
  }
};

}  // namespace sotto::device::cpu::avx2
#endif
