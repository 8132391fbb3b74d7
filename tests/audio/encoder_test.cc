// What the encoder hands on plays as what went in, comes while it is made, and stops when told.
#include "audio/encoder.h"

#include <gmock/gmock.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <vector>

#include "audio/sound_file.h"
#include "base/temporary_folder.h"

namespace sotto::audio {
namespace {

constexpr int kRate = 24000;

std::vector<float> tone(double seconds) {
  std::vector<float> samples(static_cast<size_t>(seconds * kRate));
  for (size_t i = 0; i < samples.size(); ++i)
    samples[i] = 0.5f * static_cast<float>(std::sin(2 * std::numbers::pi * 440 * i / kRate));
  return samples;
}

double energy(std::span<const float> samples) {
  double sum = 0;
  for (const float s : samples) sum += static_cast<double>(s) * s;
  return sum / static_cast<double>(samples.size());
}

class EncoderTest : public ::testing::TestWithParam<const char*> {
 protected:
  std::vector<std::byte> bytes_;
  std::unique_ptr<Sink> open() {
    auto sink = open_encoder(*find_encoding(GetParam()), kRate, [this](auto piece) {
      bytes_.insert(bytes_.end(), piece.begin(), piece.end());
      return true;
    });
    return sink ? *std::move(sink) : nullptr;
  }
};

TEST_P(EncoderTest, WhatComesOutPlaysAsWhatWentIn) {
  const auto sink = open();
  ASSERT_NE(sink, nullptr);
  const std::vector<float> sound = tone(2);
  ASSERT_TRUE(sink->write({sound, kRate}, {}));
  ASSERT_TRUE(sink->finish());
  const testing::TemporaryFolder folder;
  const auto file = folder / (std::string("sound.") + GetParam());
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes_.data()),
             static_cast<std::streamsize>(bytes_.size()));
  const auto read = read_sound(file, 10);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->sample_rate_hz,
            std::string_view(GetParam()) == "opus" ? read->sample_rate_hz : kRate);
  const double seconds = static_cast<double>(read->samples.size()) / read->sample_rate_hz;
  EXPECT_NEAR(seconds, 2, 0.15);  // mp3 adds its delay of some frames
  EXPECT_NEAR(energy(read->samples), energy(sound), 0.02);
}

TEST_P(EncoderTest, SoundComesWhileItIsMade) {
  const auto sink = open();
  ASSERT_NE(sink, nullptr);
  ASSERT_TRUE(sink->write({tone(0.5), kRate}, {}));
  const size_t early = bytes_.size();
  ASSERT_TRUE(sink->write({tone(0.5), kRate}, {}));
  EXPECT_GT(early, 500u);
  EXPECT_GT(bytes_.size(), early);
}

INSTANTIATE_TEST_SUITE_P(Formats, EncoderTest, ::testing::Values("wav", "flac", "opus", "mp3"));

TEST(Encoder, OfPcmIsTheSamplesAlone) {
  size_t bytes = 0;
  auto sink = open_encoder(*find_encoding("pcm"), kRate, [&](auto piece) {
    bytes += piece.size();
    return true;
  });
  ASSERT_TRUE(sink);
  ASSERT_TRUE((*sink)->write({tone(1), kRate}, {}));
  ASSERT_TRUE((*sink)->finish());
  EXPECT_EQ(bytes, 2u * kRate);
}

TEST(Encoder, StopsWhenNobodyListens) {
  for (const char* name : {"wav", "flac", "opus", "mp3"}) {
    int calls = 0;
    auto sink = open_encoder(*find_encoding(name), kRate, [&](auto) { return ++calls < 3; });
    ASSERT_TRUE(sink) << name;
    Result<void> last;
    for (int i = 0; i < 20 && last; ++i) last = (*sink)->write({tone(1), kRate}, {});
    ASSERT_FALSE(last) << name;
    EXPECT_EQ(last.error().code, Errc::cancelled) << name;
    EXPECT_EQ(calls, 3) << name;
    static_cast<void>((*sink)->finish());
    EXPECT_EQ(calls, 3) << name;
  }
}

TEST(Encoder, KnowsNoOtherFormat) { EXPECT_EQ(find_encoding("aac"), nullptr); }

}  // namespace
}  // namespace sotto::audio
