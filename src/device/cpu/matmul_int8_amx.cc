#include "device/cpu/matmul_int8_amx.h"

#include "device/cpu/matmul_int_simd.h"

#ifdef SOTTO_X86
#include <immintrin.h>

#define SOTTO_SIMD SOTTO_AMX
#define tile_zero(t) _tile_zero(t)
#define tile_load(t, from, stride) _tile_loadd(t, from, stride)
#define tile_dot(sum, w, x) _tile_dpbssd(sum, w, x)
#define tile_store(t, to, stride) _tile_stored(t, to, stride)

namespace sotto::device::cpu::amx {
namespace {

// What ldtilecfg reads: all eight tiles have 16 rows of 64 bytes.
struct TileConfig {
  uint8_t palette = 1;
  uint8_t start_row = 0;
  uint8_t reserved[14] = {};
  uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};
static_assert(sizeof(TileConfig) == 64);
alignas(64) constexpr TileConfig kConfig;

// Every thread has tiles of its own, and keeps none between products: the kernel saves them at each
// change of threads.
SOTTO_SIMD inline void tile_begin() { _tile_loadconfig(&kConfig); }
SOTTO_SIMD inline void tile_end() { _tile_release(); }

void matmul_rest(const QuantizedRows& x, const quant::Sym8View& w, const Output& y, int begin,
                 int end) {
  avx512vnni::matmul_int8(x, w, y, begin, end);
}

}  // namespace

#include "device/cpu/matmul_int8_amx.inc"

}  // namespace sotto::device::cpu::amx
#endif
