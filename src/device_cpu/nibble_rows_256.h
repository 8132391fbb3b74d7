// Nibbles and several rows of x with AVX2: eight rows of w at a time, a lane for each. What is
// unpacked stays in registers and meets all rows of x at once, so that the shuffles that turn rows
// of w round run beside the products of other columns.
#pragma once

#include <algorithm>

#include "device_cpu/lanes_256.h"
#include "device_cpu/output_256.h"
#include "device_cpu/quantized_rows.h"
#include "device_cpu/unpack_256.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx2 {

inline constexpr int kMostNibbleInputs = 7;  // rows of x: a register for each

// Where eight rows of w begin: the last one again behind `end`.
struct EightRows {
  const uint8_t* q[8];
  size_t at[8];  // of its first group

  EightRows(const quant::AffineView& w, int row, int end) {
    const auto bytes = static_cast<size_t>(w.words_per_row()) * 4;
    for (int r = 0; r < 8; ++r) {
      const auto of = static_cast<size_t>(std::min(row + r, end - 1));
      q[r] = reinterpret_cast<const uint8_t*>(w.packed) + of * bytes;
      at[r] = of * static_cast<size_t>(w.groups_per_row());
    }
  }
};

// Scales and biases of up to eight groups of eight rows of w: a vector a group, a lane a row.
struct EightScales {
  alignas(32) float scales[8][8], biases[8][8];

  // Biases that are the scales times a factor are not read again.
  SOTTO_AVX2 void fill(const quant::AffineView& w, const EightRows& rows, int group, int n) {
    __m256 v[8];
    load_turned_scales(w.scales, rows, group, n, v);
    put(v, w.scales.factor(), scales);
    if (!share_memory(w.scales, w.biases)) load_turned_scales(w.biases, rows, group, n, v);
    put(v, w.biases.factor(), biases);
  }

 private:
  // Without their factor.
  SOTTO_AVX2 static void load_turned_scales(const quant::Scales& from, const EightRows& rows,
                                            int group, int n, __m256 (&v)[8]) {
    const quant::Scales numbers = from.times(1);
    for (int r = 0; r < 8; ++r)
      v[r] = load_scales(numbers, rows.at[r] + static_cast<size_t>(group), n);
    turn(v);
  }
  SOTTO_AVX2 static void put(const __m256 (&v)[8], float factor, float (&to)[8][8]) {
    const __m256 all = _mm256_set1_ps(factor);
    for (int k = 0; k < 8; ++k) _mm256_store_ps(to[k], _mm256_mul_ps(v[k], all));
  }
};

// 32 columns: what 16 bytes of eight rows say, and N rows of x, `stride` apart. The numbers that
// high nibbles meet lie kHigh behind those that low ones meet. Eight products of 2 * 15 * 127 fit
// into 16 bits.
template <size_t kHigh, int N>
SOTTO_AVX2 inline __attribute__((always_inline)) void multiply_nibbles(const EightRows& w,
                                                                       size_t at, const int8_t* x,
                                                                       size_t stride,
                                                                       __m256i (&words)[N]) {
  const __m256i lower = _mm256_set1_epi8(15);
  __m256i v[4];
  load_turned(w.q, at, v);
#pragma GCC unroll 4
  for (int k = 0; k < 4; ++k, x += 4) {
    const __m256i low = _mm256_and_si256(v[k], lower);
    const __m256i high = _mm256_and_si256(_mm256_srli_epi16(v[k], 4), lower);
#pragma GCC unroll 8
    for (int i = 0; i < N; ++i) {
      const int8_t* xi = x + static_cast<size_t>(i) * stride;
      const __m256i first = _mm256_maddubs_epi16(low, broadcast_four_bytes(xi));
      if (k == 0)
        words[i] = first;
      else
        add_words_to(words[i], first);
      add_words_to(words[i], _mm256_maddubs_epi16(high, broadcast_four_bytes(xi + kHigh)));
    }
  }
}

// N rows of x and eight rows of w from `row` on.
template <int kGroup, int N>
SOTTO_AVX2 void eight_rows(const QuantizedRows& x, const quant::AffineView& w,
                           const EightRows& rows, const Output& y, int row, int end, Ahead ahead) {
  constexpr size_t kHalfBlock = kGroup < 64 ? kGroup / 2 : 32, kBytes = kGroup / 2;
  const auto stride = static_cast<size_t>(x.stride());
  const auto group_stride = static_cast<size_t>(x.group_stride());
  const __m256i ones = _mm256_set1_epi16(1);
  const int groups = w.groups_per_row();
  EightScales of;
  alignas(32) float sums[N][8] = {};
  const int8_t* q = x.q;
  for (int g = 0; g < groups; ++g, q += kGroup) {
    if (g % 8 == 0) of.fill(w, rows, g, std::min(8, groups - g));
    ahead.fetch();
    __m256i dots[N];
#pragma GCC unroll 4
    for (size_t byte = 0; byte < kBytes; byte += 16) {
      const size_t col = byte / kHalfBlock * 2 * kHalfBlock + byte % kHalfBlock;
      __m256i words[N];
      multiply_nibbles<kHalfBlock>(rows, static_cast<size_t>(g) * kBytes + byte, q + col, stride,
                                   words);
#pragma GCC unroll 8
      for (int i = 0; i < N; ++i) {
        const __m256i some = _mm256_madd_epi16(words[i], ones);
        dots[i] = byte == 0 ? some : _mm256_add_epi32(dots[i], some);
      }
    }
    const __m256 scales = _mm256_load_ps(of.scales[g % 8]);
    const __m256 biases = _mm256_load_ps(of.biases[g % 8]);
#pragma GCC unroll 8
    for (int i = 0; i < N; ++i) {
      const size_t at = static_cast<size_t>(i) * group_stride + static_cast<size_t>(g);
      const __m256 both = _mm256_mul_ps(scales, _mm256_broadcast_ss(x.scale + at));
      const __m256 offset = _mm256_mul_ps(biases, _mm256_broadcast_ss(x.sum + at));
      const __m256 product = _mm256_fmadd_ps(_mm256_cvtepi32_ps(dots[i]), both, offset);
      _mm256_store_ps(sums[i], _mm256_add_ps(_mm256_load_ps(sums[i]), product));
    }
  }
  for (int i = 0; i < N; ++i) put8(y, i, row, end - row, _mm256_load_ps(sums[i]));
}

// Rows [begin, end) of w and all rows of x, of which there are five to kMostNibbleInputs.
template <int kGroup>
SOTTO_AVX2 void nibble_rows(const QuantizedRows& x, const quant::AffineView& w, const Output& y,
                            int begin, int end) {
  constexpr int kLeast = 5;
  using Rows = decltype(&eight_rows<kGroup, kLeast>);
  static constexpr Rows kRows[] = {eight_rows<kGroup, kLeast>, eight_rows<kGroup, kLeast + 1>,
                                   eight_rows<kGroup, kMostNibbleInputs>};
  const int groups = w.groups_per_row();
  const auto bytes = static_cast<size_t>(w.words_per_row()) * 4;
  for (int row = begin; row < end; row += 8) {
    const EightRows rows(w, row, end);
    const int lines = row + 8 < end ? static_cast<int>(8 * bytes / 64) : 0;
    const Ahead ahead{rows.q[0] + 8 * bytes, lines, divided_up(lines, groups)};
    kRows[x.rows - kLeast](x, w, rows, y, row, end, ahead);
  }
}

}  // namespace sotto::device::cpu::avx2
#endif
