#include "base/large_pages.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

namespace sotto::testing::large_pages_test {
namespace {

TEST(LargePagesOfWeights, LieSideBySideOnBoundaries) {
  LargePages pages;
  const auto a = pages.take(65), b = pages.take(0), c = pages.take(64);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(a.get()) % 64, 0u);
  EXPECT_EQ(b.get() - a.get(), 128);
  EXPECT_EQ(c.get() - b.get(), 64);
}

TEST(LargePagesOfWeights, OutliveWhatTheyCameFrom) {
  std::shared_ptr<std::byte> kept;
  {
    LargePages pages;
    const auto gone = pages.take(1000);
    kept = pages.take(1000);
    std::fill_n(kept.get(), 1000, std::byte{7});
  }
  EXPECT_TRUE(std::all_of(kept.get(), kept.get() + 1000, [](auto b) { return b == std::byte{7}; }));
}

TEST(LargePagesOfWeights, TakeWhatWasGivenBackLast) {
  LargePages pages;
  const auto first = pages.take(100);
  auto second = pages.take(5000);
  const std::byte* const place = second.get();
  second.reset();
  EXPECT_EQ(pages.take(70).get(), place);
}

TEST(LargePagesOfWeights, HaveRoomForMoreThanAChunk) {
  LargePages pages;
  const size_t large = size_t{40} << 20;
  const auto small = pages.take(1), all = pages.take(large), more = pages.take(large);
  all.get()[0] = all.get()[large - 1] = more.get()[large - 1] = std::byte{1};
  EXPECT_TRUE(all.get() + large <= more.get() || more.get() + large <= all.get());
}

TEST(LargePagesOfWeights, AreTakenByManyThreads) {
  LargePages pages;
  std::vector<std::vector<std::shared_ptr<std::byte>>> taken(4);
  std::vector<std::thread> threads;
  for (auto& own : taken)
    threads.emplace_back([&own, &pages] {
      for (int i = 0; i < 200; ++i) own.push_back(pages.take(64));
    });
  for (std::thread& thread : threads) thread.join();
  std::vector<const std::byte*> places;
  for (const auto& own : taken)
    for (const auto& each : own) places.push_back(each.get());
  std::ranges::sort(places);
  EXPECT_EQ(std::ranges::adjacent_find(places), places.end());
}

}  // namespace
}  // namespace sotto::testing::large_pages_test
