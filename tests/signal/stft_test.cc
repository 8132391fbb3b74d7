// Kokoro's goldens pin the numbers, those of torch: tests/models/kokoro_golden_test.cc.
#include "signal/stft.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "signal/noise.h"

namespace sotto::signal::stft_test {
namespace {

struct Frame {
  int size, hop;
};

TEST(Stft, TheInverseGivesTheSignalBack) {
  for (const auto& [size, hop] : {Frame{20, 5}, Frame{400, 160}, Frame{1920, 480}}) {
    SCOPED_TRACE(size);
    const Stft stft(size, hop);
    const auto x = testing::noise(static_cast<size_t>(10 * hop));
    const auto spectrum = stft.transform(x);
    ASSERT_EQ(spectrum.size(), static_cast<size_t>(11 * 2 * stft.bins()));
    const auto back = stft.inverse(spectrum);
    ASSERT_EQ(back.size(), x.size());
    // Phases and magnitudes between the two are floats: measured, 2^-24 of full scale.
    for (size_t i = 0; i < x.size(); ++i) ASSERT_NEAR(back[i], x[i], 4 * 0x1p-24) << i;
  }
}

TEST(Stft, FramesAreCentredAndPhasesCountFromTheirFirstSample) {
  std::vector<float> x(100);
  x[40] = 1;
  const Stft stft(16, 4);
  const auto spectrum = stft.transform(x);
  // The frame around sample 40 has it at place 8, where the window is 1: e^(-i pi bin).
  const float* frame = spectrum.data() + static_cast<size_t>(10 * 2 * stft.bins());
  for (int bin = 0; bin < stft.bins(); ++bin) {
    EXPECT_NEAR(frame[bin], 1, 1e-6) << bin;
    EXPECT_NEAR(std::cos(frame[stft.bins() + bin]), bin % 2 == 0 ? 1 : -1, 1e-6) << bin;
  }
  // The one around sample 44 has it at place 4, where the window is 1/2: a quarter turn back a bin.
  frame += static_cast<size_t>(2 * stft.bins());
  EXPECT_NEAR(frame[1], 0.5, 1e-6);
  EXPECT_NEAR(frame[stft.bins() + 1], -std::acos(0.0), 1e-6);
}

TEST(Stft, ColumnsDoNotDependOnThoseThatAreAskedForWithThem) {
  const auto x = testing::noise(100);
  const Stft stft(16, 4);
  const int columns = stft.columns(x.size());
  std::vector<float> all;
  for (int first = 0; first < columns; first += 3) {
    const auto part = stft.transform(x, first, std::min(3, columns - first));
    all.insert(all.end(), part.begin(), part.end());
  }
  EXPECT_EQ(all, stft.transform(x));
}

TEST(Stft, RectangularPartsAreThoseOfMagnitudesAndPhases) {
  const auto x = testing::noise(100);
  const Stft stft(16, 4);
  const auto polar = stft.transform(x), parts = stft.rectangular(x);
  ASSERT_EQ(parts.size(), polar.size());
  const auto bins = static_cast<size_t>(stft.bins());
  for (size_t at = 0; at < parts.size(); at += 2 * bins) {
    for (size_t i = at; i < at + bins; ++i) {
      const double magnitude = polar[i], phase = polar[i + bins];
      // A float of up to 8 and a phase of up to pi, both rounded.
      EXPECT_NEAR(parts[i], magnitude * std::cos(phase), 8 * 4 * 0x1p-24) << i;
      EXPECT_NEAR(parts[i + bins], magnitude * std::sin(phase), 8 * 4 * 0x1p-24) << i;
    }
  }
}

TEST(Stft, WhatHasNoImaginaryPartHasThePhase0OrPi) {
  auto x = testing::noise(100);
  for (float& sample : x) sample -= 1;  // below nothing: at 0 Hz the phase is pi
  const Stft stft(20, 5);
  const int bins = stft.bins();
  const auto spectrum = stft.transform(x);
  const auto is_real = [](float phase) { return phase == 0 || phase == std::acos(-1.0F); };
  for (int bin = 0; bin < bins; ++bin)
    EXPECT_TRUE(is_real(spectrum[static_cast<size_t>(bins + bin)]));
  for (int column = 0; column < stft.columns(x.size()); ++column) {
    const float* phases = spectrum.data() + static_cast<size_t>((2 * column + 1) * bins);
    EXPECT_EQ(phases[0], std::acos(-1.0F));
    EXPECT_TRUE(is_real(phases[bins - 1]));
  }
}

// torch reflects no more than there is; the reader of a hostile file must not run past its samples.
TEST(Stft, OfFewerSamplesThanAWindowTheReflectionIsReflected) {
  const Stft stft(16, 4);
  EXPECT_EQ(stft.rectangular(std::vector<float>{}),
            std::vector<float>(static_cast<size_t>(2 * stft.bins()), 0.0f));
  // All that one sample, or two of which the other is its mirror, can be is constant.
  for (const size_t count : {size_t{1}, size_t{2}, size_t{3}, size_t{7}}) {
    const std::vector<float> few(count, 0.5f), many(100, 0.5f);
    const auto found = stft.rectangular(few), expected = stft.rectangular(many);
    ASSERT_EQ(found.size(), static_cast<size_t>(stft.columns(count) * 2 * stft.bins()));
    for (size_t i = 0; i < static_cast<size_t>(2 * stft.bins()); ++i)
      EXPECT_EQ(found[i], expected[i]) << count << ", " << i;
  }
}

}  // namespace
}  // namespace sotto::signal::stft_test
