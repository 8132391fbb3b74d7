#include "device_cpu/mix_rows.h"

#include <algorithm>

#include "device_cpu/simd_avx2.h"

namespace sotto::device::cpu {
namespace {

// Columns [begin, n).
void mix_from(int begin, std::span<const float> a, std::span<const float* const> x,
              std::span<float* const> y, int n) {
  constexpr int kLanes = 16;  // stay in registers while rows are added
  for (int c = begin; c < n; c += kLanes) {
    const int count = std::min(kLanes, n - c);
    const float* factor = a.data();
    for (float* const to : y) {
      float sum[kLanes] = {};
      for (const float* const from : x) {
        const float f = *factor++;
        for (int i = 0; i < count; ++i) sum[i] += f * from[c + i];
      }
      std::copy_n(sum, count, to + c);
    }
  }
}

void mix_rows_portable(std::span<const float> a, std::span<const float* const> x,
                       std::span<float* const> y, int n) {
  mix_from(0, a, x, y, n);
}

#ifdef SOTTO_X86
// 32 columns at a time: four FMAs share the factor that they load.
SOTTO_AVX2 void mix_rows_avx2(std::span<const float> a, std::span<const float* const> x,
                              std::span<float* const> y, int n) {
  constexpr int kVectors = 4, kLanes = 8 * kVectors;
  int c = 0;
  for (; c + kLanes <= n; c += kLanes) {
    const float* factor = a.data();
    for (float* const to : y) {
      __m256 sum[kVectors];
#pragma GCC unroll 4
      for (__m256& s : sum) s = _mm256_setzero_ps();
      for (const float* const from : x) {
        const __m256 f = _mm256_broadcast_ss(factor++);
#pragma GCC unroll 4
        for (int v = 0; v < kVectors; ++v)
          sum[v] = _mm256_fmadd_ps(f, _mm256_loadu_ps(from + c + 8 * v), sum[v]);
      }
#pragma GCC unroll 4
      for (int v = 0; v < kVectors; ++v) _mm256_storeu_ps(to + c + 8 * v, sum[v]);
    }
  }
  mix_from(c, a, x, y, n);
}
#endif

constexpr Variant<MixRows> kVariants[] = {
    {Isa::portable, mix_rows_portable},
#ifdef SOTTO_X86
    {Isa::avx2, mix_rows_avx2},
#endif
};

}  // namespace

std::span<const Variant<MixRows>> mix_rows_variants() { return kVariants; }

}  // namespace sotto::device::cpu
