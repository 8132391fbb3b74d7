#include "device/cpu/matmul_int_simd.h"

#ifdef SOTTO_X86
#include <immintrin.h>

#include <algorithm>

#define SOTTO_LARGE_SECOND_CACHE
#define SOTTO_SIMD SOTTO_AVX512VNNI
#define SOTTO_DPBUSD _mm256_dpbusd_epi32

namespace sotto::device::cpu::avx512vnni {
#include "device/cpu/matmul_int_vnni.inc"
}  // namespace sotto::device::cpu::avx512vnni
#endif
