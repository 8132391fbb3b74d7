// Groups in vectors of 256 bits, whose lanes hold columns of one row of w: for AVX-VNNI.
#pragma once

#include "device_cpu/matmul_int_256.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx2 {

// One group of N rows of x and of w, whose values are at p: acc += scale * dot.
template <class Bytes, int kBits, int kGroup, int N>
SOTTO_AVX2 inline __attribute__((always_inline)) void add_group(const Inputs& x, const uint8_t* p,
                                                                size_t g, const float* scales,
                                                                __m256 (&acc)[N]) {
  prefetch_ahead<Bytes::kFetch>(p);
  const Values<kGroup / 32> values = unpack<kBits, kGroup>(p);
  for (int i = 0; i < N; ++i) {
    __m256i dot = _mm256_setzero_si256();
    if constexpr (Bytes::template kCorrection<range_of(kBits)> != 0) {
      const size_t xg = static_cast<size_t>(i) * x.group_stride + g;
      dot = _mm256_zextsi128_si256(_mm_cvtsi32_si128(x.sum128[xg]));
    }
    dot = Bytes::template dot<range_of(kBits)>(
        dot, values.v, x.q + static_cast<size_t>(i) * x.stride + g * kGroup);
    acc[i] = _mm256_fmadd_ps(_mm256_cvtepi32_ps(dot), _mm256_broadcast_ss(scales + 8 * i), acc[i]);
  }
}

// n <= 8 groups from g0 on, of N rows of x and the row of w at q, whose scales begin at `at`. Even
// groups go to one accumulator, odd ones to another: the sums of a single one would wait for each
// other.
template <class Bytes, int kBits, int kGroup, int N>
SOTTO_AVX2 inline __attribute__((always_inline)) void add_groups(
    const Inputs& x, const quant::AffineView& w, const uint8_t* q, size_t at, size_t g0, int n,
    __m256 (&even)[N], __m256 (&odd)[N]) {
  constexpr size_t kBytes = kGroup * kBits / 8;
  alignas(32) float scales[N][8];
  const __m256 s = load_scales(w.scales, at + g0, n), b = load_scales(w.biases, at + g0, n);
  for (int i = 0; i < N; ++i) {
    const size_t xg = static_cast<size_t>(i) * x.group_stride + g0;
    _mm256_store_ps(scales[i], _mm256_mul_ps(s, _mm256_loadu_ps(x.scale + xg)));
    odd[i] = _mm256_fmadd_ps(b, _mm256_loadu_ps(x.sum + xg), odd[i]);
  }
  const uint8_t* p = q + g0 * kBytes;
  int k = 0;
  for (; k + 2 <= n; k += 2, p += 2 * kBytes) {
    const size_t g = g0 + static_cast<size_t>(k);
    add_group<Bytes, kBits, kGroup>(x, p, g, &scales[0][k], even);
    add_group<Bytes, kBits, kGroup>(x, p + kBytes, g + 1, &scales[0][k + 1], odd);
  }
  if (k < n)
    add_group<Bytes, kBits, kGroup>(x, p, g0 + static_cast<size_t>(k), &scales[0][k], even);
}

// N rows of x and rows [begin, end) of w. A number of y is summed in the same order whatever N.
template <class Bytes, int kBits, int kGroup, int N>
SOTTO_AVX2 void affine_rows(const Inputs& x, const quant::AffineView& w, const Output& y, int begin,
                            int end) {
  const auto row_bytes = static_cast<size_t>(w.words_per_row()) * 4;
  const auto groups = static_cast<size_t>(w.groups_per_row());
  const auto* q =
      reinterpret_cast<const uint8_t*>(w.packed) + static_cast<size_t>(begin) * row_bytes;
  size_t at = static_cast<size_t>(begin) * groups;
  for (int row = begin; row < end; ++row, q += row_bytes, at += groups) {
    __m256 even[N], odd[N];
    for (int i = 0; i < N; ++i) even[i] = odd[i] = _mm256_setzero_ps();
    size_t g = 0;
    if constexpr (N == 1) {  // with a constant count the loop unrolls
      for (; g + 8 <= groups; g += 8)
        add_groups<Bytes, kBits, kGroup>(x, w, q, at, g, 8, even, odd);
    }
    for (; g < groups; g += 8) {
      const int n = groups - g < 8 ? static_cast<int>(groups - g) : 8;
      add_groups<Bytes, kBits, kGroup>(x, w, q, at, g, n, even, odd);
    }
    for (int i = 0; i < N; ++i) y.put(x.first + i, row, sum(_mm256_add_ps(even[i], odd[i])));
  }
}

// Five rows have ten sums: with more they no longer fit into sixteen registers (8 rows of x times
// q4, billions of multiply-adds a second: 57 in fours, 53 at once).
constexpr int kMostAffineRows = 5;
template <class Bytes, int kBits, int kGroup>
struct AffineRows {
  const quant::AffineView& w;
  const Output& y;

  template <int N>
  void run(const Inputs& x, int begin, int end) const {
    affine_rows<Bytes, kBits, kGroup, N>(x, w, y, begin, end);
  }
};

template <class Bytes, int kBits>
void affine(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
            int end) {
  const auto row_bytes = static_cast<size_t>(w.words_per_row()) * 4;
  if (w.group == 32)
    return cover<kMostAffineRows>(x, row_bytes, begin, end, AffineRows<Bytes, kBits, 32>{w, y});
  if (w.group == 64)
    return cover<kMostAffineRows>(x, row_bytes, begin, end, AffineRows<Bytes, kBits, 64>{w, y});
  cover<kMostAffineRows>(x, row_bytes, begin, end, AffineRows<Bytes, kBits, 128>{w, y});
}

}  // namespace sotto::device::cpu::avx2
#endif
