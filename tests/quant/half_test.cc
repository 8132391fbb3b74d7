#include "quant/half.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sotto::quant::half_test {
namespace {

// The value by its definition: sign, 5 bits of exponent, 10 of mantissa.
double binary16(int h) {
  const double sign = (h & 0x8000) != 0 ? -1.0 : 1.0;
  const int exponent = (h >> 10) & 31, mantissa = h & 1023;
  if (exponent == 31) return mantissa != 0 ? NAN : sign * INFINITY;
  if (exponent == 0) return sign * std::ldexp(mantissa, -24);
  return sign * std::ldexp(1024 + mantissa, exponent - 25);
}

TEST(Half, WidensEveryBinary16Exactly) {
  for (int h = 0; h < 0x10000; ++h) {
    const float got = from_f16(static_cast<uint16_t>(h));
    const double want = binary16(h);
    if (std::isnan(want)) {
      EXPECT_TRUE(std::isnan(got)) << h;
    } else {
      EXPECT_EQ(got, want) << h;
      EXPECT_EQ(std::signbit(got), std::signbit(want)) << h;
    }
  }
}

TEST(Half, EveryBinary16ComesBack) {
  for (int h = 0; h < 0x10000; ++h) {
    const float value = from_f16(static_cast<uint16_t>(h));
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(from_f16(to_f16(value)))) << h;
    } else {
      EXPECT_EQ(to_f16(value), h);
    }
  }
}

// Between two neighbours: halfway goes to the even one, a hair beside halfway to the nearer.
TEST(Half, NarrowingRoundsToNearestTiesToEven) {
  for (int h = 0; h < 0x7c00; ++h) {
    const double low = binary16(h);
    const double high = h == 0x7bff ? 65536.0 : binary16(h + 1);
    const auto middle = static_cast<float>((low + high) / 2);
    EXPECT_EQ(to_f16(middle), h % 2 == 0 ? h : h + 1);
    EXPECT_EQ(to_f16(std::nextafter(middle, 0.0f)), h);
    EXPECT_EQ(to_f16(std::nextafter(middle, INFINITY)), h + 1);
    EXPECT_EQ(to_f16(-middle), (h % 2 == 0 ? h : h + 1) | 0x8000);
  }
}

TEST(Half, LargeAndTinyNumbersSaturate) {
  EXPECT_EQ(to_f16(1e30f), 0x7c00);
  EXPECT_EQ(to_f16(-INFINITY), 0xfc00);
  EXPECT_EQ(to_f16(std::numeric_limits<float>::denorm_min()), 0);
  EXPECT_EQ(to_f16(-0.0f), 0x8000);
}

TEST(Half, BrainFloatsAreTheUpperHalf) {
  for (int h = 0; h < 0x10000; ++h) {
    const float value = from_bf16(static_cast<uint16_t>(h));
    EXPECT_EQ(std::bit_cast<uint32_t>(value), static_cast<uint32_t>(h) << 16);
    if (std::isnan(value)) {
      EXPECT_TRUE(std::isnan(from_bf16(to_bf16(value)))) << h;
    } else {
      EXPECT_EQ(to_bf16(value), h);
    }
  }
  const auto from_bits = [](uint32_t bits) { return to_bf16(std::bit_cast<float>(bits)); };
  EXPECT_EQ(from_bits(0x3f808000), 0x3f80);  // halfway, even below
  EXPECT_EQ(from_bits(0x3f818000), 0x3f82);  // halfway, even above
  EXPECT_EQ(from_bits(0x3f808001), 0x3f81);
  EXPECT_EQ(from_bits(0x7f7fffff), 0x7f80);  // the largest float rounds to infinity
  EXPECT_TRUE(std::isnan(from_bf16(from_bits(0x7f800001))));  // not to infinity
}

}  // namespace
}  // namespace sotto::quant::half_test
