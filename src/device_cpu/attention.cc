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

// Two sums of products, of the even and the odd vectors.
template <class T>
SOTTO_AVX2 inline __m256 products_avx2(const float* a, const T* b, int n) {
  __m256 acc[2] = {_mm256_setzero_ps(), _mm256_setzero_ps()};
  int c = 0;
  for (; c + 16 <= n; c += 16) {
    acc[0] = _mm256_fmadd_ps(_mm256_loadu_ps(a + c), load(b + c), acc[0]);
    acc[1] = _mm256_fmadd_ps(_mm256_loadu_ps(a + c + 8), load(b + c + 8), acc[1]);
  }
  for (; c < n; c += 8)
    acc[0] = _mm256_fmadd_ps(load_first(a + c, n - c), load_first(b + c, n - c), acc[0]);
  return _mm256_add_ps(acc[0], acc[1]);
}

constexpr int kRows = 4;  // of keys or values at a time

// a times the kRows rows of keys from `row` on, each added up in the order of avx2::sum().
template <class T>
SOTTO_AVX2 inline __m128 dots_avx2(const float* a, const KeptHead<T>& keys, int row, int n) {
  __m128 halves[kRows];
  for (int k = 0; k < kRows; ++k) {
    const __m256 v = products_avx2(a, keys.row(row + k), n);
    halves[k] = _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));
  }
  _MM_TRANSPOSE4_PS(halves[0], halves[1], halves[2], halves[3]);
  return _mm_add_ps(_mm_add_ps(halves[0], halves[2]), _mm_add_ps(halves[1], halves[3]));
}

// A row of a head, for when it will be needed: rows lie far apart, so that no processor guesses
// where the next one begins.
template <class T>
SOTTO_AVX2 inline void prefetch(const T* row, int size) {
  constexpr int kLine = 64 / sizeof(T);
  for (int c = 0; c < size; c += kLine) _mm_prefetch(row + c, _MM_HINT_T0);
}

// Scores of the rows [begin, end) of keys, at most kRows.
template <class T>
SOTTO_AVX2 inline void score(const AttentionHeads& h, int head, const KeptHead<T>& keys, int begin,
                             int end, float* scores) {
  const float* q = h.q + head * h.size;
  float dots[kRows];
  if (end - begin == kRows) {
    _mm_storeu_ps(dots, dots_avx2(q, keys, begin, h.size));
  } else {
    for (int i = begin; i < end; ++i)
      dots[i - begin] = avx2::sum(products_avx2(q, keys.row(i), h.size));
  }
  for (int i = begin; i < end; ++i) scores[i] = h.scale * keys.scale(i) * dots[i - begin];
}

// sums += p[i] * row i, for rows [begin, end) and kVectors * 8 columns from c on.
template <int kVectors, class T>
SOTTO_AVX2 inline void add_columns(const KeptHead<T>& values, int c, const float* p, int begin,
                                   int end, float* sums) {
  __m256 acc[kVectors];
  for (int k = 0; k < kVectors; ++k) acc[k] = _mm256_loadu_ps(sums + c + 8 * k);
  for (int i = begin; i < end; ++i) {
    const T* v = values.row(i) + c;
    const __m256 weight = _mm256_set1_ps(p[i]);
    for (int k = 0; k < kVectors; ++k) acc[k] = _mm256_fmadd_ps(weight, load(v + 8 * k), acc[k]);
  }
  for (int k = 0; k < kVectors; ++k) _mm256_storeu_ps(sums + c + 8 * k, acc[k]);
}

// The same of all columns.
template <class T>
SOTTO_AVX2 inline void add_values(const KeptHead<T>& values, int size, const float* p, int begin,
                                  int end, float* sums) {
  int c = 0;
  if (size % 48 == 0)  // Firefox's heads
    for (; c < size; c += 48) add_columns<6>(values, c, p, begin, end, sums);
  for (; c + 32 <= size; c += 32) add_columns<4>(values, c, p, begin, end, sums);
  for (; c + 8 <= size; c += 8) add_columns<1>(values, c, p, begin, end, sums);
  if (c == size) return;
  __m256 acc = load_first(sums + c, size - c);
  for (int i = begin; i < end; ++i) {
    const __m256 v = load_first(values.row(i) + c, size - c);
    acc = _mm256_fmadd_ps(_mm256_set1_ps(p[i]), v, acc);
  }
  _mm256_maskstore_ps(sums + c, avx2::first_lanes(size - c), acc);
}

// Those that come after `begin`, for when they are needed.
template <class T>
SOTTO_AVX2 inline void prefetch_next(const KeptHead<T>& head, int size, int begin, int count) {
  for (int next = begin + kRows; next < std::min(begin + 2 * kRows, count); ++next)
    prefetch(head.row(next), size);
}

// Both passes go a few rows at a time through all heads, in the order in which keys and values lie.
template <class T>
SOTTO_AVX2 void attention_avx2(const AttentionHeads& h) {
  const int count = h.seen.count, step = count + 1;  // behind the scores of a head: 1 / their sum
  std::fill_n(h.out, h.count * h.size, 0.0f);
  if (count == 0) return;
  for (int i = 0; i < count; i += kRows) {
    for (int head = 0; head < h.count; ++head) {
      const KeptHead<T> keys(h.k, h.k_scales, h, head);
      prefetch_next(keys, h.size, i, count);
      score(h, head, keys, i, std::min(i + kRows, count), h.scores + head * step);
    }
  }
  for (int head = 0; head < h.count; ++head) {
    float* p = h.scores + head * step;
    p[count] = 1.0f / avx2::exponentials(1, p, count);
    KeptHead<T>(h.v, h.v_scales, h, head).scale_all(p);
  }
  for (int i = 0; i < count; i += kRows) {
    for (int head = 0; head < h.count; ++head) {
      const KeptHead<T> values(h.v, h.v_scales, h, head);
      prefetch_next(values, h.size, i, count);
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
