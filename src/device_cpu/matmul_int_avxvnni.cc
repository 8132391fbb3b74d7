#include "device_cpu/matmul_int_simd.h"

#ifdef SOTTO_X86
#include <immintrin.h>

#include <algorithm>

#include "device_cpu/output_256.h"

#define SOTTO_SIMD SOTTO_AVXVNNI
#define SOTTO_DPBUSD _mm256_dpbusd_avx_epi32

namespace sotto::device::cpu::avxvnni {
#include "device_cpu/matmul_int_vnni.inc"
}  // namespace sotto::device::cpu::avxvnni
#endif
