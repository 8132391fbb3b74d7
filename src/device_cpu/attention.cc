#include "device_cpu/attention.h"

#include <algorithm>

#include "device_cpu/exponential.h"
#include "device_cpu/kept_head.h"
#include "device_cpu/neon_kernels.h"
#include "device_cpu/simd_avx2.h"
#include "quant/half.h"

namespace sotto::device::cpu {
namespace {

float widened(float x) { return x; }
float widened(uint16_t x) { return quant::from_f16(x); }
float widened(int8_t x) { return x; }

template <class T>
void attention_portable(const AttentionHead& h) {
  const KeptHead<T> keys(h.k, h.k_scales, h), values(h.v, h.v_scales, h);
  std::fill_n(h.out, h.size, 0.0f);
  if (h.seen.count == 0) return;
  for (int i = 0; i < h.seen.count; ++i) {
    const T* k = keys.row(i);
    float dot = 0;
    for (int c = 0; c < h.size; ++c) dot += h.q[c] * widened(k[c]);
    h.scores[i] = dot * keys.scale(i) * h.scale;
  }
  const float largest = *std::max_element(h.scores, h.scores + h.seen.count);
  float total = 0;
  for (int i = 0; i < h.seen.count; ++i) {
    const float p = exponential(h.scores[i] - largest);
    total += p;
    const T* v = values.row(i);
    const float weight = p * values.scale(i);
    for (int c = 0; c < h.size; ++c) h.out[c] += weight * widened(v[c]);
  }
  for (int c = 0; c < h.size; ++c) h.out[c] /= total;
}

#ifdef SOTTO_X86
// Eight numbers as floats.
SOTTO_AVX2 inline __m256 load(const float* p) { return _mm256_loadu_ps(p); }
SOTTO_AVX2 inline __m256 load(const uint16_t* p) {
  return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
}
SOTTO_AVX2 inline __m256 load(const int8_t* p) {
  return _mm256_cvtepi32_ps(
      _mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p))));
}
// The first n of them, zeros behind; reads nothing past p[n - 1].
SOTTO_AVX2 inline __m256 load_first(const float* p, int n) { return avx2::load_first(p, n); }
template <class T>
SOTTO_AVX2 inline __m256 load_first(const T* p, int n) {
  if (n >= 8) return load(p);
  T some[8] = {};
  __builtin_memcpy(some, p, static_cast<size_t>(n) * sizeof(T));
  return load(some);
}

template <class T>
SOTTO_AVX2 float dot_avx2(const float* a, const T* b, int n) {
  __m256 acc[2] = {_mm256_setzero_ps(), _mm256_setzero_ps()};
  int c = 0;
  for (; c + 16 <= n; c += 16) {
    acc[0] = _mm256_fmadd_ps(_mm256_loadu_ps(a + c), load(b + c), acc[0]);
    acc[1] = _mm256_fmadd_ps(_mm256_loadu_ps(a + c + 8), load(b + c + 8), acc[1]);
  }
  for (; c < n; c += 8)
    acc[0] = _mm256_fmadd_ps(load_first(a + c, n - c), load_first(b + c, n - c), acc[0]);
  return avx2::sum(_mm256_add_ps(acc[0], acc[1]));
}

template <class T>
SOTTO_AVX2 void attention_avx2(const AttentionHead& h) {
  if (h.seen.count == 0) {
    std::fill_n(h.out, h.size, 0.0f);
    return;
  }
  const KeptHead<T> keys(h.k, h.k_scales, h), values(h.v, h.v_scales, h);
  for (int i = 0; i < h.seen.count; ++i)
    h.scores[i] = h.scale * keys.scale(i) * dot_avx2(h.q, keys.row(i), h.size);
  const __m256 factor = _mm256_set1_ps(1.0f / avx2::exponentials(1, h.scores, h.seen.count));
  values.scale_all(h.scores);
  int c = 0;
  for (; c + 32 <= h.size; c += 32) {
    __m256 acc[4];
    for (int k = 0; k < 4; ++k) acc[k] = _mm256_setzero_ps();
    for (int i = 0; i < h.seen.count; ++i) {
      const T* v = values.row(i) + c;
      const __m256 p = _mm256_set1_ps(h.scores[i]);
      for (int k = 0; k < 4; ++k) acc[k] = _mm256_fmadd_ps(p, load(v + 8 * k), acc[k]);
    }
    for (int k = 0; k < 4; ++k) _mm256_storeu_ps(h.out + c + 8 * k, _mm256_mul_ps(acc[k], factor));
  }
  for (; c < h.size; c += 8) {
    const int left = h.size - c < 8 ? h.size - c : 8;
    __m256 acc = _mm256_setzero_ps();
    for (int i = 0; i < h.seen.count; ++i) {
      const __m256 v = load_first(values.row(i) + c, left);
      acc = _mm256_fmadd_ps(_mm256_set1_ps(h.scores[i]), v, acc);
    }
    _mm256_maskstore_ps(h.out + c, avx2::first_lanes(left), _mm256_mul_ps(acc, factor));
  }
}
#endif

template <class T>
constexpr Variant<Attention> kVariants[] = {
    {Isa::portable, attention_portable<T>},
#ifdef SOTTO_X86
    {Isa::avx2, attention_avx2<T>},
#elif defined(SOTTO_ARM64)
    {Isa::neon, neon::attention<T>},
#endif
};

}  // namespace

std::span<const Variant<Attention>> attention_variants() { return kVariants<float>; }
std::span<const Variant<Attention>> attention_f16_variants() { return kVariants<uint16_t>; }
std::span<const Variant<Attention>> attention_int8_variants() { return kVariants<int8_t>; }

}  // namespace sotto::device::cpu
