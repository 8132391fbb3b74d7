// Groups in vectors of 512 bits. 64 columns of 16 rows of w are transposed once, so that a vector
// has four columns of all 16, and stay where they are while rows of x pass, four columns at a time
// and the same in every lane. Nothing is added up over lanes, and no lane is empty where rows of x
// are few.
#pragma once

#include "device_cpu/affine_512.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx512vnni {

// GCC 12 warns falsely inside its own AVX-512 headers.
#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

inline constexpr int kMostRows = 128;  // of x in a pass: their sums fit into the first cache

// v[k] has columns 4k to 4k + 3 of 16 rows; of those with 32 columns only v[0] to v[7] count.
template <int kCols>
SOTTO_AVX512VNNI inline __attribute__((always_inline)) void transpose_columns(
    const uint8_t* w, size_t stride, __m512 (&v)[kTileRows]) {
  for (int r = 0; r < kTileRows; ++r, w += stride) {
    v[r] = _mm512_castsi512_ps(kCols == kTileCols ? _mm512_loadu_si512(w)
                                                  : _mm512_castsi256_si512(avx2::load(w)));
  }
  transpose(v);
}

// Inputs of a pass over rows of x, and the sums for 16 rows of w of each.
struct Pass {
  const int8_t* q;
  const float *scale, *sum;
  size_t stride, group_stride;
  int rows;
  float (*sums)[kTileRows];

  Pass(const QuantizedRows& x, float (*sums)[kTileRows])
      : q(x.q),
        scale(x.scale),
        sum(x.sum),
        stride(static_cast<size_t>(x.stride())),
        group_stride(static_cast<size_t>(x.group_stride())),
        rows(x.rows),
        sums(sums) {}
};

// Group g of kRows rows of x from `first` on. The transposed values of w, its scales and biases have a
// lane for each of its rows.
template <int kGroup, int kRows>
SOTTO_AVX512VNNI inline __attribute__((always_inline)) void add_group(const Pass& x, int first,
                                                                      size_t g, const __m512* w,
                                                                      __m512 scale, __m512 bias) {
  const auto i = static_cast<size_t>(first);
  const int8_t* q = x.q + i * x.stride + g * kGroup;
  __m512i dots[kRows];
  for (int r = 0; r < kRows; ++r) dots[r] = _mm512_setzero_si512();
#pragma GCC unroll 32
  for (int k = 0; k < kGroup / 4; ++k) {
    for (int r = 0; r < kRows; ++r) {
      int32_t four;
      __builtin_memcpy(&four, q + static_cast<size_t>(r) * x.stride + 4 * k, 4);
      dots[r] = _mm512_dpbusd_epi32(dots[r], _mm512_castps_si512(w[k]), _mm512_set1_epi32(four));
    }
  }
  for (size_t r = 0; r < kRows; ++r) {
    const size_t at = (i + r) * x.group_stride + g;
    const __m512 both = _mm512_mul_ps(scale, _mm512_set1_ps(x.scale[at]));
    __m512 acc = _mm512_load_ps(x.sums[i + r]);
    acc = _mm512_fmadd_ps(bias, _mm512_set1_ps(x.sum[at]), acc);
    acc = _mm512_fmadd_ps(_mm512_cvtepi32_ps(dots[r]), both, acc);
    _mm512_store_ps(x.sums[i + r], acc);
  }
}

// The same for all rows, four at a time: one dot would wait for itself.
template <int kGroup>
SOTTO_AVX512VNNI inline __attribute__((always_inline)) void add_group(const Pass& x, size_t g,
                                                                      const __m512* w, __m512 scale,
                                                                      __m512 bias) {
  int i = 0;
  for (; i + 4 <= x.rows; i += 4) add_group<kGroup, 4>(x, i, g, w, scale, bias);
  const int rest = x.rows - i;
  if (rest == 3) add_group<kGroup, 3>(x, i, g, w, scale, bias);
  if (rest == 2) add_group<kGroup, 2>(x, i, g, w, scale, bias);
  if (rest == 1) add_group<kGroup, 1>(x, i, g, w, scale, bias);
}

// The groups of a chunk, the first of which is x's group `first`.
template <int kBits, int kGroup>
SOTTO_AVX512VNNI void add_chunk(const Chunk<kBits, kGroup>& w, const Pass& x, int first,
                                bool ahead) {
  constexpr int kTogether =
      kGroup < kTileCols ? kTileCols / kGroup : 1;                     // groups transposed together
  constexpr int kTurns = kGroup > kTileCols ? kGroup / kTileCols : 1;  // for a group
  for (int g = 0; g < w.groups; g += kTogether) {
    const int n = std::min(kTogether, w.groups - g);
    __m512 v[kTurns][kTileRows];
    for (int t = 0; t < kTurns; ++t) {
      const uint8_t* from = w.values + g * kGroup + t * kTileCols;
      if (n == kTogether) {
        transpose_columns<kTileCols>(from, w.stride, v[t]);
      } else {
        transpose_columns<kTileCols / 2>(from, w.stride, v[t]);
      }
    }
    for (int k = 0; k < n; ++k) {
      constexpr int kBytes = kTileRows * kGroup * kBits / 8;
      if (ahead) prefetch<kBytes>(w.next + (g + k) * kBytes);
      add_group<kGroup>(x, static_cast<size_t>(first + g + k), v[0] + k * kGroup / 4,
                        _mm512_load_ps(w.scales[g + k]), _mm512_load_ps(w.biases[g + k]));
    }
  }
}

template <int kBits, int kGroup>
SOTTO_AVX512VNNI void affine_rows(const QuantizedRows& x, const quant::AffineView& w,
                                  const Output& y, int begin, int end) {
  Chunk<kBits, kGroup> chunk;
  alignas(64) float sums[kMostRows][kTileRows];
  for (int row = begin; row < end; row += kTileRows) {
    const int rows = std::min(kTileRows, end - row);
    for (int first = 0; first < x.rows; first += kMostRows) {
      const Pass pass(x.from(first, std::min(kMostRows, x.rows - first)), sums);
      for (int i = 0; i < pass.rows; ++i) _mm512_store_ps(sums[i], _mm512_setzero_ps());
      for (int g = 0; g < w.groups_per_row(); g += Tiling<kGroup>::kGroups) {
        chunk.fill(w, row, rows, g);
        add_chunk(chunk, pass, g, first == 0);
      }
      for (int i = 0; i < pass.rows; ++i) put16(y, first + i, row, rows, _mm512_load_ps(sums[i]));
    }
  }
}

template <int kBits, int kGroup>
SOTTO_AVX512VNNI void affine_groups(const QuantizedRows& x, const quant::AffineView& w,
                                    const Output& y, int begin, int end) {
  if (x.rows == 1) return affine_row<kBits, kGroup>(x, w, y, begin, end);
  affine_rows<kBits, kGroup>(x, w, y, begin, end);
}

template <int kBits>
SOTTO_AVX512VNNI void affine(const QuantizedRows& x, const quant::AffineView& w, const Output& y,
                             int begin, int end) {
  if (w.group == 32) return affine_groups<kBits, 32>(x, w, y, begin, end);
  if (w.group == 64) return affine_groups<kBits, 64>(x, w, y, begin, end);
  affine_groups<kBits, 128>(x, w, y, begin, end);
}

#pragma GCC diagnostic pop

}  // namespace sotto::device::cpu::avx512vnni
#endif
