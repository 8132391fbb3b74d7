#include "device_cpu/matmul_affine_panels.h"

#ifdef SOTTO_X86
#include <immintrin.h>

#include <algorithm>
#include <array>
#include <utility>

#define SOTTO_SIMD SOTTO_AVX512VNNI

namespace sotto::device::cpu::avx512vnni {
namespace {

#include "device_cpu/output_512.inc"

// _mm512_dpbusd_epi32, whose sums GCC 12 copies in each step.
SOTTO_SIMD inline __attribute__((always_inline)) void add_dots(__m512i& sum, __m512i w,
                                                               const int8_t* x) {
  struct __attribute__((packed, may_alias)) Four {
    int32_t bytes;
  };
  asm("vpdpbusd %2%{1to16%}, %1, %0" : "+v"(sum) : "v"(w), "m"(*reinterpret_cast<const Four*>(x)));
}

#include "device_cpu/affine_panels_512.inc"

}  // namespace

void matmul_affine_panels(const QuantizedRows& x, const AffinePanelMatrix& w, const Output& y,
                          int begin, int end) {
  affine_panels(x, w, y, begin, end);
}

}  // namespace sotto::device::cpu::avx512vnni
#endif
