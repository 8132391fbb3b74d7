// From exact sums of 8 outputs to y, as Output::put does it.
#pragma once

#include "device_cpu/output.h"
#include "device_cpu/simd_avx2.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu {

// Row i, outputs from `at` on; `valid` of them exist, 8 or fewer (none: nothing happens).
SOTTO_AVX2 inline void put8(const Output& y, const Int8PanelMatrix& w, int i, int at, int valid,
                            __m256i sums) {
  const __m256i lanes = avx2::first_lanes(valid);
  const auto* corrections = reinterpret_cast<const __m256i*>(w.corrections + at);
  const __m256i exact = _mm256_add_epi32(sums, _mm256_loadu_si256(corrections));
  __m256 v = _mm256_mul_ps(_mm256_loadu_ps(w.scales + at), _mm256_cvtepi32_ps(exact));
  if (y.bias != nullptr) v = _mm256_add_ps(v, _mm256_maskload_ps(y.bias + at, lanes));
  float* to = y.y.row(i).data() + at;
  switch (y.epilogue) {
    case Epilogue::none:
      break;
    case Epilogue::relu:
      v = _mm256_max_ps(v, _mm256_setzero_ps());
      break;
    case Epilogue::add:
      v = _mm256_add_ps(_mm256_maskload_ps(to, lanes), v);
      break;
  }
  _mm256_maskstore_ps(to, lanes, v);
}

}  // namespace sotto::device::cpu
#endif
