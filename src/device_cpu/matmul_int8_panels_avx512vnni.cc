#include "device_cpu/matmul_int8_panels.h"
#include "device_cpu/put_avx512.h"

#ifdef SOTTO_X86
#include <array>
#include <cstring>
#include <utility>

#define SOTTO_SIMD SOTTO_AVX512VNNI

namespace sotto::device::cpu::avx512vnni {
namespace {

using Vector = __m512i;
constexpr int kVectors = 1, kTile = 12;

SOTTO_SIMD inline Vector zero() { return _mm512_setzero_si512(); }
SOTTO_SIMD inline Vector load(const int8_t* p) { return _mm512_loadu_si512(p); }
SOTTO_SIMD inline Vector broadcast(const uint8_t* p) {
  int32_t four = 0;
  std::memcpy(&four, p, sizeof four);
  return _mm512_set1_epi32(four);
}
// _mm512_dpbusd_epi32, whose sums GCC 12 copies in each step.
SOTTO_SIMD inline Vector dot(Vector sum, Vector x, Vector w) {
  asm("vpdpbusd %2, %1, %0" : "+v"(sum) : "v"(x), "v"(w));
  return sum;
}
SOTTO_SIMD inline Vector times256(Vector v) { return _mm512_slli_epi32(v, 8); }
// put16() of each row; what all rows of a whole panel share is loaded once.
template <int N>
SOTTO_SIMD inline void put(const Output& y, const Int8PanelMatrix& w, int first, const LevelRows& x,
                           int p, const Vector (&sums)[N][kVectors]) {
  const int valid = rows_in_panel(w, p), at = p * Int8PanelMatrix::kRows;
  if (valid < Int8PanelMatrix::kRows || y.scales != nullptr) {
    for (int i = 0; i < N; ++i) put16(y, w, first + i, x.scale_of(i), at, valid, sums[i][0]);
    return;
  }
  const __m512i corrections = _mm512_loadu_si512(w.corrections + at);
  const __m512 scales = _mm512_loadu_ps(w.scales + at);
  const __m512 bias = y.bias != nullptr ? _mm512_loadu_ps(y.bias + at) : _mm512_setzero_ps();
  float* to = y.y.row(first).data() + at;
#pragma GCC unroll 12
  for (int i = 0; i < N; ++i, to += y.y.cols) {
    const __m512 exact = _mm512_cvtepi32_ps(_mm512_add_epi32(sums[i][0], corrections));
    __m512 v = _mm512_mul_ps(_mm512_mul_ps(scales, _mm512_set1_ps(x.scale_of(i))), exact);
    if (y.bias != nullptr) v = _mm512_add_ps(v, bias);
    if (y.epilogue == Epilogue::relu) v = _mm512_max_ps(v, _mm512_setzero_ps());  // of NaN: 0
    if (y.epilogue == Epilogue::add) v = _mm512_add_ps(_mm512_loadu_ps(to), v);
    _mm512_storeu_ps(to, v);
  }
}

}  // namespace

#include "device_cpu/matmul_int8_panels_vnni.inc"

}  // namespace sotto::device::cpu::avx512vnni
#endif
