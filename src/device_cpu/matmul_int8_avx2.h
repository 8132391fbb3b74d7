// int8 rows times several rows of int8 activations with AVX2, in tiles (int8_tiles_256.h).
#pragma once

#include "device_cpu/int8_tiles_256.h"
#include "device_cpu/matmul_int_simd.h"
#include "device_cpu/output_256.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx2 {

struct ByteRows {
  const QuantizedRows& x;
  const quant::Sym8View& w;
  const Output& y;

  struct Row {
    const int8_t* q;
    SOTTO_AVX2 Wide wide(int c) const { return widen(q + c); }
  };
  Row row(int i) const { return {x.from(i, 1).q}; }

  SOTTO_AVX2 void put(int first, int n, int r, int some, const __m256i (&sums)[8]) const {
    const __m256 scales = load_first(w.scales + r, some);
    for (int i = 0; i < n; ++i) {
      const __m256 scale = _mm256_mul_ps(scales, _mm256_broadcast_ss(x.from(first + i, 1).scale));
      put8(y, first + i, r, some, _mm256_mul_ps(scale, _mm256_cvtepi32_ps(sums[i])));
    }
  }
};

}  // namespace sotto::device::cpu::avx2
#endif
