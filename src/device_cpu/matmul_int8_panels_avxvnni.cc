#include "device_cpu/matmul_int8_panels.h"
#include "device_cpu/put_avx2.h"

#ifdef SOTTO_X86
#include <array>
#include <cstring>
#include <utility>

#define SOTTO_SIMD SOTTO_AVXVNNI

namespace sotto::device::cpu::avxvnni {
namespace {

using Vector = __m256i;
constexpr int kVectors = 2, kTile = 6;

SOTTO_SIMD inline Vector zero() { return _mm256_setzero_si256(); }
SOTTO_SIMD inline Vector load(const int8_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}
SOTTO_SIMD inline Vector broadcast(const uint8_t* p) {
  int32_t four = 0;
  std::memcpy(&four, p, sizeof four);
  return _mm256_set1_epi32(four);
}
SOTTO_SIMD inline Vector dot(Vector sum, Vector x, Vector w) {
  return _mm256_dpbusd_avx_epi32(sum, x, w);
}
SOTTO_SIMD inline Vector times256(Vector v) { return _mm256_slli_epi32(v, 8); }
template <int N>
SOTTO_SIMD inline void put(const Output& y, const Int8PanelMatrix& w, int first, const LevelRows& x,
                           int p, const Vector (&sums)[N][kVectors]) {
  const int valid = rows_in_panel(w, p), at = p * Int8PanelMatrix::kRows;
#pragma GCC unroll 12
  for (int i = 0; i < N; ++i) {
    put8(y, w, first + i, x.scale_of(i), at, valid, sums[i][0]);
    put8(y, w, first + i, x.scale_of(i), at + 8, valid - 8, sums[i][1]);
  }
}

}  // namespace

#include "device_cpu/matmul_int8_panels_vnni.inc"

}  // namespace sotto::device::cpu::avxvnni
#endif
