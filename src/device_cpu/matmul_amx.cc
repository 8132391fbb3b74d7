#include "device_cpu/matmul_int_simd.h"

#ifdef SOTTO_X86
#include <immintrin.h>

#include <algorithm>
#include <memory>

#define SOTTO_LARGE_SECOND_CACHE
#define SOTTO_SIMD SOTTO_AMX
#define tile_zero(t) _tile_zero(t)
#define tile_load(t, from, stride) _tile_loadd(t, from, stride)
#define tile_dot_signed(sum, w, x) _tile_dpbssd(sum, w, x)
#define tile_dot_unsigned(sum, w, x) _tile_dpbusd(sum, w, x)
#define tile_store(t, to, stride) _tile_stored(t, to, stride)

namespace sotto::device::cpu::amx {
namespace {

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
alignas(64) constexpr TileConfig k32(32), k64(64);

// Tiles of 32 or 64 columns. Every thread has tiles of its own, and keeps none between products:
// the kernel saves them at each change of threads.
SOTTO_SIMD inline void tile_begin(int columns) { _tile_loadconfig(columns == 64 ? &k64 : &k32); }
SOTTO_SIMD inline void tile_end() { _tile_release(); }

void int8_rest(const QuantizedRows& x, const quant::Sym8View& w, const Output& y, int begin,
               int end) {
  avx512vnni::matmul_int8(x, w, y, begin, end);
}
template <int kBits>
void affine_rest(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
                 int end) {
  if constexpr (kBits == 8) avx512vnni::matmul_q8(x, w, y, begin, end);
  if constexpr (kBits == 6) avx512vnni::matmul_q6(x, w, y, begin, end);
  if constexpr (kBits == 4) avx512vnni::matmul_q4(x, w, y, begin, end);
}

}  // namespace

#include "device_cpu/matmul_amx.inc"

}  // namespace sotto::device::cpu::amx
#endif
