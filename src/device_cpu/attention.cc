#include "device_cpu/attention.h"

#include <algorithm>
#include <cmath>

#include "device_cpu/neon_kernels.h"
#include "device_cpu/simd_avx2.h"

namespace sotto::device::cpu {
namespace {

const float* row_of(const float* base, const AttentionHead& h, int i) {
  return base + static_cast<size_t>(h.seen.row(i)) * h.stride;
}

void attention_portable(const AttentionHead& h) {
  std::fill_n(h.out, h.size, 0.0f);
  if (h.seen.count == 0) return;
  for (int i = 0; i < h.seen.count; ++i) {
    const float* k = row_of(h.k, h, i);
    float dot = 0;
    for (int c = 0; c < h.size; ++c) dot += h.q[c] * k[c];
    h.scores[i] = dot * h.scale;
  }
  const float largest = *std::max_element(h.scores, h.scores + h.seen.count);
  float total = 0;
  for (int i = 0; i < h.seen.count; ++i) {
    const float p = std::exp(h.scores[i] - largest);
    total += p;
    const float* v = row_of(h.v, h, i);
    for (int c = 0; c < h.size; ++c) h.out[c] += p * v[c];
  }
  for (int c = 0; c < h.size; ++c) h.out[c] /= total;
}

#ifdef SOTTO_X86
SOTTO_AVX2 float dot_avx2(const float* a, const float* b, int n) {
  __m256 acc[2] = {_mm256_setzero_ps(), _mm256_setzero_ps()};
  int c = 0;
  for (; c + 16 <= n; c += 16) {
    acc[0] = _mm256_fmadd_ps(_mm256_loadu_ps(a + c), _mm256_loadu_ps(b + c), acc[0]);
    acc[1] = _mm256_fmadd_ps(_mm256_loadu_ps(a + c + 8), _mm256_loadu_ps(b + c + 8), acc[1]);
  }
  for (; c < n; c += 8) {
    acc[0] =
        _mm256_fmadd_ps(avx2::load_first(a + c, n - c), avx2::load_first(b + c, n - c), acc[0]);
  }
  return avx2::sum(_mm256_add_ps(acc[0], acc[1]));
}

// e^(scores - max) in place; returns their sum.
SOTTO_AVX2 float exponentials_avx2(float* scores, int n) {
  __m256 largest_of = _mm256_set1_ps(scores[0]);
  int i = 0;
  for (; i + 8 <= n; i += 8) largest_of = _mm256_max_ps(largest_of, _mm256_loadu_ps(scores + i));
  float top = avx2::max(largest_of);
  for (; i < n; ++i) top = scores[i] > top ? scores[i] : top;
  const __m256 largest = _mm256_set1_ps(top);
  __m256 total = _mm256_setzero_ps();
  for (i = 0; i < n; i += 8) {
    const __m256i lanes = avx2::first_lanes(n - i < 8 ? n - i : 8);
    const __m256 x = _mm256_maskload_ps(scores + i, lanes);
    const __m256 p =
        _mm256_and_ps(avx2::exp(_mm256_sub_ps(x, largest)), _mm256_castsi256_ps(lanes));
    _mm256_maskstore_ps(scores + i, lanes, p);
    total = _mm256_add_ps(total, p);
  }
  return avx2::sum(total);
}

SOTTO_AVX2 void attention_avx2(const AttentionHead& h) {
  if (h.seen.count == 0) {
    std::fill_n(h.out, h.size, 0.0f);
    return;
  }
  for (int i = 0; i < h.seen.count; ++i) {
    h.scores[i] = h.scale * dot_avx2(h.q, row_of(h.k, h, i), h.size);
  }
  const __m256 factor = _mm256_set1_ps(1.0f / exponentials_avx2(h.scores, h.seen.count));
  int c = 0;
  for (; c + 32 <= h.size; c += 32) {
    __m256 acc[4];
    for (int k = 0; k < 4; ++k) acc[k] = _mm256_setzero_ps();
    for (int i = 0; i < h.seen.count; ++i) {
      const float* v = row_of(h.v, h, i) + c;
      const __m256 p = _mm256_set1_ps(h.scores[i]);
      for (int k = 0; k < 4; ++k) acc[k] = _mm256_fmadd_ps(p, _mm256_loadu_ps(v + 8 * k), acc[k]);
    }
    for (int k = 0; k < 4; ++k) _mm256_storeu_ps(h.out + c + 8 * k, _mm256_mul_ps(acc[k], factor));
  }
  for (; c < h.size; c += 8) {
    const int left = h.size - c < 8 ? h.size - c : 8;
    __m256 acc = _mm256_setzero_ps();
    for (int i = 0; i < h.seen.count; ++i) {
      const __m256 v = avx2::load_first(row_of(h.v, h, i) + c, left);
      acc = _mm256_fmadd_ps(_mm256_set1_ps(h.scores[i]), v, acc);
    }
    _mm256_maskstore_ps(h.out + c, avx2::first_lanes(left), _mm256_mul_ps(acc, factor));
  }
}
#endif

constexpr Variant<Attention> kVariants[] = {
    {Isa::portable, attention_portable},
#ifdef SOTTO_X86
    {Isa::avx2, attention_avx2},
#elif defined(SOTTO_ARM64)
    {Isa::neon, neon::attention},
#endif
};

}  // namespace

std::span<const Variant<Attention>> attention_variants() { return kVariants; }

}  // namespace sotto::device::cpu
