// output_512.inc for kernels that are headers. Tests compile it a second time, as they do
// matmul_f32_avx512.h.
#pragma once

#include "device_cpu/isa.h"
#include "device_cpu/output.h"

#ifdef SOTTO_X86
#ifndef SOTTO_EMULATED_AVX512
#include <immintrin.h>
#endif

namespace sotto::device::cpu::avx512 {

// GCC 12 warns falsely inside its own AVX-512 headers.
#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

#define SOTTO_SIMD SOTTO_AVX512
#include "device_cpu/output_512.inc"
#undef SOTTO_SIMD

#pragma GCC diagnostic pop

}  // namespace sotto::device::cpu::avx512
#endif
