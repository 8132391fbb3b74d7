#include "audio/samples.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sotto::audio::samples_test {
namespace {

TEST(Samples, SixteenBitsSurviveTheWayThroughFloat) {
  for (int s = -32768; s <= 32767; ++s) {
    ASSERT_EQ(to_s16(from_s16(static_cast<int16_t>(s))), s);
  }
}

TEST(Samples, RoundsToTheNearest) {
  EXPECT_EQ(to_s16(0.6f / 32768), 1);
  EXPECT_EQ(to_s16(-0.6f / 32768), -1);
  EXPECT_EQ(to_s16(0.4f / 32768), 0);
}

TEST(Samples, ClampsWhatIsTooLoudAndSilencesWhatIsNoNumber) {
  const float infinity = std::numeric_limits<float>::infinity();
  for (const float loud : {1.0f, 1.5f, 1e30f, infinity}) {
    EXPECT_EQ(to_s16(loud), 32767) << loud;
    EXPECT_EQ(to_s16(-loud), -32768) << loud;
  }
  EXPECT_EQ(to_s16(std::nanf("")), 0);
}

}  // namespace
}  // namespace sotto::audio::samples_test
