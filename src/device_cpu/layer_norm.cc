#include "device_cpu/layer_norm.h"

#include <cmath>

#include "device_cpu/neon_kernels.h"
#include "device_cpu/simd_avx2.h"

namespace sotto::device::cpu {
namespace {

void layer_norm_portable(const float* x, const float* weight, const float* bias, float epsilon,
                         int n, float* y) {
  double mean = 0, variance = 0;
  for (int i = 0; i < n; ++i) mean += static_cast<double>(x[i]);
  mean /= n;
  for (int i = 0; i < n; ++i) {
    const double d = static_cast<double>(x[i]) - mean;
    variance += d * d;
  }
  variance /= n;
  const double factor = 1 / std::sqrt(variance + static_cast<double>(epsilon));
  for (int i = 0; i < n; ++i) {
    y[i] = static_cast<float>((static_cast<double>(x[i]) - mean) * factor) * weight[i] + bias[i];
  }
}

#ifdef SOTTO_X86

// Two passes: the variance from the differences, so that a large mean costs no precision.
SOTTO_AVX2 void layer_norm_avx2(const float* x, const float* weight, const float* bias,
                                float epsilon, int n, float* y) {
  __m256 total = _mm256_setzero_ps();
  for (int i = 0; i < n; i += 8) total = _mm256_add_ps(total, avx2::load_first(x + i, n - i));
  const __m256 mean = _mm256_set1_ps(avx2::sum(total) / static_cast<float>(n));
  __m256 squares = _mm256_setzero_ps();
  for (int i = 0; i < n; i += 8) {
    const __m256 lanes = _mm256_castsi256_ps(avx2::first_lanes(n - i < 8 ? n - i : 8));
    const __m256 d = _mm256_and_ps(_mm256_sub_ps(avx2::load_first(x + i, n - i), mean), lanes);
    squares = _mm256_fmadd_ps(d, d, squares);
  }
  const float variance = avx2::sum(squares) / static_cast<float>(n);
  const __m256 factor = _mm256_set1_ps(1.0f / std::sqrt(variance + epsilon));
  for (int i = 0; i < n; i += 8) {
    const __m256 d = _mm256_sub_ps(avx2::load_first(x + i, n - i), mean);
    const __m256 r = _mm256_fmadd_ps(_mm256_mul_ps(d, factor), avx2::load_first(weight + i, n - i),
                                     avx2::load_first(bias + i, n - i));
    _mm256_maskstore_ps(y + i, avx2::first_lanes(n - i < 8 ? n - i : 8), r);
  }
}

// The lanes of 16 numbers from number i on of n.
SOTTO_AVX512 inline __mmask16 lanes_at(int i, int n) {
  return static_cast<__mmask16>(n - i >= 16 ? 0xffff : (1 << (n - i)) - 1);
}

SOTTO_AVX512 void layer_norm_avx512(const float* x, const float* weight, const float* bias,
                                    float epsilon, int n, float* y) {
  __m512 total = _mm512_setzero_ps();
  for (int i = 0; i < n; i += 16)
    total = _mm512_add_ps(total, _mm512_maskz_loadu_ps(lanes_at(i, n), x + i));
  const __m512 mean = _mm512_set1_ps(_mm512_reduce_add_ps(total) / static_cast<float>(n));
  __m512 squares = _mm512_setzero_ps();
  for (int i = 0; i < n; i += 16) {
    const __mmask16 lanes = lanes_at(i, n);
    const __m512 d = _mm512_maskz_sub_ps(lanes, _mm512_maskz_loadu_ps(lanes, x + i), mean);
    squares = _mm512_fmadd_ps(d, d, squares);
  }
  const float variance = _mm512_reduce_add_ps(squares) / static_cast<float>(n);
  const __m512 factor = _mm512_set1_ps(1.0f / std::sqrt(variance + epsilon));
  for (int i = 0; i < n; i += 16) {
    const __mmask16 lanes = lanes_at(i, n);
    const __m512 z =
        _mm512_mul_ps(_mm512_sub_ps(_mm512_maskz_loadu_ps(lanes, x + i), mean), factor);
    const __m512 r = _mm512_fmadd_ps(z, _mm512_maskz_loadu_ps(lanes, weight + i),
                                     _mm512_maskz_loadu_ps(lanes, bias + i));
    _mm512_mask_storeu_ps(y + i, lanes, r);
  }
}
#endif

constexpr Variant<LayerNorm> kLayerNorm[] = {
    {Isa::portable, layer_norm_portable},
#ifdef SOTTO_X86
    {Isa::avx2, layer_norm_avx2},
    {Isa::avx512, layer_norm_avx512},
#elif defined(SOTTO_ARM64)
    {Isa::neon, neon::layer_norm},
#endif
};

}  // namespace

std::span<const Variant<LayerNorm>> layer_norm_variants() { return kLayerNorm; }

}  // namespace sotto::device::cpu
