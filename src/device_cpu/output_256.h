// Output::put() for eight numbers at once.
#pragma once

#include "device_cpu/output.h"
#include "device_cpu/simd_avx2.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx2 {

// Numbers [r, r + n) of row i: the first n of v, none where n <= 0. Parts are copied: AMD's masked
// stores take 20 cycles.
SOTTO_AVX2 inline void put8(const Output& y, int i, int r, int n, __m256 v) {
  if (n <= 0) return;
  float* to = y.y.row(i).data() + r;
  if (y.scales != nullptr) v = _mm256_mul_ps(v, load_first(y.scales + r, n));
  if (y.bias != nullptr) v = _mm256_add_ps(v, load_first(y.bias + r, n));
  if (y.epilogue == Epilogue::relu) v = _mm256_max_ps(v, _mm256_setzero_ps());  // of NaN: 0
  if (y.epilogue == Epilogue::add) v = _mm256_add_ps(load_first(to, n), v);
  if (n >= 8) return _mm256_storeu_ps(to, v);
  alignas(32) float some[8];
  _mm256_store_ps(some, v);
  __builtin_memcpy(to, some, static_cast<size_t>(n & 7) * sizeof(float));  // compilers see it fit
}

}  // namespace sotto::device::cpu::avx2
#endif
