#include "device_cpu/matmul_int8_panels.h"
#include "device_cpu/put_avx512.h"

#ifdef SOTTO_X86
#include <cstring>

#if defined(__GNUC__) && !defined(__clang__)
// GCC 12 warns falsely inside its own AVX-512 headers.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

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
SOTTO_SIMD inline Vector dot(Vector sum, Vector x, Vector w) {
  return _mm512_dpbusd_epi32(sum, x, w);
}
SOTTO_SIMD inline Vector times256(Vector v) { return _mm512_slli_epi32(v, 8); }
SOTTO_SIMD inline void put(const Output& y, const Int8PanelMatrix& w, int i, float x, int p,
                           const Vector (&sums)[kVectors]) {
  put16(y, w, i, x, p * Int8PanelMatrix::kRows, rows_in_panel(w, p), sums[0]);
}

}  // namespace

#include "device_cpu/matmul_int8_panels_vnni.inc"

}  // namespace sotto::device::cpu::avx512vnni
#endif
