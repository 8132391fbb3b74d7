// Coarse rows by AVX-512 VNNI: a panel's rows have a lane each, and x is the same in all of them, so
// that nothing is added up over lanes. Upper halves are multiplied where they are, sixteen times as
// large.
#pragma once

#include <algorithm>

#include "device_cpu/coarse_rows.h"
#include "device_cpu/output_512.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx512vnni {

using namespace avx512;  // of which it is more

// GCC 12 warns falsely inside its own AVX-512 headers.
#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

// M panels of w, of which each comes `apart` behind the one before (kStreams of matmul_int_256.h),
// and N rows of x.
template <int N, int M>
SOTTO_AVX512VNNI void coarse_panels(const QuantizedRows& x, const CoarseMatrix& w, const Output& y,
                                    int panel, int apart) {
  constexpr int kBytes = CoarseMatrix::kPanel * CoarseMatrix::kTogether / 2;
  const size_t bytes = w.panel_bytes(), step = static_cast<size_t>(apart) * bytes;
  const uint8_t* q = w.panel(panel);
  const __m512i lower = _mm512_set1_epi8(15);
  __m512i low[M][N], high[M][N];
#pragma GCC unroll 4
  for (int m = 0; m < M; ++m)
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) {
      low[m][i] = _mm512_setzero_si512();
      high[m][i] = _mm512_setzero_si512();
    }
  const int8_t* xc = x.q;
  for (size_t at = 0; at < bytes; at += kBytes, xc += CoarseMatrix::kTogether) {
    __m512i first[N], last[N];
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) {
      int32_t four[2];
      __builtin_memcpy(four, xc + i * x.stride(), sizeof four);
      first[i] = _mm512_set1_epi32(four[0]);
      last[i] = _mm512_set1_epi32(four[1]);
    }
#pragma GCC unroll 4
    for (int m = 0; m < M; ++m) {
      const __m512i both = _mm512_loadu_si512(q + static_cast<size_t>(m) * step + at);
      const __m512i a = _mm512_and_si512(both, lower), b = _mm512_andnot_si512(lower, both);
#pragma GCC unroll 4
      for (int i = 0; i < N; ++i) {
        // _mm512_dpbusd_epi32, whose sums GCC 12 copies in each step.
        asm("vpdpbusd %2, %1, %0" : "+v"(low[m][i]) : "v"(a), "v"(first[i]));
        asm("vpdpbusd %2, %1, %0" : "+v"(high[m][i]) : "v"(b), "v"(last[i]));
      }
    }
  }
#pragma GCC unroll 4
  for (int m = 0; m < M; ++m) {
    const int row = (panel + m * apart) * CoarseMatrix::kPanel;
    const int some = std::min(CoarseMatrix::kPanel, w.rows - row);
    const __m512 scales = _mm512_maskz_loadu_ps(first_lanes(some), w.scales + row);
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) {
      const QuantizedRows own = x.from(i, 1);
      const __m512i sum = _mm512_add_epi32(low[m][i], _mm512_srai_epi32(high[m][i], 4));
      const __m512i middle = _mm512_set1_epi32(CoarseMatrix::kMiddle * (*own.sum128 / 128));
      const __m512i odd = _mm512_sub_epi32(_mm512_add_epi32(sum, sum), middle);
      const __m512 scale = _mm512_mul_ps(scales, _mm512_set1_ps(*own.scale));
      put16(y, i, row, some, _mm512_mul_ps(scale, _mm512_cvtepi32_ps(odd)));
    }
  }
}

struct CoarsePanels512 {
  template <int N, int M>
  static void run(const QuantizedRows& x, const CoarseMatrix& w, const Output& y, int panel,
                  int apart) {
    coarse_panels<N, M>(x, w, y, panel, apart);
  }
};

#pragma GCC diagnostic pop

}  // namespace sotto::device::cpu::avx512vnni
#endif
