#include "signal/spectrogram.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

#include "signal/noise.h"
#include "signal/reflect_pad.h"
#include "signal/stft.h"

namespace sotto::signal::spectrogram_test {
namespace {

TEST(Spectrogram, IsTheDirectSumOfEachFrame) {
  const auto x = testing::noise(3000);
  // Speech encoders' sizes, a power of two that is filled up, and one with a large prime factor.
  const SpectrogramOptions kCases[] = {{.window = 400, .hop = 160, .fft_size = 400},
                                       {.window = 400, .hop = 160, .fft_size = 512},
                                       {.window = 1920, .hop = 480, .fft_size = 1920},
                                       {.window = 101, .hop = 100, .fft_size = 202}};
  for (const SpectrogramOptions& o : kCases) {
    SCOPED_TRACE(o.fft_size);
    const Spectrogram s = spectrogram(x, 16000, o);
    ASSERT_EQ(s.bins, static_cast<size_t>(o.fft_size / 2 + 1));
    ASSERT_EQ(s.power.size(), s.frames * s.bins);
    for (const size_t frame : {size_t{0}, s.frames - 1}) {  // the last one is not full
      for (size_t bin = 0; bin < s.bins; bin += 7) {
        std::complex<double> sum = 0;
        for (size_t n = 0; n < o.window && frame * o.hop + n < x.size(); ++n) {
          const double turn = 2 * std::numbers::pi * static_cast<double>(n);
          const double window = 0.5 - 0.5 * std::cos(turn / static_cast<double>(o.window));
          sum += std::polar(window * double{x[frame * o.hop + n]},
                            -turn * static_cast<double>(bin) / o.fft_size);
        }
        // Single precision: measured, 5e-6 of magnitudes of up to 30.
        EXPECT_NEAR(std::sqrt(s.frame(frame)[bin]), std::abs(sum), 1e-5) << frame << " " << bin;
      }
    }
  }
}

TEST(Spectrogram, WithReflectionIsThePowerOfTheStft) {
  const auto x = testing::noise(1600);
  const Stft stft(400, 160);
  const auto columns = stft.transform(x);
  const Spectrogram s =
      spectrogram(reflect_pad(x, 200), 16000, {.window = 400, .hop = 160, .fft_size = 400});
  ASSERT_EQ(s.frames, static_cast<size_t>(stft.columns(x.size())));
  for (size_t frame = 0; frame < s.frames; ++frame) {
    for (size_t bin = 0; bin < s.bins; ++bin) {
      EXPECT_NEAR(std::sqrt(s.frame(frame)[bin]), columns[frame * 2 * s.bins + bin], 1e-5);
    }
  }
}

TEST(Spectrogram, ThePartialFrameIsFilledUpOrLeftOut) {
  const auto frames = [](size_t samples, bool partial) {
    return spectrogram(testing::noise(samples), 16000,
                       {.window = 400, .hop = 160, .fft_size = 400, .partial_frame = partial})
        .frames;
  };
  EXPECT_EQ(frames(0, true), 1u);
  EXPECT_EQ(frames(0, false), 0u);
  EXPECT_EQ(frames(399, true), 1u);
  EXPECT_EQ(frames(399, false), 0u);
  for (const bool partial : {true, false}) {
    EXPECT_EQ(frames(400, partial), 1u);
    EXPECT_EQ(frames(560, partial), 2u);
  }
  EXPECT_EQ(frames(561, true), 3u);
  EXPECT_EQ(frames(561, false), 2u);
}

TEST(Spectrogram, FramesMayHaveAnotherShape) {
  const auto x = testing::noise(1000);
  const SpectrogramOptions o{.window = 100, .hop = 40, .fft_size = 128};
  const auto hann_power = spectrogram(x, 16000, o).power;
  const auto doubled = [](std::span<float> frame) {
    for (size_t i = 0; i < frame.size(); ++i) {
      const double angle = 2 * std::numbers::pi * static_cast<double>(i) / 100;
      frame[i] *= static_cast<float>(1 - std::cos(angle));  // Hann's window twice
    }
  };
  const auto power = spectrogram(x, 16000, o, doubled).power;
  ASSERT_EQ(power.size(), hann_power.size());
  for (size_t i = 0; i < power.size(); ++i)
    ASSERT_NEAR(power[i], 4 * hann_power[i], 1e-5 * (1 + power[i])) << i;
}

TEST(Spectrogram, KnowsItsWindowsEnergyAndItsFrequencies) {
  const Spectrogram s =
      spectrogram(testing::noise(512), 16000, {.window = 400, .hop = 160, .fft_size = 512});
  EXPECT_NEAR(s.window_energy, 150, 1e-4);  // 3/8 of 400
  EXPECT_EQ(s.hz_of(256), 8000);
}

}  // namespace
}  // namespace sotto::signal::spectrogram_test
