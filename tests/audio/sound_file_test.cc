#include "audio/sound_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <optional>

#include "base/temporary_folder.h"

namespace sotto::audio::sound_file_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr uint16_t kPcm = 1, kFloat = 3;

template <class T>
void put(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// A WAV file of `samples`, interleaved. `claimed`: the bytes of data that its header says it has.
template <class T>
std::string wav(const std::vector<T>& samples, uint16_t format, uint16_t channels, uint32_t rate,
                std::optional<uint32_t> claimed = {}) {
  const auto size = static_cast<uint32_t>(samples.size() * sizeof(T));
  std::string bytes = "RIFF";
  put<uint32_t>(bytes, 36 + size);
  bytes += "WAVEfmt ";
  put<uint32_t>(bytes, 16);
  put(bytes, format);
  put(bytes, channels);
  put(bytes, rate);
  put<uint32_t>(bytes, rate * channels * sizeof(T));
  put<uint16_t>(bytes, channels * sizeof(T));
  put<uint16_t>(bytes, 8 * sizeof(T));
  bytes += "data";
  put<uint32_t>(bytes, claimed.value_or(size));
  for (const T x : samples) put(bytes, x);
  return bytes;
}

class SoundFileTest : public ::testing::Test {
 protected:
  Result<Sound> read(const std::string& bytes, double max_seconds = 30) {
    std::ofstream(folder_ / "sound.wav", std::ios::binary) << bytes;
    return read_sound(folder_ / "sound.wav", max_seconds);
  }
  std::string error_of(const std::string& bytes) {
    const Result<Sound> sound = read(bytes);
    return sound ? "no error" : sound.error().message;
  }

  sotto::testing::TemporaryFolder folder_;
};

TEST_F(SoundFileTest, ChannelsAreAveragedAndIntegersScaled) {
  const auto sound = read(wav<int16_t>({16384, -32768, 32767, 32767, 0, 1}, kPcm, 2, 16000));
  ASSERT_TRUE(sound) << sound.error().message;
  EXPECT_EQ(sound->sample_rate_hz, 16000);
  EXPECT_THAT(sound->samples, ElementsAre(-0.25f, 32767.0f / 32768, 0.5f / 32768));
}

TEST_F(SoundFileTest, OnlyTheBeginningOfALongFileIsRead) {
  const auto sound = read(wav(std::vector<int16_t>(100000, 5), kPcm, 1, 1000), 30);
  ASSERT_TRUE(sound) << sound.error().message;
  EXPECT_EQ(sound->samples.size(), 30000u);
}

TEST_F(SoundFileTest, AHeaderThatClaimsTooMuchCostsNothing) {
  const auto sound = read(wav<int16_t>({1, 2, 3}, kPcm, 1, 24000, 0x7fffff00));
  EXPECT_TRUE(!sound || sound->samples.size() <= 3);
}

TEST_F(SoundFileTest, WhatIsNoRecording) {
  EXPECT_THAT(error_of(""), HasSubstr("is no recording"));
  EXPECT_THAT(error_of("RIFF"), HasSubstr("is no recording"));
  EXPECT_THAT(error_of("{\"a\": 1}"), HasSubstr("is no recording"));
  EXPECT_THAT(error_of(wav<int16_t>({}, kPcm, 1, 24000)), HasSubstr("has no samples"));
  EXPECT_THAT(error_of(wav<float>({0, NAN, 0}, kFloat, 1, 24000)),
              HasSubstr("has samples that are no finite numbers"));
  EXPECT_THAT(error_of(wav<float>({0, INFINITY}, kFloat, 1, 24000)),
              HasSubstr("no finite numbers"));
  EXPECT_THAT(error_of(wav(std::vector<int16_t>(200), kPcm, 100, 24000)),
              HasSubstr("100 channels"));
  EXPECT_THAT(read_sound(folder_ / "nothing.wav", 1).error().message,
              HasSubstr("there is no such file"));
  EXPECT_FALSE(read_sound(folder_.path(), 1));
}

}  // namespace
}  // namespace sotto::audio::sound_file_test
