// Groups, of 16 rows of w at a time: whole dots are scaled and added up in the order of the groups,
// for one row of x as for several, so that the bits of a row do not depend on the rows beside it.
#pragma once

#include <algorithm>

#include "device_cpu/lanes_512.h"
#include "device_cpu/matmul_int_simd.h"
#include "device_cpu/output_512.h"
#include "device_cpu/unpack_256.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx512vnni {

// GCC 12 warns falsely inside its own AVX-512 headers.
#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

using namespace avx512;  // of which it is more

inline constexpr int kChunkCols = 1024;  // of 16 rows: unpacked they fit into the first cache
inline constexpr int kChunkGroups = kChunkCols / 32;

// How a group of kGroup columns fills tiles, or vectors of 64 columns.
template <int kGroup>
struct Tiling {
  static constexpr int kCols = kGroup < kTileCols ? kGroup : kTileCols;
  static constexpr int kSteps = kGroup / kCols;
  static constexpr int kGroups = kChunkCols / kGroup;  // in a chunk
};

// Up to 16 scales; zeros behind them.
SOTTO_AVX512VNNI inline __m512 load_scales(const quant::Scales& s, size_t at, int n) {
  const __m512 factor = _mm512_set1_ps(s.factor());
  if (const uint16_t* half = s.f16(); half != nullptr) {
    return _mm512_mul_ps(_mm512_cvtph_ps(_mm256_maskz_loadu_epi16(first_lanes(n), half + at)),
                         factor);
  }
  return _mm512_mul_ps(_mm512_maskz_loadu_ps(first_lanes(n), s.f32() + at), factor);
}

// Scales, or biases, of n <= 16 groups from g on, of 16 rows of w, of which `rows` exist: v[k] has
// a lane for each row.
SOTTO_AVX512VNNI inline void by_group(const quant::Scales& from, const quant::AffineView& w,
                                      int row, int rows, int g, int n, __m512 (&v)[kTileRows]) {
  const auto per_row = static_cast<size_t>(w.groups_per_row());
  for (int r = 0; r < kTileRows; ++r) {
    const size_t at = static_cast<size_t>(row + r) * per_row + static_cast<size_t>(g);
    v[r] = r < rows ? load_scales(from, at, n) : _mm512_setzero_ps();
  }
  transpose(v);
}

// `groups` groups from `group` on of 16 rows of w, of which `rows` exist.
template <int kBits, int kGroup>
struct Chunk {
  using T = Tiling<kGroup>;

  // A line more than a row: sixteen rows one below the other would meet in four places of the
  // cache.
  static constexpr int kRow = kChunkCols + 64;

  alignas(64) uint8_t q[kTileRows * kRow];
  alignas(64) float scales[kChunkGroups][kTileRows], biases[kChunkGroups][kTileRows];
  const uint8_t* values = nullptr;  // of a tile's first row; q or, where w has bytes, w itself
  size_t stride = 0;                // from a row to the next
  const uint8_t* next = nullptr;    // the bytes of the rows of w behind these
  int groups = 0;

  SOTTO_AVX512VNNI void fill(const quant::AffineView& w, int row, int rows, int group) {
    groups = std::min(T::kGroups, w.groups_per_row() - group);
    const auto row_bytes = static_cast<size_t>(w.words_per_row()) * 4;
    const uint8_t* from = reinterpret_cast<const uint8_t*>(w.packed) +
                          static_cast<size_t>(row) * row_bytes +
                          static_cast<size_t>(group) * kGroup * kBits / 8;
    next = from + kTileRows * row_bytes;
    if (kBits == 8 && rows == kTileRows) {
      values = from;
      stride = row_bytes;
    } else {
      values = q;
      stride = kRow;
      for (int r = 0; r < rows; ++r) unpack_row(from + static_cast<size_t>(r) * row_bytes, r);
      // GCC 12 does not know that loading a tile reads memory.
      __asm__ volatile("" : : "r"(q) : "memory");
    }
    for (int g = 0; g < groups; g += 16) {
      const int n = std::min(16, groups - g);
      __m512 s[kTileRows], b[kTileRows];
      by_group(w.scales, w, row, rows, group + g, n, s);
      by_group(w.biases, w, row, rows, group + g, n, b);
      for (int k = 0; k < n; ++k) {
        _mm512_store_ps(scales[g + k], s[k]);
        _mm512_store_ps(biases[g + k], b[k]);
      }
    }
  }

 private:
  SOTTO_AVX512VNNI void unpack_row(const uint8_t* from, int r) {
    uint8_t* to = q + r * kRow;
    for (int g = 0; g < groups; ++g) {
      const avx2::Values<kGroup / 32> values =
          avx2::unpack<kBits, kGroup>(from + g * kGroup * kBits / 8);
      for (int k = 0; k < kGroup / 32; ++k) {
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + g * kGroup + 32 * k), values.v[k]);
      }
    }
  }
};

// One row of x: w is read row by row, as memory likes it best, and 16 rows' dots are transposed
// at once.

// The sums of the eight lanes of each of eight vectors.
SOTTO_AVX512VNNI inline __m256i sums_of_lanes(const __m256i (&v)[8]) {
  __m256i pairs[4], fours[2];
  for (int k = 0; k < 4; ++k) {
    pairs[k] = _mm256_add_epi32(_mm256_unpacklo_epi32(v[2 * k], v[2 * k + 1]),
                                _mm256_unpackhi_epi32(v[2 * k], v[2 * k + 1]));
  }
  for (int k = 0; k < 2; ++k) {
    fours[k] = _mm256_add_epi32(_mm256_unpacklo_epi64(pairs[2 * k], pairs[2 * k + 1]),
                                _mm256_unpackhi_epi64(pairs[2 * k], pairs[2 * k + 1]));
  }
  return _mm256_add_epi32(_mm256_permute2x128_si256(fours[0], fours[1], 0x20),
                          _mm256_permute2x128_si256(fours[0], fours[1], 0x31));
}

// Dot products of n <= 8 groups of a row of w and of x.
template <int kBits, int kGroup>
SOTTO_AVX512VNNI inline __attribute__((always_inline)) __m256i dots_of_row(const uint8_t* w,
                                                                           const int8_t* x, int n) {
  __m256i dots[8];
  for (int g = 0; g < 8; ++g) {
    dots[g] = _mm256_setzero_si256();
    if (g >= n) continue;
    const uint8_t* from = w + g * kGroup * kBits / 8;
    avx2::prefetch_ahead<avx2::Fetch::to_second_cache>(from);
    const avx2::Values<kGroup / 32> values = avx2::unpack<kBits, kGroup>(from);
    for (int k = 0; k < kGroup / 32; ++k) {
      const __m256i xk =
          _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x + g * kGroup + 32 * k));
      dots[g] = _mm256_dpbusd_epi32(dots[g], values.v[k], xk);
    }
  }
  return sums_of_lanes(dots);
}

// The dots of `groups` <= 16 groups of 16 rows of w, of which `rows` exist: v[g] has a lane for
// each row.
template <int kBits, int kGroup>
SOTTO_AVX512VNNI inline void dots_of_rows(const uint8_t* w, size_t row_bytes, const int8_t* x,
                                          int rows, int groups, __m512 (&v)[kTileRows]) {
  constexpr int kHalf = 8 * kGroup;
  for (int r = 0; r < kTileRows; ++r, w += row_bytes) {
    v[r] = _mm512_setzero_ps();
    if (r >= rows) continue;
    const __m256i low = groups >= 8 ? dots_of_row<kBits, kGroup>(w, x, 8)
                                    : dots_of_row<kBits, kGroup>(w, x, groups);
    __m256i high = _mm256_setzero_si256();
    if (groups == 16) {
      high = dots_of_row<kBits, kGroup>(w + kHalf * kBits / 8, x + kHalf, 8);
    } else if (groups > 8) {
      high = dots_of_row<kBits, kGroup>(w + kHalf * kBits / 8, x + kHalf, groups - 8);
    }
    v[r] = _mm512_castsi512_ps(_mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1));
  }
  transpose(v);
}

template <int kBits, int kGroup>
SOTTO_AVX512VNNI void affine_row(const QuantizedRows& x, const quant::AffineView& w,
                                 const Output& y, int begin, int end) {
  const auto row_bytes = static_cast<size_t>(w.words_per_row()) * 4;
  const int groups = w.groups_per_row();
  for (int row = begin; row < end; row += kTileRows) {
    const int rows = std::min(kTileRows, end - row);
    const uint8_t* values =
        reinterpret_cast<const uint8_t*>(w.packed) + static_cast<size_t>(row) * row_bytes;
    __m512 acc = _mm512_setzero_ps();
    for (int g = 0; g < groups; g += 16) {
      const int n = std::min(16, groups - g);
      __m512 dots[kTileRows], scales[kTileRows], biases[kTileRows];
      dots_of_rows<kBits, kGroup>(values + g * kGroup * kBits / 8, row_bytes, x.q + g * kGroup,
                                  rows, n, dots);
      by_group(w.scales, w, row, rows, g, n, scales);
      by_group(w.biases, w, row, rows, g, n, biases);
      for (int k = 0; k < n; ++k) {
        const __m512 scale = _mm512_mul_ps(scales[k], _mm512_set1_ps(x.scale[g + k]));
        acc = _mm512_fmadd_ps(biases[k], _mm512_set1_ps(x.sum[g + k]), acc);
        acc = _mm512_fmadd_ps(_mm512_cvtepi32_ps(_mm512_castps_si512(dots[k])), scale, acc);
      }
    }
    put16(y, 0, row, rows, acc);
  }
}

#pragma GCC diagnostic pop

}  // namespace sotto::device::cpu::avx512vnni
#endif
