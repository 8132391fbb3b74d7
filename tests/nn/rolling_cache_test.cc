#include "nn/rolling_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "device/cpu/backend.h"
#include "nn/rotary.h"

namespace sotto::nn {
namespace {

// Positions are numbered; what each sees must be its own and those before it, as far as the context
// goes, however many come at once.
TEST(RollingCache, EachPositionSeesItselfAndThoseBeforeIt) {
  std::mt19937 random(1);
  for (const int context : {0, 1, 2, 7, 40}) {
    for (const int most : {1, 3, 16, 100}) {
      SCOPED_TRACE(testing::Message() << "context " << context << ", up to " << most);
      RollingCache cache;
      for (int use = 0; use < 2; ++use) {
        cache.clear(2, context);
        int position = 0;
        for (int call = 0; call < 60; ++call) {
          const int rows = std::uniform_int_distribution(1, most)(random);
          const KeysValues now = cache.append(rows);
          for (int i = 0; i < rows; ++i) {
            for (int c = 0; c < 2; ++c) {
              now.k.row(i)[static_cast<size_t>(c)] = static_cast<float>(2 * (position + i) + c);
              now.v.row(i)[static_cast<size_t>(c)] = -static_cast<float>(2 * (position + i) + c);
            }
          }
          const KeysValues all = cache.all();
          for (int i = 0; i < rows; ++i) {
            const device::Seen seen = cache.seen(i, rows);
            const int sees = context == 0 ? position + i + 1 : std::min(context, position + i + 1);
            ASSERT_EQ(seen.count, sees);
            for (int j = 0; j < seen.count; ++j) {
              const auto expected = static_cast<float>(2 * (position + i - sees + 1 + j));
              ASSERT_EQ(all.k.row(seen.row(j))[0], expected);
              ASSERT_EQ(all.v.row(seen.row(j))[1], -expected - 1);
            }
          }
          position += rows;
        }
        // With a context, memory does not grow with the stream.
        if (context > 0) {
          EXPECT_LE(cache.rows(), 3 * context + 4 * most);
        }
      }
    }
  }
}

TEST(RollingCache, ReservedRowsStayWhereTheyAre) {
  RollingCache cache;
  cache.clear(3, 0);
  cache.append(4);
  cache.reserve(100);
  const float* const k = cache.all().k.data;
  for (int i = 0; i < 100; ++i) cache.append(1);
  EXPECT_EQ(cache.all().k.data, k);
}

TEST(RollingCache, ACopyGoesOnByItself) {
  RollingCache cache;
  cache.clear(1, 0);
  cache.append(1).k.data[0] = 1;
  RollingCache copy = cache;
  cache.append(1).k.data[0] = 2;
  copy.append(1).k.data[0] = 3;
  EXPECT_EQ(cache.all().k.data[1], 2);
  EXPECT_EQ(copy.all().k.data[0], 1);
  EXPECT_EQ(copy.all().k.data[1], 3);
}

TEST(Rotary, TurnsAdjacentPairsByTheirPosition) {
  const auto d = (*device::cpu::open_backend(1, ""))->open();
  constexpr int kHeads = 2, kSize = 6, kFirst = 5000;
  const device::Tensor angles = rotary_angles(*d, kFirst, 3, kSize, 100.0);
  std::vector<float> x(kHeads * kSize), y(x.size());
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i) - 4;
  for (int r = 0; r < 3; ++r) {
    rotate(x.data(), angles.row(r).data(), kHeads, kSize, y.data());
    for (size_t i = 0; i < x.size(); i += 2) {
      const double angle = (kFirst + r) * std::pow(100.0, -double(i % kSize) / kSize);
      const double a = x[i], b = x[i + 1];
      EXPECT_NEAR(double{y[i]}, a * std::cos(angle) - b * std::sin(angle), 12 * 0x1p-23);
      EXPECT_NEAR(double{y[i + 1]}, a * std::sin(angle) + b * std::cos(angle), 12 * 0x1p-23);
    }
  }
  // In place, and nothing at position 0.
  std::vector<float> same = x;
  rotate(same.data(), rotary_angles(*d, 0, 1, kSize, 100.0).data, kHeads, kSize, same.data());
  EXPECT_EQ(same, x);
}

}  // namespace
}  // namespace sotto::nn
