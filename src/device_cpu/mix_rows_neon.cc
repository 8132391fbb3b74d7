#include "device_cpu/neon_kernels.h"
#include "device_cpu/simd_neon.h"

#ifdef SOTTO_ARM64
namespace sotto::device::cpu::neon {
namespace {

constexpr int kMixVectors = 4, kMixLanes = 4 * kMixVectors;

// Columns [c, c + kMixLanes) of N rows of y, whose sums share what they load.
template <size_t N>
void mix_tile(const float* a, std::span<const float* const> x, float* const* y, int c) {
  float32x4_t sum[N][kMixVectors];
  for (auto& row : sum) {
    for (float32x4_t& s : row) s = vdupq_n_f32(0);
  }
  for (size_t j = 0; j < x.size(); ++j) {
    float32x4_t numbers[kMixVectors];
    for (int v = 0; v < kMixVectors; ++v) numbers[v] = vld1q_f32(x[j] + c + 4 * v);
    for (size_t i = 0; i < N; ++i) {
      const float32x4_t factor = vld1q_dup_f32(a + i * x.size() + j);
      for (int v = 0; v < kMixVectors; ++v) sum[i][v] = vfmaq_f32(sum[i][v], factor, numbers[v]);
    }
  }
  for (size_t i = 0; i < N; ++i) {
    for (int v = 0; v < kMixVectors; ++v) vst1q_f32(y[i] + c + 4 * v, sum[i][v]);
  }
}

}  // namespace

int mix_rows(std::span<const float> a, std::span<const float* const> x, std::span<float* const> y,
             int n) {
  int c = 0;
  for (; c + kMixLanes <= n; c += kMixLanes) {
    size_t i = 0;
    for (; i + 4 <= y.size(); i += 4) mix_tile<4>(a.data() + i * x.size(), x, y.data() + i, c);
    for (; i < y.size(); ++i) mix_tile<1>(a.data() + i * x.size(), x, y.data() + i, c);
  }
  return c;
}

}  // namespace sotto::device::cpu::neon
#endif
