#include "audio/sample_ring.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace sotto::audio::sample_ring_test {
namespace {

TEST(SampleRing, ComesOutInOrderAndSilenceFillsTheRest) {
  SampleRing ring(4);
  const std::vector<float> in{1, 2, 3, 4, 5, 6};
  EXPECT_EQ(ring.push(in), 4u);
  std::vector<float> out(3, -1);
  EXPECT_EQ(ring.pop(out), 3u);
  EXPECT_EQ(out, (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(ring.push(std::span(in).subspan(4)), 2u);
  out.assign(5, -1);
  EXPECT_EQ(ring.pop(out), 3u);
  EXPECT_EQ(out, (std::vector<float>{4, 5, 6, 0, 0}));
}

TEST(SampleRing, DropTakesWhatWasPushedAndNothingElse) {
  SampleRing ring(8);
  ring.push(std::vector<float>{1, 2, 3});
  ring.drop();
  ring.push(std::vector<float>{4, 5});
  std::vector<float> out(4, -1);
  EXPECT_EQ(ring.pop(out), 2u);
  EXPECT_EQ(out, (std::vector<float>{4, 5, 0, 0}));
  ring.drop();
  EXPECT_EQ(ring.pop(out), 0u);
  EXPECT_EQ(ring.size(), 0u);
}

TEST(SampleRing, HeldItIsSilentAndKeepsWhatItHas) {
  SampleRing ring(8);
  ring.push(std::vector<float>{1, 2, 3});
  ring.hold(true);
  std::vector<float> out(2, -1);
  EXPECT_EQ(ring.pop(out), 0u);
  EXPECT_EQ(out, (std::vector<float>{0, 0}));
  ring.hold(false);
  EXPECT_EQ(ring.pop(out), 2u);
  EXPECT_EQ(out, (std::vector<float>{1, 2}));
  ring.hold(true);
  ring.drop();
  EXPECT_EQ(ring.pop(out), 0u);
  ring.hold(false);
  EXPECT_EQ(ring.pop(out), 0u);
}

TEST(SampleRing, TwoThreadsLoseNothing) {
  constexpr int kCount = 200000;
  SampleRing ring(97);
  std::thread writer([&] {
    for (int i = 0; i < kCount;) {
      const float value = static_cast<float>(i + 1);
      if (ring.push({&value, 1}) == 1) {
        ++i;
      } else {
        std::this_thread::yield();
      }
    }
  });
  std::vector<float> out(31);
  for (int next = 0; next < kCount;) {
    const size_t count = ring.pop(out);
    for (size_t i = 0; i < count; ++i) ASSERT_EQ(out[i], static_cast<float>(++next));
    if (count == 0) std::this_thread::yield();
  }
  writer.join();
}

}  // namespace
}  // namespace sotto::audio::sample_ring_test
