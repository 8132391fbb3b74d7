// int8 rows that meet many rows of x, by AVX-512 VNNI. Sixteen rows of w at a time are put beside
// each other, four columns of each, as they lie in an Int8PanelMatrix: then a vector of weights
// serves twelve sums, each of which holds sixteen numbers of y, and no sum goes across lanes. It
// pays from kManyRows on: 230 billion multiply-adds a second of one Zen 4 core instead of 110.
#pragma once

#include <algorithm>
#include <array>
#include <utility>

#include "device_cpu/lanes_512.h"
#include "device_cpu/matmul_int_simd.h"
#include "device_cpu/output_512.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx512vnni {

// GCC 12 warns falsely inside its own AVX-512 headers.
#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

using namespace avx512;  // of which it is more

inline constexpr int kManyRows = kTileRows * 3 / 4;
// Rows so far apart have one place in the first cache, which is eight lines deep: the lines of more
// than six would drive each other out.
inline constexpr int kWay = 4096;
inline constexpr int kPackedRows = 12;        // of x, whose sums fill the registers
inline constexpr int kMostPackedCols = 4096;  // what is packed has room in the second cache

// `count` rows of w, at most sixteen, and the last one again where there are fewer: bytes 128 more
// than they were.
SOTTO_AVX512VNNI void pack_rows(const int8_t* q, int cols, int count, uint8_t* to) {
  const __m512i sign = _mm512_set1_epi8(-128);
  for (int c = 0; c < cols; c += kTileCols) {
    prefetch<kTileRows * kTileCols>(q + kTileRows * (cols + c));
    const int left = cols - c;
    const __mmask64 there = left < kTileCols ? (uint64_t{1} << left) - 1 : ~uint64_t{0};
    __m512 v[kTileRows];
#pragma GCC unroll 16
    for (int r = 0; r < kTileRows; ++r) {
      const int8_t* row = q + std::min(r, count - 1) * cols + c;
      v[r] = _mm512_castsi512_ps(_mm512_maskz_loadu_epi8(there, row));
    }
    transpose(v);
#pragma GCC unroll 16
    for (int k = 0; k < kTileRows; ++k, to += kTileCols)
      _mm512_store_si512(to, _mm512_xor_si512(_mm512_castps_si512(v[k]), sign));
  }
}

// N rows of x from `first` on and `count` packed rows of w, the first of which is `row`.
template <int N>
SOTTO_AVX512VNNI void packed_tile(const QuantizedRows& x, int first, const quant::Sym8View& w,
                                  const uint8_t* packed, int row, int count, const Output& y) {
  const QuantizedRows own = x.from(first, N);
  const auto step = static_cast<size_t>(own.stride());
  __m512i sums[N];
#pragma GCC unroll 12
  for (int i = 0; i < N; ++i) sums[i] = _mm512_setzero_si512();
  for (int c = 0; c < w.cols; c += 4) {  // behind its end a row of x has zeros
    const __m512i weights = _mm512_load_si512(packed + c * kTileRows);
#pragma GCC unroll 12
    for (int i = 0; i < N; ++i) {
      int32_t four = 0;
      __builtin_memcpy(&four, own.q + static_cast<size_t>(i) * step + c, sizeof four);
      // _mm512_dpbusd_epi32, whose sums GCC 12 copies in each step.
      asm("vpdpbusd %2, %1, %0" : "+v"(sums[i]) : "v"(weights), "v"(_mm512_set1_epi32(four)));
    }
  }
  const __m512 scales = _mm512_maskz_loadu_ps(first_lanes(count), w.scales + row);
#pragma GCC unroll 12
  for (int i = 0; i < N; ++i) {
    const auto at = static_cast<size_t>(i) * static_cast<size_t>(own.group_stride());
    const __m512i exact = _mm512_sub_epi32(sums[i], _mm512_set1_epi32(own.sum128[at]));
    const __m512 scale = _mm512_mul_ps(scales, _mm512_set1_ps(own.scale[at]));
    put16(y, first + i, row, count, _mm512_mul_ps(scale, _mm512_cvtepi32_ps(exact)));
  }
}

using PackedTile = void (*)(const QuantizedRows& x, int first, const quant::Sym8View& w,
                            const uint8_t* packed, int row, int count, const Output& y);

// Number n - 1 is for n rows of x.
template <int... N>
constexpr std::array<PackedTile, sizeof...(N)> packed_tiles(std::integer_sequence<int, N...>) {
  return {packed_tile<N + 1>...};
}
inline constexpr auto kPackedTiles = packed_tiles(std::make_integer_sequence<int, kPackedRows>());

// Tiles of about as many rows each: few sums wait for one another (20 rows as 10 and 10, not as 12,
// 4 and 4).
SOTTO_AVX512VNNI void int8_many(const QuantizedRows& x, const quant::Sym8View& w, const Output& y,
                                int begin, int end) {
  const int most = x.stride() % kWay != 0 ? kPackedRows : kPackedRows / 2;
  const int tiles = (x.rows + most - 1) / most;
  alignas(64) uint8_t packed[kTileRows * kMostPackedCols];
  for (int row = begin; row < end; row += kTileRows) {
    const int count = std::min(kTileRows, end - row);
    pack_rows(w.q + static_cast<size_t>(row) * static_cast<size_t>(w.cols), w.cols, count, packed);
    for (int t = 0; t < tiles; ++t) {
      const int first = x.rows * t / tiles, some = x.rows * (t + 1) / tiles - first;
      kPackedTiles[static_cast<size_t>(some - 1)](x, first, w, packed, row, count, y);
    }
  }
}

#pragma GCC diagnostic pop

}  // namespace sotto::device::cpu::avx512vnni
#endif
