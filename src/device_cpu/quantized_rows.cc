#include "device_cpu/quantized_rows.h"

#include <algorithm>
#include <cmath>

#include "device_cpu/neon_kernels.h"
#include "device_cpu/simd_avx2.h"

namespace sotto::device::cpu {
namespace {

// One group: input and outputs.
struct Group {
  const float* x;
  int n;
  int8_t* q;
  float* scale;
  float* sum;
  int32_t* sum128;

  void finish(float of_one, int32_t total) const {
    *scale = of_one;
    *sum = of_one * static_cast<float>(total);
    *sum128 = 128 * total;
  }
};

template <class F>
void for_each_group(const Activations& x, const QuantizedRows& into, const F& quantize) {
  const int groups = into.groups();
  for (int i = 0; i < x.rows; ++i) {
    const QuantizedRows row = into.from(i, 1);
    for (int g = 0; g < groups; ++g) {
      const int c = g * into.group;
      quantize(Group{x.row(i).data() + c, into.group, row.q + c, row.scale + g, row.sum + g,
                     row.sum128 + g});
    }
    std::fill(row.q + into.cols, row.q + into.stride(), int8_t{0});
    for (int g = groups; g < into.group_stride(); ++g) {
      row.scale[g] = row.sum[g] = 0;
      row.sum128[g] = 0;
    }
  }
}

// Written so that a NaN fails the comparisons and becomes -127.
int8_t to_int8(float v) {
  const float bounded = v >= -127.0f ? (v <= 127.0f ? v : 127.0f) : -127.0f;
  return static_cast<int8_t>(std::nearbyint(bounded));
}

void quantize_portable(const Activations& x, const QuantizedRows& into) {
  for_each_group(x, into, [&](const Group& g) {
    const Rounding rounding = rounding_for(into, [&] {
      float largest = 0;
      for (int c = 0; c < g.n; ++c) {
        const float magnitude = std::fabs(g.x[c]);
        if (magnitude > largest) largest = magnitude;
      }
      return largest;
    });
    int32_t total = 0;
    for (int c = 0; c < g.n; ++c) {
      const int8_t q = to_int8(g.x[c] * rounding.factor);
      g.q[into.place(c)] = q;  // groups begin at blocks
      total += q;
    }
    g.finish(rounding.scale, total);
  });
}

#ifdef SOTTO_X86

// 32 numbers, of which `n` exist, as bytes; adds their sums to `total`.
SOTTO_AVX2 inline __m256i to_bytes(const float* x, int n, __m256 factor, __m256i& total) {
  const __m256 low = _mm256_set1_ps(-127.0f), high = _mm256_set1_ps(127.0f);
  __m256i v[4];
  for (int k = 0; k < 4; ++k) {
    // max and min return their second operand where one is a NaN: NaN becomes -127.
    const int left = n - 8 * k;
    const __m256 from = left > 0 ? avx2::load_first(x + 8 * k, left) : _mm256_setzero_ps();
    const __m256 scaled = _mm256_mul_ps(from, factor);
    v[k] = _mm256_cvtps_epi32(_mm256_min_ps(_mm256_max_ps(scaled, low), high));
    if (left < 8) v[k] = _mm256_and_si256(v[k], avx2::first_lanes(left));
    total = _mm256_add_epi32(total, v[k]);
  }
  // Packing works within halves of 128 bits; the permutation puts the words back in order.
  const __m256i packed =
      _mm256_packs_epi16(_mm256_packs_epi32(v[0], v[1]), _mm256_packs_epi32(v[2], v[3]));
  return _mm256_permutevar8x32_epi32(packed, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

// 16 even bytes, then 16 odd ones.
SOTTO_AVX2 inline __m256i split(__m256i bytes) {
  const __m256i within = _mm256_setr_epi8(0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15,  //
                                          0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15);
  return _mm256_permute4x64_epi64(_mm256_shuffle_epi8(bytes, within), _MM_SHUFFLE(3, 1, 2, 0));
}

SOTTO_AVX2 float largest_avx2(const Group& g) {
  const __m256 no_sign = _mm256_castsi256_ps(_mm256_set1_epi32(0x7fffffff));
  __m256 largest_of = _mm256_setzero_ps();
  for (int c = 0; c < g.n; c += 8) {
    // In this order a NaN leaves the maximum as it was, like the portable comparison.
    largest_of =
        _mm256_max_ps(_mm256_and_ps(no_sign, avx2::load_first(g.x + c, g.n - c)), largest_of);
  }
  return avx2::max(largest_of);
}

SOTTO_AVX2 void quantize_group_avx2(const Group& g, Order order, const Rounding& rounding) {
  const __m256 factor = _mm256_set1_ps(rounding.factor);
  __m256i total = _mm256_setzero_si256();
  auto* q = reinterpret_cast<__m256i*>(g.q);
  if (order == Order::natural) {
    for (int c = 0; c < g.n; c += 32) {
      _mm256_storeu_si256(q++, to_bytes(g.x + c, g.n - c, factor, total));
    }
  } else if (g.n == 32) {
    _mm256_storeu_si256(q, split(to_bytes(g.x, 32, factor, total)));
  } else {
    for (int c = 0; c < g.n; c += 64) {
      const __m256i a = split(to_bytes(g.x + c, 32, factor, total));
      const __m256i b = split(to_bytes(g.x + c + 32, 32, factor, total));
      _mm256_storeu_si256(q++, _mm256_permute2x128_si256(a, b, 0x20));
      _mm256_storeu_si256(q++, _mm256_permute2x128_si256(a, b, 0x31));
    }
  }
  g.finish(rounding.scale, avx2::sum(total));
}

void quantize_avx2(const Activations& x, const QuantizedRows& into) {
  for_each_group(x, into, [&](const Group& g) {
    quantize_group_avx2(g, into.order, rounding_for(into, [&] { return largest_avx2(g); }));
  });
}

// 16 numbers in natural order; the comparisons are those of quantize_group_avx2.
SOTTO_AVX512 inline __m512i to_integers(__m512 x, __m512 factor) {
  const __m512 low = _mm512_set1_ps(-127.0f), high = _mm512_set1_ps(127.0f);
  const __m512 scaled = _mm512_mul_ps(x, factor);
  return _mm512_cvtps_epi32(_mm512_min_ps(_mm512_max_ps(scaled, low), high));
}

// Stores under a mask are slow: only what is left behind whole vectors has one.
SOTTO_AVX512 float largest_avx512(const Group& g) {
  const float* const x = g.x;
  const int whole = g.n / 16 * 16;
  const auto lanes = static_cast<__mmask16>((1 << (g.n - whole)) - 1);
  const __m512 rest = _mm512_maskz_loadu_ps(lanes, x + whole);
  __m512 largest_of = _mm512_max_ps(_mm512_abs_ps(rest), _mm512_setzero_ps());
  for (int c = 0; c < whole; c += 16)
    largest_of = _mm512_max_ps(_mm512_abs_ps(_mm512_loadu_ps(x + c)), largest_of);
  return _mm512_reduce_max_ps(largest_of);
}

SOTTO_AVX512 void quantize_group_avx512(const Group& g, const Rounding& rounding) {
  const float* const x = g.x;
  const int whole = g.n / 16 * 16;
  const auto lanes = static_cast<__mmask16>((1 << (g.n - whole)) - 1);
  const __m512 rest = _mm512_maskz_loadu_ps(lanes, x + whole);
  const __m512 factor = _mm512_set1_ps(rounding.factor);
  __m512i total = _mm512_setzero_si512();
  int8_t* const q = g.q;
  for (int c = 0; c < whole; c += 16) {
    const __m512i v = to_integers(_mm512_loadu_ps(x + c), factor);
    total = _mm512_add_epi32(total, v);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(q + c), _mm512_cvtepi32_epi8(v));
  }
  if (lanes != 0) {
    const __m512i v = to_integers(rest, factor);
    total = _mm512_add_epi32(total, v);
    _mm512_mask_cvtepi32_storeu_epi8(q + whole, lanes, v);
  }
  g.finish(rounding.scale, _mm512_reduce_add_epi32(total));
}

void quantize_avx512(const Activations& x, const QuantizedRows& into) {
  if (into.order != Order::natural) return quantize_avx2(x, into);
  for_each_group(x, into, [&](const Group& g) {
    quantize_group_avx512(g, rounding_for(into, [&] { return largest_avx512(g); }));
  });
}
#endif

constexpr Variant<QuantizeRows> kQuantizeRows[] = {
    {Isa::portable, quantize_portable},
#ifdef SOTTO_X86
    {Isa::avx2, quantize_avx2},
    {Isa::avx512, quantize_avx512},
#elif defined(SOTTO_ARM64)
    {Isa::neon, neon::quantize_rows},
#endif
};

}  // namespace

std::span<const Variant<QuantizeRows>> quantize_rows_variants() { return kQuantizeRows; }

}  // namespace sotto::device::cpu
