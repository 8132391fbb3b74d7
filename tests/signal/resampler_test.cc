#include "signal/resampler.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sotto::signal::resampler_test {
namespace {

std::vector<float> sine(int rate_hz, int count, double hz = 440) {
  std::vector<float> samples(static_cast<size_t>(count));
  for (int i = 0; i < count; ++i) {
    samples[static_cast<size_t>(i)] =
        static_cast<float>(0.5 * std::sin(2 * std::numbers::pi * hz * i / rate_hz));
  }
  return samples;
}

std::vector<float> resample(Resampler& resampler, std::span<const float> in, size_t piece) {
  std::vector<float> out;
  for (; !in.empty(); in = in.subspan(std::min(piece, in.size()))) {
    const auto ready = resampler.process(in.first(std::min(piece, in.size())));
    EXPECT_TRUE(ready);
    out.insert(out.end(), ready->begin(), ready->end());
  }
  const auto rest = resampler.flush();
  EXPECT_TRUE(rest);
  out.insert(out.end(), rest->begin(), rest->end());
  return out;
}

TEST(Resampler, KeepsTheToneAndItsLength) {
  for (const int from : {8000, 16000, 22050, 44100, 48000, 96000}) {
    SCOPED_TRACE(from);
    auto resampler = Resampler::create(from, 24000);
    ASSERT_TRUE(resampler);
    const auto out = resample(*resampler, sine(from, from), 1000);
    ASSERT_NEAR(static_cast<double>(out.size()), 24000, 1);
    const auto expected = sine(24000, 24000);
    // Away from the ends, where the filter sees the silence around the tone. SOXR_HQ keeps 20 bits
    // in its passband; a tenth of that is asked for.
    for (size_t i = 2400; i < 21600; ++i) ASSERT_NEAR(out[i], expected[i], 1e-4) << i;
  }
}

TEST(Resampler, ChunkBordersLeaveNoTrace) {
  auto resampler = Resampler::create(22050, 48000);
  ASSERT_TRUE(resampler);
  const auto in = sine(22050, 5000);
  const auto whole = resample(*resampler, in, in.size());
  for (const size_t piece : {1, 7, 333}) {
    EXPECT_EQ(resample(*resampler, in, piece), whole) << piece;  // also: a flush starts afresh
  }
}

TEST(Resampler, AVeryShortUtteranceIsNotLost) {
  auto resampler = Resampler::create(24000, 48000);
  ASSERT_TRUE(resampler);
  EXPECT_EQ(resample(*resampler, sine(24000, 1), 1).size(), 2u);
  EXPECT_EQ(resampler->flush()->size(), 0u);
}

TEST(Resampler, EqualRatesPassUnchanged) {
  auto resampler = Resampler::create(24000, 24000);
  ASSERT_TRUE(resampler);
  const auto in = sine(24000, 100);
  EXPECT_EQ(resample(*resampler, in, 30), in);
}

TEST(Resampler, RefusesRatesThatAreNone) {
  for (const int rate : {-1, 0, 999, 768001}) {
    EXPECT_FALSE(Resampler::create(rate, 48000)) << rate;
    EXPECT_FALSE(Resampler::create(48000, rate)) << rate;
  }
}

}  // namespace
}  // namespace sotto::signal::resampler_test
