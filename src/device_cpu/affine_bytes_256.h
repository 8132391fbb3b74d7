// Groups of 8 bits and several rows of x with AVX2. Group by group, up to 64 rows of w are unpacked
// into the first cache, a lane for each, and all rows of x pass, one after the other.
//
// Products are those of lanes_256.h: for four columns of eight rows of w two additions, a
// multiplication and a sum. What an instruction reads from memory costs it nothing on a Zen 3, up to
// two vectors a cycle. So w is never loaded by itself: 32 of 34 instructions compute, where four rows
// of x and sixteen of w, which keep w in registers, had 32 of 44.
#pragma once

#include <algorithm>

#include "device_cpu/lanes_256.h"
#include "device_cpu/output_256.h"
#include "device_cpu/quantized_rows.h"
#include "device_cpu/unpack_256.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx2 {

inline constexpr int kTall = 8;          // vectors of eight rows of w
inline constexpr int kMostInputs = 128;  // rows of x whose sums are kept at a time

// Rows of x in 16 bits, and their sums.
struct WideInputs {
  static constexpr int kRoom = 64 * 1024;     // in the second cache
  static constexpr int kCols = 512;           // of all rows beside each other
  static constexpr int kStride = kCols + 32;  // no power of two apart

  QuantizedRows x;
  alignas(32) float sums[kMostInputs][8 * kTall];
  alignas(32) int16_t wide[kRoom];
  int32_t own[kRoom / 32];  // of each group: 0 less the sum of x_a x_b

  // For how many rows of so many columns there is room.
  static int most(int cols) {
    const int chunks = (cols + kCols - 1) / kCols;
    return std::min(kMostInputs, kRoom / (chunks * kStride));
  }
  int16_t* wide_at(int row, int col) {
    return wide + (col / kCols * x.rows + row) * kStride + col % kCols;
  }
  int32_t* own_at(int row, int group) { return own + row * x.groups() + group; }

  SOTTO_AVX2 void widen() {
    for (int i = 0; i < x.rows; ++i) {
      const int8_t* q = x.from(i, 1).q;
      for (int g = 0; g < x.groups(); ++g) {
        __m256i products = _mm256_setzero_si256();
        for (int c = g * x.group; c < (g + 1) * x.group; c += 32)
          products = _mm256_add_epi32(products, wide::put_input(q + c, wide_at(i, c)));
        *own_at(i, g) = -sum(products);
      }
    }
  }
};

// Where the 8 J rows of w from `row` on begin: the last one again behind `end`.
template <int J>
struct TallRows {
  const uint8_t* q[8 * J];
  size_t at[8 * J];  // of its first group
  size_t row_bytes;

  TallRows(const quant::AffineView& w, int row, int end)
      : row_bytes(static_cast<size_t>(w.words_per_row()) * 4) {
    for (int r = 0; r < 8 * J; ++r) {
      const auto of = static_cast<size_t>(std::min(row + r, end - 1));
      q[r] = reinterpret_cast<const uint8_t*>(w.packed) + of * row_bytes;
      at[r] = of * static_cast<size_t>(w.groups_per_row());
    }
  }
};

// Scales, or biases, of eight groups of 8 J rows of w.
template <int J>
struct TallScales {
  alignas(32) float of[8][J][8];

  SOTTO_AVX2 void fill(const quant::Scales& from, const TallRows<J>& w, int group, int n) {
    for (int j = 0; j < J; ++j) {
      __m256 v[8];
      for (int r = 0; r < 8; ++r)
        v[r] = load_scales(from, w.at[8 * j + r] + static_cast<size_t>(group), n);
      turn(v);
      for (int k = 0; k < n; ++k) _mm256_store_ps(of[k][j], v[k]);
    }
  }
};

// A group of 8 J rows of w in 16 bits: of four columns after the others those of eight rows after
// the others, first the even ones.
template <int kGroup, int J>
struct TallGroup {
  static constexpr int kStep = 32 * J;  // numbers for four columns

  alignas(64) int16_t q[kGroup / 4 * kStep];
  alignas(32) int32_t own[J][8];  // 0 less the sums of w_a w_b

  SOTTO_AVX2 void fill(const TallRows<J>& w, int group) {
    const __m256i low = _mm256_set1_epi16(255);
    for (int j = 0; j < J; ++j) {
      __m256i products = _mm256_setzero_si256();
      const uint8_t* from[8];
      for (int r = 0; r < 8; ++r) from[r] = w.q[8 * j + r];
      auto* to = reinterpret_cast<__m256i*>(q) + 2 * j;
      const size_t at = static_cast<size_t>(group) * kGroup;
#pragma GCC unroll 2
      for (size_t c = 0; c < kGroup; c += 16, to += 8 * J) {
        __m256i v[4];
        load_turned(from, at + c, v);
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k) {
          const __m256i even = _mm256_and_si256(v[k], low), odd = _mm256_srli_epi16(v[k], 8);
          _mm256_store_si256(to + 2 * J * k, even);
          _mm256_store_si256(to + 2 * J * k + 1, odd);
          products = _mm256_sub_epi32(products, _mm256_madd_epi16(even, odd));
        }
      }
      _mm256_store_si256(reinterpret_cast<__m256i*>(own[j]), products);
    }
  }
};

// Adds a group, which is number `group` of its rows, of all rows of x to their sums.
template <int kGroup, int J>
SOTTO_AVX2 void add_tall(const TallGroup<kGroup, J>& w, const float (&scales)[J][8],
                         const float (&biases)[J][8], WideInputs& inputs, int group, Ahead ahead) {
  const int16_t* x = inputs.wide_at(0, group * kGroup);
  const int32_t* own = inputs.own_at(0, group);
  const float *scale = inputs.x.scale + group, *sum = inputs.x.sum + group;
  const int groups = inputs.x.groups(), stride = inputs.x.group_stride();
  for (int i = 0; i < inputs.x.rows;
       ++i, x += WideInputs::kStride, own += groups, scale += stride, sum += stride) {
    __m256i dots[J];
    const __m256i own_x = _mm256_set1_epi32(*own);
#pragma GCC unroll 8
    for (int j = 0; j < J; ++j)
      dots[j] =
          _mm256_add_epi32(own_x, _mm256_load_si256(reinterpret_cast<const __m256i*>(w.own[j])));
    const auto* from = reinterpret_cast<const __m256i*>(w.q);
    for (int c = 0; c < kGroup; c += 16) {
      ahead.fetch();
#pragma GCC unroll 4
      for (int k = 0; k < 4; ++k, from += 2 * J) {
        const __m256i a = broadcast_four_bytes(x + c + 4 * k);
        const __m256i b = broadcast_four_bytes(x + c + 4 * k + 2);
#pragma GCC unroll 8
        for (int j = 0; j < J; ++j)
          add_to(dots[j],
                 _mm256_madd_epi16(_mm256_add_epi16(a, _mm256_load_si256(from + 2 * j + 1)),
                                   _mm256_add_epi16(b, _mm256_load_si256(from + 2 * j))));
      }
    }
    const __m256 of_x = _mm256_broadcast_ss(scale), sum_of_x = _mm256_broadcast_ss(sum);
#pragma GCC unroll 8
    for (int j = 0; j < J; ++j) {
      const __m256 both = _mm256_mul_ps(of_x, _mm256_load_ps(scales[j]));
      const __m256 offset = _mm256_mul_ps(sum_of_x, _mm256_load_ps(biases[j]));
      float* to = inputs.sums[i] + 8 * j;
      const __m256 product = _mm256_fmadd_ps(_mm256_cvtepi32_ps(dots[j]), both, offset);
      _mm256_store_ps(to, _mm256_add_ps(product, _mm256_load_ps(to)));
    }
  }
}

// Rows of w from `row` on, up to 8 J and to `end`; rows of x are those of y from `first` on.
template <int kGroup, int J>
SOTTO_AVX2 void affine_tall(WideInputs& inputs, int first, const quant::AffineView& w,
                            const Output& y, int row, int end) {
  const int n = inputs.x.rows, groups = w.groups_per_row();
  const TallRows<J> rows(w, row, end);
  TallScales<J> scales, biases;
  TallGroup<kGroup, J> some;
  for (int i = 0; i < n; ++i) std::fill_n(inputs.sums[i], 8 * J, 0.0f);
  // The rows behind these are as many lines; each group fetches its part of them.
  const int lines = row + 8 * J < end ? 8 * J * kGroup / 64 : 0, steps = n * (kGroup / 16);
  Ahead ahead{rows.q[0] + 8 * J * rows.row_bytes, 0, (lines + steps - 1) / steps};
  for (int g = 0; g < groups; ++g) {
    if (g % 8 == 0) {
      const int n_groups = std::min(8, groups - g);
      scales.fill(w.scales, rows, g, n_groups);
      biases.fill(w.biases, rows, g, n_groups);
    }
    some.fill(rows, g);
    ahead.left = lines;
    add_tall<kGroup, J>(some, scales.of[g % 8], biases.of[g % 8], inputs, g, ahead);
    ahead.at += lines * 64;
  }
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < J; ++j)
      put8(y, first + i, row + 8 * j, end - row - 8 * j, _mm256_load_ps(inputs.sums[i] + 8 * j));
}

// Rows [begin, end) of w and those of `inputs`.
template <int kGroup>
SOTTO_AVX2 void affine_bytes(WideInputs& inputs, int first, const quant::AffineView& w,
                             const Output& y, int begin, int end) {
  // As many rows as a fourth of the second cache takes, beside which the next ones are fetched.
  const int most = std::max(1, (1 << 17) / (8 * std::max(1, w.words_per_row() * 4)));
  for (int row = begin; row < end;) {
    const int left = std::min((end - row + 7) / 8, most);
    if (left >= 8) {
      affine_tall<kGroup, 8>(inputs, first, w, y, row, end);
      row += 64;
    } else if (left >= 4) {
      affine_tall<kGroup, 4>(inputs, first, w, y, row, end);
      row += 32;
    } else if (left >= 2) {
      affine_tall<kGroup, 2>(inputs, first, w, y, row, end);
      row += 16;
    } else {
      affine_tall<kGroup, 1>(inputs, first, w, y, row, end);
      row += 8;
    }
  }
}

}  // namespace sotto::device::cpu::avx2
#endif
