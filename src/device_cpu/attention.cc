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
void attend_portable(const AttentionHeads& h, int head) {
  const KeptHead<T> keys(h.k, h.k_scales, h, head), values(h.v, h.v_scales, h, head);
  const float* q = h.q + head * h.size;
  float* out = h.out + head * h.size;
  std::fill_n(out, h.size, 0.0f);
  if (h.seen.count == 0) return;
  for (int i = 0; i < h.seen.count; ++i) {
    const T* k = keys.row(i);
    float dot = 0;
    for (int c = 0; c < h.size; ++c) dot += q[c] * widened(k[c]);
    h.scores[i] = dot * keys.scale(i) * h.scale;
  }
  const float largest = *std::max_element(h.scores, h.scores + h.seen.count);
  float total = 0;
  for (int i = 0; i < h.seen.count; ++i) {
    const float p = exponential(h.scores[i] - largest);
    total += p;
    const T* v = values.row(i);
    const float weight = p * values.scale(i);
    for (int c = 0; c < h.size; ++c) out[c] += weight * widened(v[c]);
  }
  for (int c = 0; c < h.size; ++c) out[c] /= total;
}

template <class T>
void attention_portable(const AttentionHeads& h) {
  for (int i = 0; i < h.count; ++i) attend_portable<T>(h, i);
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

// A row of a head, for when it will be needed: rows lie far apart, so that no processor guesses
// where the next one begins.
template <class T>
SOTTO_AVX2 inline void prefetch(const T* row, int size) {
  constexpr int kLine = 64 / sizeof(T);
  for (int c = 0; c < size; c += kLine) _mm_prefetch(row + c, _MM_HINT_T0);
}

// sums += p[i] * row i, for rows [begin, end).
template <class T>
SOTTO_AVX2 void add_values(const KeptHead<T>& values, int size, const float* p, int begin, int end,
                           float* sums) {
  int c = 0;
  for (; c + 32 <= size; c += 32) {
    __m256 acc[4];
    for (int k = 0; k < 4; ++k) acc[k] = _mm256_loadu_ps(sums + c + 8 * k);
    for (int i = begin; i < end; ++i) {
      const T* v = values.row(i) + c;
      const __m256 weight = _mm256_set1_ps(p[i]);
      for (int k = 0; k < 4; ++k) acc[k] = _mm256_fmadd_ps(weight, load(v + 8 * k), acc[k]);
    }
    for (int k = 0; k < 4; ++k) _mm256_storeu_ps(sums + c + 8 * k, acc[k]);
  }
  for (; c < size; c += 8) {
    const int left = size - c < 8 ? size - c : 8;
    __m256 acc = load_first(sums + c, left);
    for (int i = begin; i < end; ++i) {
      const __m256 v = load_first(values.row(i) + c, left);
      acc = _mm256_fmadd_ps(_mm256_set1_ps(p[i]), v, acc);
    }
    _mm256_maskstore_ps(sums + c, avx2::first_lanes(left), acc);
  }
}

// Both passes go row by row through all heads, in the order in which keys and values lie.
template <class T>
SOTTO_AVX2 void attention_avx2(const AttentionHeads& h) {
  const int count = h.seen.count, step = count + 1;  // behind the scores of a head: 1 / their sum
  std::fill_n(h.out, h.count * h.size, 0.0f);
  if (count == 0) return;
  for (int i = 0; i < count; ++i) {
    for (int head = 0; head < h.count; ++head) {
      const KeptHead<T> keys(h.k, h.k_scales, h, head);
      if (i + 1 < count) prefetch(keys.row(i + 1), h.size);
      const float dot = dot_avx2(h.q + head * h.size, keys.row(i), h.size);
      h.scores[head * step + i] = h.scale * keys.scale(i) * dot;
    }
  }
  for (int head = 0; head < h.count; ++head) {
    float* p = h.scores + head * step;
    p[count] = 1.0f / avx2::exponentials(1, p, count);
    KeptHead<T>(h.v, h.v_scales, h, head).scale_all(p);
  }
  constexpr int kRows = 4;  // of values at a time, whose sum stays in registers
  for (int i = 0; i < count; i += kRows) {
    for (int head = 0; head < h.count; ++head) {
      const KeptHead<T> values(h.v, h.v_scales, h, head);
      for (int next = i + kRows; next < std::min(i + 2 * kRows, count); ++next)
        prefetch(values.row(next), h.size);
      add_values(values, h.size, h.scores + head * step, i, std::min(i + kRows, count),
                 h.out + head * h.size);
    }
  }
  for (int head = 0; head < h.count; ++head) {
    for (int c = 0; c < h.size; ++c) h.out[head * h.size + c] *= h.scores[head * step + count];
  }
}
#endif

template <class T>
constexpr Variant<Attention> kAttention[] = {
    {Isa::portable, attention_portable<T>},
#ifdef SOTTO_X86
    {Isa::avx2, attention_avx2<T>},
#elif defined(SOTTO_ARM64)
    {Isa::neon, neon::attention<T>},
#endif
};

}  // namespace

std::span<const Variant<Attention>> attention_variants() { return kAttention<float>; }
std::span<const Variant<Attention>> attention_f16_variants() { return kAttention<uint16_t>; }
std::span<const Variant<Attention>> attention_int8_variants() { return kAttention<int8_t>; }

}  // namespace sotto::device::cpu
