// The kernel of int8 panels for VNNI with the instruction spelled out, so that its logic is tested
// on every processor with AVX2.
#include "device_cpu/int8_panels_checks.h"
#include "device_cpu/put_avx2.h"

#ifdef SOTTO_X86
#include <cstring>

#define SOTTO_SIMD SOTTO_AVX2

namespace sotto::device::cpu::vnni_emulated {
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
// vpdpbusd: four products of an unsigned and a signed byte to each sum.
SOTTO_SIMD inline Vector dot(Vector sum, Vector x, Vector w) {
  alignas(32) int32_t sums[8];
  alignas(32) uint8_t levels[32];
  alignas(32) int8_t weights[32];
  _mm256_store_si256(reinterpret_cast<__m256i*>(sums), sum);
  _mm256_store_si256(reinterpret_cast<__m256i*>(levels), x);
  _mm256_store_si256(reinterpret_cast<__m256i*>(weights), w);
  for (int k = 0; k < 32; ++k) sums[k / 4] += levels[k] * weights[k];
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(sums));
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

#include "device_cpu/matmul_int8_panels_vnni.inc"

}  // namespace
}  // namespace sotto::device::cpu::vnni_emulated

namespace sotto::device::cpu::testing {
namespace {

TEST(EmulatedInt8Panels, OfVnni) {
  if (!supported(Isa::avx2)) GTEST_SKIP() << "not on this processor";
  check_int8_panels_definition(vnni_emulated::matmul_int8_panels);
  check_int8_panels_epilogues(vnni_emulated::matmul_int8_panels);
  check_int8_panels_ranges(vnni_emulated::matmul_int8_panels);
  check_int8_panels_largest(vnni_emulated::matmul_int8_panels);
}

}  // namespace
}  // namespace sotto::device::cpu::testing
#endif
