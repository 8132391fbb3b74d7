// Products in tiles: 16 rows of w by up to 16 of x. w is a tile as it lies in memory, read with the
// stride of its rows; x is brought into the order of the other operand, four columns of 16 rows after
// the next four. Tests run the kernels with other `Tiles`, which are spelled out.
#pragma once

#include <algorithm>
#include <memory>

#include "device_cpu/intrinsics_x86.h"
#include "device_cpu/lanes_512.h"
#include "device_cpu/quantized_rows.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::amx {

// GCC 12 warns falsely inside its own AVX-512 headers.
#pragma GCC diagnostic push
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

using namespace avx512;  // of which it is more

// Operand of ldtilecfg. Tiles 0 to 3 are sums; 4 and 5 are w's, 16 rows; 6 and 7 are x's, with four
// columns to a row.
struct TileConfig {
  uint8_t palette = 1;
  uint8_t start_row = 0;
  uint8_t reserved[14] = {};
  uint16_t row_bytes[16] = {};
  uint8_t rows[16] = {};

  explicit constexpr TileConfig(int columns) {
    for (int t = 0; t < 8; ++t) {
      row_bytes[t] = static_cast<uint16_t>(t == 4 || t == 5 ? columns : 64);
      rows[t] = static_cast<uint8_t>(t < 6 ? 16 : columns / 4);
    }
  }
};
static_assert(sizeof(TileConfig) == 64);
alignas(64) inline constexpr TileConfig kTilesOf32(32), kTilesOf64(64);

// Instructions on tiles, whose numbers are part of them: written out, as the intrinsics want
// literals. Every thread has tiles of its own, and keeps none between products: the
// kernel saves them at each change of threads.
struct Tiles {
  static void begin(int columns) {
    const TileConfig& config = columns == 64 ? kTilesOf64 : kTilesOf32;
    asm volatile("ldtilecfg %0" ::"m"(config));
  }
  static void end() { asm volatile("tilerelease"); }
  template <int kTile>
  static void zero() {
    asm volatile("tilezero %%tmm%c0" ::"i"(kTile));
  }
  // Rows are `stride` bytes apart. A compiler does not know that this reads memory: publish() first
  // what was written.
  template <int kTile>
  static void load(const void* from, size_t stride) {
    asm volatile("tileloadd (%0,%1,1), %%tmm%c2" ::"r"(from), "r"(stride), "i"(kTile));
  }
  template <int kTile>
  static void store(void* to, size_t stride) {
    asm volatile("tilestored %%tmm%c2, (%0,%1,1)" ::"r"(to), "r"(stride), "i"(kTile) : "memory");
  }
  // kSum += kA times kB, bytes of which kB's are signed.
  template <int kSum, int kA, int kB>
  static void dot_signed() {
    asm volatile("tdpbssd %%tmm%c2, %%tmm%c1, %%tmm%c0" ::"i"(kSum), "i"(kA), "i"(kB));
  }
  template <int kSum, int kA, int kB>
  static void dot_unsigned() {
    asm volatile("tdpbusd %%tmm%c2, %%tmm%c1, %%tmm%c0" ::"i"(kSum), "i"(kA), "i"(kB));
  }
};

// Has in memory what was written to p.
inline void publish(const void* p) { asm volatile("" : : "r"(p) : "memory"); }

inline constexpr int kTileBytes = kTileRows * kTileCols;
inline constexpr int kPanelBytes = 131072;  // more than the first cache, less than the second

// Scales, or sums, of a tile of rows of x, a group after the other.
using PanelScales = float[kPanelBytes / kTileRows / 32][kTileRows];

// Packed rows of x. A thread keeps its own: 192 KiB are more than some stacks have (musl: 128).
struct PanelScratch {
  alignas(64) int8_t q[kPanelBytes];
  alignas(64) PanelScales scales[2], sums[2];  // of each tile
};

inline PanelScratch& panel_scratch() {
  thread_local const auto own = std::make_unique<PanelScratch>();
  return *own;
}

// One or two tiles of rows of x over all columns, in the thread's scratch.
struct Panel {
  int8_t* q = panel_scratch().q;
  int tiles;
  int steps;  // of 64 columns

  static int tiles_that_fit(const QuantizedRows& x) {
    return std::min(kPanelBytes / (kTileRows * x.stride()), 2);
  }

  // Rows that do not exist are zeros.
  Panel(const QuantizedRows& x, int first, int count)
      : tiles((count + kTileRows - 1) / kTileRows), steps(x.stride() / kTileCols) {
    static constexpr int8_t kZeros[kTileCols] = {};
    for (int i = 0; i < tiles * kTileRows; i += 4) {
      for (int s = 0; s < steps; ++s) {
        const int8_t* from[4];
        for (int k = 0; k < 4; ++k) {
          from[k] = i + k < count ? x.from(first + i + k, 1).q + s * kTileCols : kZeros;
        }
        pack(from, at(i / kTileRows, s) + 4 * (i % kTileRows));
      }
    }
    publish(q);
  }
  const int8_t* at(int tile, int step) const { return q + (tile * steps + step) * kTileBytes; }
  int8_t* at(int tile, int step) { return q + (tile * steps + step) * kTileBytes; }

 private:
  // 64 columns of four rows: 4 x 4 words at a time change rows and columns.
  static void pack(const int8_t* const (&from)[4], int8_t* to) {
    for (int c = 0; c < kTileCols; c += 16) {
      __m128i v[4];
      for (int k = 0; k < 4; ++k) {
        v[k] = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from[k] + c));
      }
      const __m128i a = _mm_unpacklo_epi32(v[0], v[1]), b = _mm_unpacklo_epi32(v[2], v[3]);
      const __m128i d = _mm_unpackhi_epi32(v[0], v[1]), e = _mm_unpackhi_epi32(v[2], v[3]);
      const __m128i words[4] = {_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b),
                                _mm_unpacklo_epi64(d, e), _mm_unpackhi_epi64(d, e)};
      for (int k = 0; k < 4; ++k, to += kTileCols) {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to), words[k]);
      }
    }
  }
};

#pragma GCC diagnostic pop

}  // namespace sotto::device::cpu::amx
#endif
