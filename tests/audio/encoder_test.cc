// What the encoder hands on plays as what went in, comes while it is made, and stops when told.
#include "audio/encoder.h"

#include <gmock/gmock.h>

#include <cmath>
#include <fstream>
#include <numbers>
#include <vector>

#include "audio/sound_file.h"
#include "base/temporary_folder.h"

namespace sotto::audio::encoder_test {
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

TEST(Encoder, KnowsNoOtherFormat) { EXPECT_EQ(find_encoding("ac3"), nullptr); }

// Nothing here reads AAC: its frames are taken apart (ISO/IEC 13818-7, 6.2: ADTS).
class AacTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (find_encoding("aac") == nullptr) GTEST_SKIP() << "built without vo-aacenc";
  }
};

TEST_F(AacTest, IsAsManyFramesAsTheSoundIsLong) {
  std::vector<unsigned> bytes;
  auto sink = open_encoder(*find_encoding("aac"), kRate, [&](std::span<const std::byte> piece) {
    for (const std::byte b : piece) bytes.push_back(std::to_integer<unsigned>(b));
    return true;
  });
  ASSERT_TRUE(sink) << sink.error().message;
  ASSERT_TRUE((*sink)->write({tone(1), kRate}, {}));
  EXPECT_GT(bytes.size(), 1000u);  // while it is made
  ASSERT_TRUE((*sink)->write({tone(1), kRate}, {}));
  ASSERT_TRUE((*sink)->finish());
  size_t frames = 0, at = 0;
  while (at + 7 <= bytes.size()) {
    EXPECT_EQ(bytes[at] << 4 | bytes[at + 1] >> 4, 0xfffu) << at;  // syncword
    EXPECT_EQ(bytes[at + 2] >> 6, 1u);                             // profile: LC
    EXPECT_EQ(bytes[at + 2] >> 2 & 15, 6u);                        // 24 kHz
    EXPECT_EQ((bytes[at + 2] & 1) << 2 | bytes[at + 3] >> 6, 1u);  // one channel
    const size_t length = (bytes[at + 3] & 3) << 11 | bytes[at + 4] << 3 | bytes[at + 5] >> 5;
    ASSERT_GT(length, 7u);
    at += length;
    ++frames;
  }
  EXPECT_EQ(at, bytes.size());
  const double seconds = 1024.0 * static_cast<double>(frames) / kRate;
  EXPECT_GE(seconds, 2);
  EXPECT_LT(seconds, 2.2);
  EXPECT_NEAR(static_cast<double>(bytes.size()) * 8 / seconds, 64000, 8000);  // bits a second
}

TEST_F(AacTest, StopsWhenNobodyListensAndRefusesOddRates) {
  auto sink = open_encoder(*find_encoding("aac"), kRate, [](auto) { return false; });
  ASSERT_TRUE(sink);
  const Result<void> put = (*sink)->write({tone(1), kRate}, {});
  ASSERT_FALSE(put);
  EXPECT_EQ(put.error().code, Errc::cancelled);
  EXPECT_FALSE(open_encoder(*find_encoding("aac"), 12345, [](auto) { return true; }));
}

}  // namespace
}  // namespace sotto::audio::encoder_test
