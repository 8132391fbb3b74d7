#include "audio/tempo.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace sotto::audio::tempo_test {
namespace {

constexpr int kRate = 24000;
using Floats = std::vector<float>;

Floats sine(double hz, double seconds) {
  Floats samples(static_cast<size_t>(seconds * kRate));
  for (size_t i = 0; i < samples.size(); ++i)
    samples[i] = static_cast<float>(
        0.5 * std::sin(2 * std::numbers::pi * hz * static_cast<double>(i) / kRate));
  return samples;
}

void append(Floats& all, std::span<const float> more) {
  all.insert(all.end(), more.begin(), more.end());
}

Floats changed(const Floats& samples, double speed, size_t chunk) {
  Tempo tempo(kRate, speed);
  Floats all;
  for (size_t i = 0; i < samples.size(); i += chunk)
    append(all, tempo.process(std::span(samples).subspan(i, std::min(chunk, samples.size() - i))));
  append(all, tempo.flush());
  return all;
}

// Upward crossings of zero in the middle half, by their first and last one.
double pitch_of(const Floats& samples) {
  double first = -1, last = -1;
  int periods = -1;
  for (size_t i = samples.size() / 4; i < samples.size() * 3 / 4; ++i) {
    if (samples[i - 1] >= 0 || samples[i] < 0) continue;
    last = static_cast<double>(i) - samples[i] / (double{samples[i]} - samples[i - 1]);
    if (first < 0) first = last;
    ++periods;
  }
  return periods * kRate / (last - first);
}

TEST(Tempo, TheLengthChangesAndThePitchStays) {
  const Floats tone = sine(440, 2);
  for (const double speed : {0.25, 0.5, 0.8, 1.25, 2.0, 3.0, 4.0}) {
    SCOPED_TRACE(speed);
    const Floats out = changed(tone, speed, 1920);
    const double expected = static_cast<double>(tone.size()) / speed;
    EXPECT_NEAR(static_cast<double>(out.size()), expected, 0.01 * expected);
    EXPECT_NEAR(pitch_of(out), 440, 4.4);
    double sum = 0;
    for (const float x : out) sum += double{x} * x;
    EXPECT_NEAR(std::sqrt(sum / static_cast<double>(out.size())), 0.5 / std::numbers::sqrt2, 0.03);
  }
}

TEST(Tempo, ChunksLeaveNoTraceAndSoundComesBeforeTheEnd) {
  const Floats tone = sine(150, 1);
  const Floats whole = changed(tone, 1.7, tone.size());
  for (const size_t chunk : {1u, 100u, 1921u}) EXPECT_EQ(changed(tone, 1.7, chunk), whole);

  Tempo tempo(kRate, 2);
  EXPECT_GT(tempo.process(std::span(tone).first(2400)).size(), 0u);  // after 100 ms
}

TEST(Tempo, NothingAndVeryLittleAreHarmless) {
  EXPECT_TRUE(changed({}, 2, 1).empty());
  EXPECT_NEAR(static_cast<double>(changed(Floats(100, 0.1f), 0.5, 7).size()), 200, 2);
}

}  // namespace
}  // namespace sotto::audio::tempo_test
