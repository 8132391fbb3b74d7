// Runs the source of the AMX kernels on any processor: tiles are spelled out, and SIMDe defines the
// intrinsics of AVX-512 in terms of what there is. This proves their logic, not the instructions;
// where the processor has them, the tests of the families run the real ones.
#define SIMDE_ENABLE_NATIVE_ALIASES
#include <simde/x86/avx512.h>
//
#include <pthread.h>
#include <simde/x86/f16c.h>

#include <functional>
#include <memory>

#include "device_cpu/matmul_checks.h"

#ifdef SOTTO_X86
#include "device_cpu/avx512_emulation.h"
#include "device_cpu/matmul_int_simd.h"

// Names of their own: the library has the real ones under the others.
#define avx2 avx2_of_tiles
#define avx512 avx512_of_tiles
#define avx512vnni avx512vnni_of_tiles
#define amx amx_emulated
#include "device_cpu/amx_affine.h"
#include "device_cpu/amx_int8.h"
#undef avx2
#undef avx512
#undef avx512vnni
#undef amx

namespace sotto::device::cpu::testing {
namespace {

struct Tile {
  uint8_t bytes[16][64];
};
thread_local Tile tiles[8];
thread_local int columns = 0;  // of a tile of w; 0: not configured

int row_bytes(int t) { return t == 4 || t == 5 ? columns : 64; }
int rows(int t) { return t < 6 ? 16 : columns / 4; }

// Lane n of row m: + the products of each byte k of a's row m, and of b's row k / 4.
template <class W>
void tile_dot(int sum, int a, int b) {
  EXPECT_GT(columns, 0);
  for (int m = 0; m < 16; ++m) {
    for (int n = 0; n < 16; ++n) {
      int32_t lane;
      __builtin_memcpy(&lane, &tiles[sum].bytes[m][4 * n], 4);
      for (int k = 0; k < columns; ++k) {
        lane += static_cast<W>(tiles[a].bytes[m][k]) *
                static_cast<int8_t>(tiles[b].bytes[k / 4][4 * n + k % 4]);
      }
      __builtin_memcpy(&tiles[sum].bytes[m][4 * n], &lane, 4);
    }
  }
}

struct SpelledOut {
  static void begin(int of_w) { columns = of_w; }
  static void end() { columns = 0; }
  template <int kTile>
  static void zero() {
    tiles[kTile] = {};
  }
  template <int kTile>
  static void load(const void* from, size_t stride) {
    for (int r = 0; r < rows(kTile); ++r) {
      __builtin_memcpy(tiles[kTile].bytes[r],
                       static_cast<const uint8_t*>(from) + size_t(r) * stride,
                       size_t(row_bytes(kTile)));
    }
  }
  template <int kTile>
  static void store(void* to, size_t stride) {
    for (int r = 0; r < rows(kTile); ++r) {
      __builtin_memcpy(static_cast<uint8_t*>(to) + size_t(r) * stride, tiles[kTile].bytes[r],
                       size_t(row_bytes(kTile)));
    }
  }
  template <int kSum, int kA, int kB>
  static void dot_signed() {
    tile_dot<int8_t>(kSum, kA, kB);
  }
  template <int kSum, int kA, int kB>
  static void dot_unsigned() {
    tile_dot<uint8_t>(kSum, kA, kB);
  }
};

void matmul_int8(const QuantizedRows& x, const quant::Sym8View& w, const Output& y, int begin,
                 int end) {
  amx_emulated::int8<SpelledOut>(matmul_int8_variants().front().fn, x, w, y, begin, end);
}
template <int kBits>
void affine(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
            int end) {
  // The portable one is for all bits.
  amx_emulated::affine<SpelledOut, kBits>(matmul_q8_variants().front().fn, x, w, y, begin, end);
}

TEST(EmulatedAmx, MatmulOfGroups) {
  const std::pair<int, MatmulAffine> kernels[] = {{8, affine<8>}, {6, affine<6>}, {4, affine<4>}};
  for (const auto& [bits, fn] : kernels) {
    SCOPED_TRACE(bits);
    check_affine_against_double(fn, bits);
    check_affine_extremes(fn, bits);
    check_affine_epilogues(fn, bits);
    check_affine_order(fn, bits);
  }
}

TEST(EmulatedAmx, MatmulInt8) {
  check_int8_bits(matmul_int8);
  check_int8_against_double(matmul_int8);
  check_int8_epilogues(matmul_int8);
}

// Whole rows of the largest products there are, as long as the panel takes.
TEST(EmulatedAmx, MatmulInt8Extremes) {
  for (const int w : {-128, 127}) {
    for (const int x : {-127, 127}) {
      CaseInt8 c(8, 16, 8192, 1);
      std::fill(c.q.begin(), c.q.end(), static_cast<int8_t>(w));
      std::fill(c.x.natural.begin(), c.x.natural.end(), static_cast<int8_t>(x));
      c.x.fill();
      matmul_int8(c.x.rows, c.view(), {c.out(), c.bias.data()}, 0, c.rows);
      c.expect_exact();
    }
  }
}

// A stack as threads have it under musl.
TEST(EmulatedAmx, TakesLittleOfAStack) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer's frames are larger";
#endif
  CaseInt8 c(32, 32, 256, 1);
  CaseAffine groups(32, 32, 256, 32, 8, 2);
  std::function<void()> multiply = [&] {
    matmul_int8(c.x.rows, c.view(), {c.out(), c.bias.data()}, 0, c.rows);
    affine<8>(groups.x.rows, groups.view(false), {groups.out(), nullptr}, 0, groups.rows);
  };
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, 128 << 10), 0);
  pthread_t thread;
  ASSERT_EQ(pthread_create(
                &thread, &attributes,
                [](void* run) -> void* {
                  (*static_cast<std::function<void()>*>(run))();
                  return nullptr;
                },
                &multiply),
            0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  c.expect_exact();
}

}  // namespace
}  // namespace sotto::device::cpu::testing
#endif
