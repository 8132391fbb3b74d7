#include "device_cpu/mix_rows.h"

#include <algorithm>

#include "device_cpu/mix_rows_avx512.h"
#include "device_cpu/neon_kernels.h"
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
constexpr int kVectors = 4, kLanes = 8 * kVectors;

// Columns [c, c + kLanes) of N rows of y. The sums of two rows share what they load, or loads would
// take longer than FMAs.
template <size_t N>
SOTTO_AVX2 inline void mix_tile(const float* a, std::span<const float* const> x, float* const* y,
                                int c) {
  __m256 sum[N][kVectors];
#pragma GCC unroll 2
  for (auto& row : sum) {
#pragma GCC unroll 4
    for (__m256& s : row) s = _mm256_setzero_ps();
  }
  for (size_t j = 0; j < x.size(); ++j) {
    const float* from = x[j] + c;
    __m256 f[N];
#pragma GCC unroll 2
    for (size_t i = 0; i < N; ++i) f[i] = _mm256_broadcast_ss(a + i * x.size() + j);
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) {
      const __m256 numbers = _mm256_loadu_ps(from + 8 * v);
#pragma GCC unroll 2
      for (size_t i = 0; i < N; ++i) sum[i][v] = _mm256_fmadd_ps(f[i], numbers, sum[i][v]);
    }
  }
#pragma GCC unroll 2
  for (size_t i = 0; i < N; ++i) {
#pragma GCC unroll 4
    for (int v = 0; v < kVectors; ++v) _mm256_storeu_ps(y[i] + c + 8 * v, sum[i][v]);
  }
}

SOTTO_AVX2 void mix_rows_avx2(std::span<const float> a, std::span<const float* const> x,
                              std::span<float* const> y, int n) {
  int c = 0;
  for (; c + kLanes <= n; c += kLanes) {
    size_t i = 0;
    for (; i + 2 <= y.size(); i += 2) mix_tile<2>(a.data() + i * x.size(), x, y.data() + i, c);
    if (i < y.size()) mix_tile<1>(a.data() + i * x.size(), x, y.data() + i, c);
  }
  mix_from(c, a, x, y, n);
}
#endif

#ifdef SOTTO_ARM64
void mix_rows_neon(std::span<const float> a, std::span<const float* const> x,
                   std::span<float* const> y, int n) {
  mix_from(neon::mix_rows(a, x, y, n), a, x, y, n);
}
#endif

constexpr Variant<MixRows> kMixRows[] = {
    {Isa::portable, mix_rows_portable},
#ifdef SOTTO_X86
    {Isa::avx2, mix_rows_avx2},
    {Isa::avx512, avx512::mix_rows},
#endif
#ifdef SOTTO_ARM64
    {Isa::neon, mix_rows_neon},
#endif
};

}  // namespace

std::span<const Variant<MixRows>> mix_rows_variants() { return kMixRows; }

}  // namespace sotto::device::cpu
