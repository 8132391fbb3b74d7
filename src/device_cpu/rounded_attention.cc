#include "device_cpu/rounded_attention.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "device_cpu/rounding.h"

#ifdef SOTTO_X86
#include <immintrin.h>

#endif

namespace sotto::device::cpu {
namespace {

#ifdef SOTTO_X86
#define SOTTO_SIMD SOTTO_AVX512BF16

constexpr int kQueries = kRoundedQueries, kWide = 16;
constexpr float kLog2OfE = 1.44269504f;

// A block's memory. Keys are filled up to 32 with the last one.
struct Room {
  int keys, size;
  int8_t* k;        // [keys / 16][size / 4][16][4]
  float* k_scales;  // [keys]
  int32_t* k_sums;  // [keys]: -128 * sum of the key, for levels of q with a zero of 128
  uint32_t* v;      // [keys / 2][size]: columns of two rows beside each other, bfloat16
  uint8_t* q;       // [kQueries][size]
  float* scores;    // [kQueries][keys]
  uint32_t* p;      // [kQueries][keys / 2]: terms in pairs, bfloat16
  float* mean;      // [size]

  explicit Room(const AttentionBlock& b) : keys((b.count + 31) / 32 * 32), size(b.size) {
    float* at = b.scratch;
    const auto take = [&at](int floats) {
      float* from = at;
      at += floats;
      return from;
    };
    k = reinterpret_cast<int8_t*>(take(keys * size / 4));
    k_scales = take(keys);
    k_sums = reinterpret_cast<int32_t*>(take(keys));
    v = reinterpret_cast<uint32_t*>(take(keys / 2 * size));
    q = reinterpret_cast<uint8_t*>(take(kQueries * size / 4));
    scores = take(kQueries * keys);
    p = reinterpret_cast<uint32_t*>(take(kQueries * keys / 2));
    mean = take(size);
  }
};

// A row x, or x - mean, becomes integers, sixteen at a time.
struct Rounded {
  float scale = 0;
  int32_t sum = 0;  // of the integers
};
SOTTO_SIMD inline __m512 difference(const float* x, const float* mean) {
  const __m512 v = _mm512_loadu_ps(x);
  return mean != nullptr ? _mm512_sub_ps(v, _mm512_loadu_ps(mean)) : v;
}
template <class Store>
SOTTO_SIMD inline Rounded round_row(const float* x, const float* mean, int size,
                                    const Store& store) {
  __m512 most = _mm512_setzero_ps();
  for (int c = 0; c < size; c += kWide) {
    const float* means = mean != nullptr ? mean + c : nullptr;
    most = _mm512_max_ps(_mm512_abs_ps(difference(x + c, means)), most);
  }
  const Rounding rounding = rounding_of(_mm512_reduce_max_ps(most));
  const __m512 factor = _mm512_set1_ps(rounding.factor);
  __m512i total = _mm512_setzero_si512();
  for (int c = 0; c < size; c += kWide) {
    const float* means = mean != nullptr ? mean + c : nullptr;
    const __m512i q = _mm512_cvtps_epi32(_mm512_mul_ps(difference(x + c, means), factor));
    total = _mm512_add_epi32(total, q);
    store(c, _mm512_cvtsepi32_epi8(q));
  }
  return {rounding.scale, _mm512_reduce_add_epi32(total)};
}

SOTTO_SIMD void pack_keys(const AttentionBlock& b, const Room& r) {
  const float* first = b.k + static_cast<size_t>(b.first) * b.kv_step;
  std::fill_n(r.mean, r.size, 0.0f);
  for (int key = 0; key < b.count; ++key) {
    const float* row = first + static_cast<size_t>(key) * b.kv_step;
    for (int c = 0; c < r.size; c += kWide)
      _mm512_storeu_ps(r.mean + c,
                       _mm512_add_ps(_mm512_loadu_ps(r.mean + c), _mm512_loadu_ps(row + c)));
  }
  const __m512 share = _mm512_set1_ps(1.0f / static_cast<float>(b.count));
  for (int c = 0; c < r.size; c += kWide)
    _mm512_storeu_ps(r.mean + c, _mm512_mul_ps(_mm512_loadu_ps(r.mean + c), share));
  for (int key = 0; key < r.keys; ++key) {
    const float* row = first + static_cast<size_t>(std::min(key, b.count - 1)) * b.kv_step;
    int8_t* to = r.k + key / kWide * kWide * r.size + key % kWide * 4;
    const Rounded made = round_row(row, r.mean, r.size, [to](int c, __m128i bytes) {
      alignas(16) int8_t four[16];
      std::memcpy(four, &bytes, sizeof four);
      for (int k = 0; k < 4; ++k) std::memcpy(to + (c + 4 * k) * kWide, four + 4 * k, 4);
    });
    r.k_scales[key] = made.scale;
    r.k_sums[key] = -128 * made.sum;
  }
}

// In the lower halves of the lanes.
SOTTO_SIMD inline __m512i halves(const float* x) {
  return _mm512_cvtepu16_epi32(reinterpret_cast<__m256i>(_mm512_cvtneps_pbh(_mm512_loadu_ps(x))));
}

SOTTO_SIMD void pack_values(const AttentionBlock& b, const Room& r) {
  const float* first = b.v + static_cast<size_t>(b.first) * b.kv_step;
  for (int pair = 0; pair < r.keys / 2; ++pair) {
    const float* a = first + static_cast<size_t>(std::min(2 * pair, b.count - 1)) * b.kv_step;
    const float* next =
        first + static_cast<size_t>(std::min(2 * pair + 1, b.count - 1)) * b.kv_step;
    for (int c = 0; c < r.size; c += kWide) {
      const __m512i both = _mm512_or_si512(halves(a + c), _mm512_slli_epi32(halves(next + c), 16));
      _mm512_storeu_si512(r.v + pair * r.size + c, both);
    }
  }
}

// _mm512_dpbusd_epi32 and _mm512_dpbf16_ps, whose sums GCC 12 copies to memory in each step.
SOTTO_SIMD inline void add_dots(__m512i& sum, __m512i levels, __m512i integers) {
  asm("vpdpbusd %2, %1, %0" : "+v"(sum) : "v"(levels), "v"(integers));
}
SOTTO_SIMD inline void add_dots(__m512& sum, __m512i a, __m512i b) {
  asm("vdpbf16ps %2, %1, %0" : "+v"(sum) : "v"(a), "v"(b));
}

// All rows of q with 32 keys.
SOTTO_SIMD void score_tile(const Room& r, int key) {
  __m512i sums[kQueries][2];
#pragma GCC unroll 12
  for (int i = 0; i < kQueries; ++i) {
    sums[i][0] = _mm512_loadu_si512(r.k_sums + key);
    sums[i][1] = _mm512_loadu_si512(r.k_sums + key + kWide);
  }
  const int8_t *low = r.k + key * r.size, *high = low + kWide * r.size;
  for (int c = 0; c < r.size; c += 4) {
    const __m512i k[2] = {_mm512_loadu_si512(low + c * kWide),
                          _mm512_loadu_si512(high + c * kWide)};
#pragma GCC unroll 12
    for (int i = 0; i < kQueries; ++i) {
      int32_t four = 0;
      std::memcpy(&four, r.q + i * r.size + c, sizeof four);
      const __m512i q = _mm512_set1_epi32(four);
      add_dots(sums[i][0], q, k[0]);
      add_dots(sums[i][1], q, k[1]);
    }
  }
  const __m512 scales[2] = {_mm512_loadu_ps(r.k_scales + key),
                            _mm512_loadu_ps(r.k_scales + key + kWide)};
#pragma GCC unroll 12
  for (int i = 0; i < kQueries; ++i) {
    float* to = r.scores + i * r.keys + key;
    _mm512_storeu_ps(to, _mm512_mul_ps(_mm512_cvtepi32_ps(sums[i][0]), scales[0]));
    _mm512_storeu_ps(to + kWide, _mm512_mul_ps(_mm512_cvtepi32_ps(sums[i][1]), scales[1]));
  }
}

// 2^x for x <= 0 within 2^-13 of it: n is x rounded, and the rest its polynomial of degree 3.
SOTTO_SIMD inline __m512 exp2_of(__m512 x) {
  const __m512 n = _mm512_roundscale_ps(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
  const __m512 rest = _mm512_sub_ps(x, n);
  __m512 p = _mm512_set1_ps(0.05550411f);
  p = _mm512_fmadd_ps(p, rest, _mm512_set1_ps(0.24227727f));
  p = _mm512_fmadd_ps(p, rest, _mm512_set1_ps(0.69314718f));
  p = _mm512_fmadd_ps(p, rest, _mm512_set1_ps(1.0f));
  return _mm512_scalef_ps(p, n);
}

// Terms 2^(factor (score - the largest)) of a row, in pairs; the sum of all of them.
SOTTO_SIMD float terms(const Room& r, int row, int count, float factor) {
  const float* scores = r.scores + row * r.keys;
  __m512 tops[2] = {_mm512_loadu_ps(scores), _mm512_loadu_ps(scores + kWide)};
  for (int key = 32; key < r.keys; key += 32) {
    tops[0] = _mm512_max_ps(tops[0], _mm512_loadu_ps(scores + key));
    tops[1] = _mm512_max_ps(tops[1], _mm512_loadu_ps(scores + key + kWide));
  }
  const __m512 scale = _mm512_set1_ps(factor);
  const __m512 shift =
      _mm512_set1_ps(-factor * _mm512_reduce_max_ps(_mm512_max_ps(tops[0], tops[1])));
  __m512 totals[2] = {_mm512_setzero_ps(), _mm512_setzero_ps()};
  for (int key = 0; key < r.keys; key += 32) {
    const uint32_t left = count - key >= 32 ? ~0u : (1u << (count - key)) - 1;
    const __m512 a =
        _mm512_maskz_mov_ps(static_cast<__mmask16>(left),
                            exp2_of(_mm512_fmadd_ps(_mm512_loadu_ps(scores + key), scale, shift)));
    const __m512 b = _mm512_maskz_mov_ps(
        static_cast<__mmask16>(left >> kWide),
        exp2_of(_mm512_fmadd_ps(_mm512_loadu_ps(scores + key + kWide), scale, shift)));
    totals[0] = _mm512_add_ps(totals[0], a);
    totals[1] = _mm512_add_ps(totals[1], b);
    _mm512_storeu_si512(r.p + row * (r.keys / 2) + key / 2,
                        reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(b, a)));
  }
  return _mm512_reduce_add_ps(_mm512_add_ps(totals[0], totals[1]));
}

// 16 N columns from c on of `rows` queries from `first` on: terms times values over the sums.
template <int N>
SOTTO_SIMD void value_tile(const AttentionBlock& b, const Room& r, int first, int rows, int c,
                           const float (&totals)[kQueries]) {
  __m512 sums[kQueries][N];
#pragma GCC unroll 12
  for (int i = 0; i < kQueries; ++i) {
#pragma GCC unroll 2
    for (int k = 0; k < N; ++k) sums[i][k] = _mm512_setzero_ps();
  }
  for (int pair = 0; pair < (b.count + 1) / 2; ++pair) {
    __m512i v[N];
#pragma GCC unroll 2
    for (int k = 0; k < N; ++k) v[k] = _mm512_loadu_si512(r.v + pair * r.size + c + k * kWide);
#pragma GCC unroll 12
    for (int i = 0; i < kQueries; ++i) {
      const __m512i p = _mm512_set1_epi32(static_cast<int32_t>(r.p[i * (r.keys / 2) + pair]));
#pragma GCC unroll 2
      for (int k = 0; k < N; ++k) add_dots(sums[i][k], p, v[k]);
    }
  }
#pragma GCC unroll 12
  for (int i = 0; i < kQueries; ++i) {
    if (i >= rows) break;
    const __m512 part = _mm512_set1_ps(1.0f / totals[i]);
    float* to = b.out + static_cast<size_t>(first + i) * b.q_step + c;
#pragma GCC unroll 2
    for (int k = 0; k < N; ++k) _mm512_storeu_ps(to + k * kWide, _mm512_mul_ps(sums[i][k], part));
  }
}

// Queries [first, first + rows), at most kQueries; rows past `rows` are padding and not stored.
SOTTO_SIMD void attend_tile(const AttentionBlock& b, const Room& r, int first, int rows) {
  float factors[kQueries] = {}, totals[kQueries];
  std::fill_n(r.q, kQueries * r.size, uint8_t{128});
  for (int i = 0; i < rows; ++i) {
    const float* row = b.q + static_cast<size_t>(first + i) * b.q_step;
    uint8_t* to = r.q + i * r.size;
    const Rounded made = round_row(row, nullptr, r.size, [to](int c, __m128i bytes) {
      std::memcpy(to + c, &bytes, sizeof bytes);
    });
    for (int c = 0; c < r.size; ++c) to[c] ^= 128;
    factors[i] = made.scale * b.scale * kLog2OfE;
  }
  // Prefetches the next tile, whose rows lie far apart.
  const float* next = b.q + static_cast<size_t>(first + kQueries) * b.q_step;
  for (int i = 0; i < kQueries; ++i, next += b.q_step)
    for (int c = 0; c < r.size; c += kWide) _mm_prefetch(next + c, _MM_HINT_T0);
  for (int key = 0; key < r.keys; key += 32) score_tile(r, key);
  for (int i = 0; i < kQueries; ++i) totals[i] = terms(r, i, b.count, factors[i]);
  int c = 0;
  for (; c + 32 <= r.size; c += 32) value_tile<2>(b, r, first, rows, c, totals);
  for (; c < r.size; c += kWide) value_tile<1>(b, r, first, rows, c, totals);
}

bool sees_all(const AttentionBlock& b) {
  return std::ranges::all_of(b.seen, [&](const VisibleKeys& s) {
    return s.rows == nullptr && s.first == b.first && s.count == b.count;
  });
}

void attention_avx512bf16(const AttentionBlock& b) {
  if (b.count == 0 || b.size % kWide != 0 || !sees_all(b))
    return best(block_attention_variants(), features_of(Isa::avx512bf16)).fn(b);
  const Room room(b);
  pack_keys(b, room);
  pack_values(b, room);
  const int queries = static_cast<int>(b.seen.size());
  for (int first = 0; first < queries; first += kQueries)
    attend_tile(b, room, first, std::min(kQueries, queries - first));
}

#undef SOTTO_SIMD
#endif

}  // namespace

std::span<const Variant<BlockAttention>> rounded_attention_variants() {
  static const std::vector<Variant<BlockAttention>> all = [] {
    const auto floats = block_attention_variants();
    std::vector<Variant<BlockAttention>> variants(floats.begin(), floats.end());
#ifdef SOTTO_X86
    variants.push_back({Isa::avx512bf16, attention_avx512bf16});
#endif
    return variants;
  }();
  return all;
}

}  // namespace sotto::device::cpu
