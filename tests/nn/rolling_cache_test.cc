#include "nn/rolling_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "device_cpu/backend.h"
#include "nn/rotary.h"

namespace sotto::nn::rolling_cache_test {
namespace {

std::unique_ptr<device::Device> open_device() {
  return (*device::cpu::open_backend(1, ""))->open();
}

// Positions are numbered; what each sees must be its own and those before it, as far as the context
// goes, however many come at once.
TEST(RollingCache, EachPositionSeesItselfAndThoseBeforeIt) {
  const auto d = open_device();
  std::mt19937 random(1);
  for (const int context : {0, 1, 2, 7, 40}) {
    for (const int most : {1, 3, 16, 100}) {
      SCOPED_TRACE(::testing::Message() << "context " << context << ", up to " << most);
      for (int use = 0; use < 2; ++use) {
        RollingCache cache(*d, 2, context, 1);
        int position = 0;
        for (int call = 0; call < 60; ++call) {
          const int rows = std::uniform_int_distribution(1, most)(random);
          const KeysValues now = cache.append(rows);
          std::vector<float> numbers(static_cast<size_t>(2 * rows));
          std::iota(numbers.begin(), numbers.end(), static_cast<float>(2 * position));
          d->upload(numbers, now.k);
          for (float& x : numbers) x = -x;
          d->upload(numbers, now.v);
          const auto k = d->read(cache.all().k), v = d->read(cache.all().v);
          for (int i = 0; i < rows; ++i) {
            const device::VisibleKeys seen = cache.seen(i, rows);
            const int sees = context == 0 ? position + i + 1 : std::min(context, position + i + 1);
            ASSERT_EQ(seen.count, sees);
            for (int j = 0; j < seen.count; ++j) {
              const auto expected = static_cast<float>(2 * (position + i - sees + 1 + j));
              const auto row = static_cast<size_t>(2 * seen.row(j));
              ASSERT_EQ(k[row], expected);
              ASSERT_EQ(v[row + 1], -expected - 1);
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
  const auto d = open_device();
  RollingCache cache(*d, 3, 0, 1);
  cache.append(4);
  cache.reserve(100);
  const float* const k = d->read(cache.all().k).data();
  for (int i = 0; i < 100; ++i) cache.append(1);
  EXPECT_EQ(d->read(cache.all().k).data(), k);
}

TEST(Rotary, TurnsAdjacentPairsByTheirPosition) {
  const auto d = open_device();
  constexpr int kHeads = 2, kSize = 6, kFirst = 5000, kRows = 3;
  std::vector<float> room, x(kRows * kHeads * kSize);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i % 12) - 4;
  const device::Tensor turned = d->upload(x, kRows, kHeads * kSize);
  d->rotate(turned, rotary_angles(*d, kFirst, kRows, kSize, {.period = 100.0}, room),
            device::Pairs::adjacent);
  const auto y = d->read(turned);
  for (size_t i = 0; i < x.size(); i += 2) {
    const size_t row = i / (kHeads * kSize);
    const double position = kFirst + static_cast<double>(row);
    const double angle = position * std::pow(100.0, -double(i % kSize) / kSize);
    const double a = x[i], b = x[i + 1];
    EXPECT_NEAR(double{y[i]}, a * std::cos(angle) - b * std::sin(angle), 12 * 0x1p-23);
    EXPECT_NEAR(double{y[i + 1]}, a * std::sin(angle) + b * std::cos(angle), 12 * 0x1p-23);
  }
  // Nothing at position 0.
  const device::Tensor same = d->upload(std::span(x).first(kHeads * kSize), 1, kHeads * kSize);
  d->rotate(same, rotary_angles(*d, 0, 1, kSize, {.period = 100.0}, room), device::Pairs::adjacent);
  EXPECT_TRUE(std::ranges::equal(d->read(same), std::span(x).first(kHeads * kSize)));
}

}  // namespace
}  // namespace sotto::nn::rolling_cache_test
