// Sums of int8 rows are exact and are scaled in one way: every variant gives the bits of the
// portable one, at shapes that fill AMX's tiles, leave some over or do not fit in. Where there is
// no AMX, its source runs on tiles spelled out; that proves its logic, not the instructions.
#include "device/cpu/matmul_checks.h"
#include "device/cpu/variant_test.h"

#ifdef SOTTO_X86
#include <immintrin.h>

#include "device/cpu/matmul_int8_amx.h"

namespace sotto::device::cpu::amx_emulated {
namespace {

struct Tile {
  uint8_t bytes[16][64];
};
thread_local Tile tiles[8];
thread_local bool configured = false;

void tile_begin() { configured = true; }
void tile_end() { configured = false; }
void tile_zero(int t) { tiles[t] = {}; }
void tile_load(int t, const void* from, size_t stride) {
  for (size_t r = 0; r < 16; ++r) {
    __builtin_memcpy(tiles[t].bytes[r], static_cast<const uint8_t*>(from) + r * stride, 64);
  }
}
void tile_store(int t, void* to, size_t stride) {
  for (size_t r = 0; r < 16; ++r) {
    __builtin_memcpy(static_cast<uint8_t*>(to) + r * stride, tiles[t].bytes[r], 64);
  }
}
// Lane n of row m: + the products of four signed bytes k of a's row m, and of b's row k / 4.
void tile_dot(int sum, int a, int b) {
  EXPECT_TRUE(configured);
  for (int m = 0; m < 16; ++m) {
    for (int n = 0; n < 16; ++n) {
      int32_t lane;
      __builtin_memcpy(&lane, &tiles[sum].bytes[m][4 * n], 4);
      for (int k = 0; k < 64; ++k) {
        lane += static_cast<int8_t>(tiles[a].bytes[m][k]) *
                static_cast<int8_t>(tiles[b].bytes[k / 4][4 * n + k % 4]);
      }
      __builtin_memcpy(&tiles[sum].bytes[m][4 * n], &lane, 4);
    }
  }
}
void matmul_rest(const QuantizedRows& x, const quant::Sym8View& w, const Output& y, int begin,
                 int end) {
  matmul_int8_variants().front().fn(x, w, y, begin, end);
}

#define SOTTO_SIMD
#include "device/cpu/matmul_int8_amx.inc"

}  // namespace
}  // namespace sotto::device::cpu::amx_emulated
#endif

namespace sotto::device::cpu::testing {
namespace {

void expect_the_bits_of_the_portable_one(MatmulSym8 fn, int n, int rows, int cols) {
  SCOPED_TRACE(::testing::Message() << n << " x " << cols << " times " << rows << " rows");
  CaseInt8 c(n, rows, cols, static_cast<unsigned>(rows * 7919 + cols));
  const auto compare = [&](int begin, int end) {
    for (const Epilogue epilogue : {Epilogue::none, Epilogue::add}) {
      std::vector<float> expected(c.y.size(), 1.0f);
      c.y = expected;
      const Tensor into{expected.data(), n, rows};
      matmul_int8_variants().front().fn(c.x.rows, c.view(), {into, c.bias.data(), epilogue}, begin,
                                        end);
      fn(c.x.rows, c.view(), {c.out(), c.bias.data(), epilogue}, begin, end);
      EXPECT_EQ(c.y, expected) << "rows " << begin << " to " << end;
    }
  };
  compare(0, rows);
  if (rows > 3) compare(1, rows - 1);
}

void check_bits(MatmulSym8 fn) {
  for (const int n : {1, 7, 8, 16, 17, 33, 50}) {
    for (const int rows : {15, 16, 31, 32, 33, 50}) {
      for (const int cols : {1, 63, 64, 100, 256}) {
        expect_the_bits_of_the_portable_one(fn, n, rows, cols);
      }
    }
  }
  // 32, 16 and no rows of x in the panel.
  for (const int cols : {4096, 8192, 8200}) expect_the_bits_of_the_portable_one(fn, 18, 34, cols);
}

class MatmulInt8Bits : public VariantTest<MatmulSym8> {};

TEST_P(MatmulInt8Bits, AreThoseOfThePortableOne) { check_bits(GetParam().fn); }

INSTANTIATE_TEST_SUITE_P(Cpu, MatmulInt8Bits, ::testing::ValuesIn(matmul_int8_variants()),
                         VariantName());

#ifdef SOTTO_X86
TEST(EmulatedAmx, MatmulInt8) {
  check_bits(amx_emulated::matmul_int8);
  check_int8_against_double(amx_emulated::matmul_int8);
}

// Whole rows of the largest products there are, as long as the panel takes.
TEST(EmulatedAmx, MatmulInt8Extremes) {
  for (const int w : {-128, 127}) {
    for (const int x : {-127, 127}) {
      CaseInt8 c(8, 16, 8192, 1);
      std::fill(c.q.begin(), c.q.end(), static_cast<int8_t>(w));
      std::fill(c.x.natural.begin(), c.x.natural.end(), static_cast<int8_t>(x));
      c.x.fill();
      amx_emulated::matmul_int8(c.x.rows, c.view(), {c.out(), c.bias.data()}, 0, c.rows);
      c.expect_exact();
    }
  }
}
#endif

}  // namespace
}  // namespace sotto::device::cpu::testing
