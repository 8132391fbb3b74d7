#include "device_cpu/matmul_int_simd.h"

#ifdef SOTTO_X86
#include <immintrin.h>

#include <algorithm>

#define SOTTO_LARGE_SECOND_CACHE
#define SOTTO_SIMD SOTTO_AVX512VNNI
#define SOTTO_DPBUSD _mm256_dpbusd_epi32

namespace sotto::device::cpu::avx512vnni {

// int8 rows: vectors of 256 bits multiply them as fast as memory and the first cache bring them.
namespace narrow {
#include "device_cpu/bytes_vnni.inc"
//
#include "device_cpu/matmul_int_256.inc"
}  // namespace narrow

#include "device_cpu/lanes_512.inc"
#include "device_cpu/unpack_256.inc"
//
#include "device_cpu/affine_512.inc"
#include "device_cpu/vnni_affine.inc"
//
#include "device_cpu/vnni_rows.inc"
//
#include "device_cpu/coarse_512.inc"
#include "device_cpu/coarse_streams.inc"

void matmul_int8(const QuantizedRows& x, const quant::Sym8View& w, const Output& y, int begin,
                 int end) {
  if (x.rows >= kManyRows && w.cols <= kMostPackedCols) return int8_many(x, w, y, begin, end);
  narrow::int8(x, w, y, begin, end);
}

SOTTO_AFFINE_KERNELS(affine)
void matmul_coarse(const QuantizedRows& x, const CoarseMatrix& w, const Output& y, int begin,
                   int end) {
  coarse(x, w, y, begin, end);
}

}  // namespace sotto::device::cpu::avx512vnni
#endif
