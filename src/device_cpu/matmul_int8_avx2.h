// int8 rows times several rows of activations with AVX2, which has no product of bytes that is
// exact without more work: a multiplication of signs, bytes and pairs for each 32 numbers. Here x
// and w become 16 bits, and two products cost one multiplication (Winograd 1968):
//   x_a w_a + x_b w_b = (x_a + w_b) (x_b + w_a) - x_a x_b - w_a w_b
// The last two terms are taken away at the end, where they cost next to nothing: one belongs to the
// row of x alone, the other to that of w. Sums are at most 255, the pairs of products that vpmaddwd
// adds 2 * 255^2; lanes of 32 bits may wrap on the way, as in kSym8MostCols.
#pragma once

#include "device_cpu/matmul_int_simd.h"

#ifdef SOTTO_X86
#include <immintrin.h>

#include <algorithm>

#include "device_cpu/output_256.h"
#include "device_cpu/simd_avx2.h"

namespace sotto::device::cpu::avx2 {

inline constexpr int kTileRows = 8;     // of x: as many sums as there are registers to spare
inline constexpr int kTileCols = 1024;  // 16 KiB of x, half of the first cache
inline constexpr int kMostBandRows = 128;

// Up to eight rows of x in 16 bits, as many columns as fit, padded with zeros to a multiple of 32.
// Blocks of 32 columns follow one another; in each, all rows do, the even columns of each first.
struct WideTile {
  alignas(64) int16_t x[kTileRows * kTileCols];
  alignas(32) int32_t products[kTileRows] = {};  // sums of x_a x_b
};

// A barrier for the optimizer: v is in its register here. Without it GCC loads the x of all rows
// first and has too few registers for the sums, or loads v twice: 57 instead of 74 billion
// multiply-adds a second.
SOTTO_AVX2 inline void barrier(__m256i& v) { asm volatile("" : "+x"(v)); }

// 32 bytes as 16 bits each: a the even ones, b the odd ones.
struct Wide {
  __m256i a, b;
};

SOTTO_AVX2 inline Wide widen(const int8_t* p) {
  __m256i v = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
  barrier(v);
  return {_mm256_srai_epi16(_mm256_slli_epi16(v, 8), 8), _mm256_srai_epi16(v, 8)};
}

// Columns [begin, begin + cols) of n rows from `first` on.
SOTTO_AVX2 inline void fill(WideTile& tile, const QuantizedRows& x, int first, int n, int begin,
                            int cols) {
  for (int i = 0; i < n; ++i) {
    const int8_t* from = x.from(first + i, 1).q + begin;
    auto* to = reinterpret_cast<__m256i*>(tile.x) + 2 * i;
    __m256i products = _mm256_setzero_si256();
    for (int c = 0; c < cols; c += 32, to += 2 * n) {
      const Wide v = widen(from + c);
      _mm256_store_si256(to, v.a);
      _mm256_store_si256(to + 1, v.b);
      products = _mm256_add_epi32(products, _mm256_madd_epi16(v.a, v.b));
    }
    tile.products[i] = sum(products);
  }
}

// Lane i is the sum of the lanes of v[i].
SOTTO_AVX2 inline __m256i sums_of_lanes(const __m256i (&v)[8]) {
  __m256i pairs[4], fours[2];
  for (int k = 0; k < 4; ++k) pairs[k] = _mm256_hadd_epi32(v[2 * k], v[2 * k + 1]);
  for (int k = 0; k < 2; ++k) fours[k] = _mm256_hadd_epi32(pairs[2 * k], pairs[2 * k + 1]);
  return _mm256_add_epi32(_mm256_permute2x128_si256(fours[0], fours[1], 0x20),
                          _mm256_permute2x128_si256(fours[0], fours[1], 0x31));
}

// The dots of the N rows of a tile and as many bytes of a row of w, each in a lane. Where x is
// padded, (0 + w_b) (0 + w_a) and w_a w_b are the same.
template <int N>
SOTTO_AVX2 inline __m256i dots(const WideTile& tile, const int8_t* w, int cols, size_t ahead) {
  __m256i acc[kTileRows], own = _mm256_setzero_si256();
  for (__m256i& a : acc) a = _mm256_setzero_si256();
  const auto* x = reinterpret_cast<const __m256i*>(tile.x);
  for (int c = 0; c < cols; c += 32, x += 2 * N) {
    if (c % 64 == 0) _mm_prefetch(reinterpret_cast<const char*>(w + c + ahead), _MM_HINT_T0);
    const Wide v = widen(w + c);
    own = _mm256_add_epi32(own, _mm256_madd_epi16(v.a, v.b));
    barrier(own);
#pragma GCC unroll 8
    for (int i = 0; i < N; ++i) {
      const __m256i one = _mm256_add_epi16(_mm256_load_si256(x + 2 * i), v.b);
      const __m256i other = _mm256_add_epi16(_mm256_load_si256(x + 2 * i + 1), v.a);
      acc[i] = _mm256_add_epi32(acc[i], _mm256_madd_epi16(one, other));
      barrier(acc[i]);
    }
  }
  for (int i = 0; i < N; ++i) acc[i] = _mm256_sub_epi32(acc[i], own);
  return _mm256_sub_epi32(sums_of_lanes(acc),
                          _mm256_load_si256(reinterpret_cast<const __m256i*>(tile.products)));
}

// Rows [begin, begin + n) of w and columns [first, first + cols): adds the dots to the sums.
template <int N>
SOTTO_AVX2 void add_dots(const WideTile& tile, const quant::Sym8View& w, int begin, int n,
                         int first, int cols, __m256i* sums) {
  const auto stride = static_cast<size_t>(w.cols);
  // The same columns of the row that is 4 KiB of weights ahead.
  const size_t ahead = stride * static_cast<size_t>(std::max(1, 4096 / cols));
  const int8_t* q = w.q + static_cast<size_t>(begin) * stride + first;
  for (int r = 0; r < n; ++r, q += stride) {
    const int8_t* from = q;
    alignas(32) int8_t padded[kTileCols];
    if (cols % 32 != 0) {  // what is behind the row may not be readable
      __builtin_memcpy(padded, q, static_cast<size_t>(cols));
      __builtin_memset(padded + cols, 0, static_cast<size_t>(32 - cols % 32));
      from = padded;
    }
    sums[r] = _mm256_add_epi32(sums[r], dots<N>(tile, from, cols, ahead));
  }
}

// v[i] lane k becomes v[k] lane i.
SOTTO_AVX2 inline void transpose(__m256i (&v)[8]) {
  __m256i t[8];
  for (int k = 0; k < 8; k += 2) {
    t[k] = _mm256_unpacklo_epi32(v[k], v[k + 1]);
    t[k + 1] = _mm256_unpackhi_epi32(v[k], v[k + 1]);
  }
  __m256i u[8];  // by the row in each half of 128 bits
  for (int k = 0; k < 8; k += 4) {
    u[k] = _mm256_unpacklo_epi64(t[k], t[k + 2]);
    u[k + 1] = _mm256_unpackhi_epi64(t[k], t[k + 2]);
    u[k + 2] = _mm256_unpacklo_epi64(t[k + 1], t[k + 3]);
    u[k + 3] = _mm256_unpackhi_epi64(t[k + 1], t[k + 3]);
  }
  for (int k = 0; k < 4; ++k) {
    v[k] = _mm256_permute2x128_si256(u[k], u[k + 4], 0x20);
    v[k + 4] = _mm256_permute2x128_si256(u[k], u[k + 4], 0x31);
  }
}

// sums[k] has the dots of row begin + k of w and x rows [first, first + n).
SOTTO_AVX2 inline void put_dots(const QuantizedRows& x, const quant::Sym8View& w, const Output& y,
                                int first, int n, int begin, int rows, const __m256i* sums) {
  for (int k = 0; k < rows; k += 8) {
    const int some = std::min(8, rows - k);
    __m256i of_row[8];
    for (int r = 0; r < 8; ++r) of_row[r] = r < some ? sums[k + r] : _mm256_setzero_si256();
    transpose(of_row);
    const __m256 scales = load_first(w.scales + begin + k, some);
    for (int i = 0; i < n; ++i) {
      const __m256 scale = _mm256_mul_ps(scales, _mm256_broadcast_ss(x.from(first + i, 1).scale));
      put8(y, first + i, begin + k, some, _mm256_mul_ps(scale, _mm256_cvtepi32_ps(of_row[i])));
    }
  }
}

// Covers the rows of x with as even tiles of up to eight as there are, in bands of w that stay in
// the second cache while all rows of x pass.
SOTTO_AVX2 inline void int8_tiles(const QuantizedRows& x, const quant::Sym8View& w, const Output& y,
                                  int begin, int end) {
  using AddDots = decltype(&add_dots<1>);
  static constexpr AddDots kAddDots[] = {add_dots<1>, add_dots<2>, add_dots<3>, add_dots<4>,
                                         add_dots<5>, add_dots<6>, add_dots<7>, add_dots<8>};
  const int band = std::clamp((1 << 18) / w.cols, 16, kMostBandRows);
  const int passes = (x.rows + kTileRows - 1) / kTileRows;
  const bool is_one = passes == 1 && w.cols <= kTileCols;  // a tile, of all bands
  WideTile tile;
  if (is_one) fill(tile, x, 0, x.rows, 0, w.cols);
  __m256i sums[kMostBandRows];
  for (; begin < end; begin += band) {
    const int rows = std::min(band, end - begin);
    for (int pass = 0; pass < passes; ++pass) {
      const int first = x.rows * pass / passes, n = x.rows * (pass + 1) / passes - first;
      for (int r = 0; r < rows; ++r) sums[r] = _mm256_setzero_si256();
      for (int c = 0; c < w.cols; c += kTileCols) {
        const int cols = std::min(kTileCols, w.cols - c);
        if (!is_one) fill(tile, x, first, n, c, cols);
        kAddDots[n - 1](tile, w, begin, rows, c, cols, sums);
      }
      put_dots(x, w, y, first, n, begin, rows, sums);
    }
  }
}

}  // namespace sotto::device::cpu::avx2
#endif
