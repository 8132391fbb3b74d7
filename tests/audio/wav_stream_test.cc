#include "audio/wav_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace sotto::audio::wav_stream_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string le(uint32_t value, int bytes) {
  std::string s;
  for (int i = 0; i < bytes; ++i) s += static_cast<char>(value >> (8 * i));
  return s;
}

std::string header(uint32_t rate = 22050, uint32_t channels = 1, uint32_t bits = 16) {
  return "RIFF" + le(0x7ffff024, 4) + "WAVE" + "LIST" + le(3, 4) + "abc" + le(0, 1) + "fmt " +
         le(16, 4) + le(1, 2) + le(channels, 2) + le(rate, 4) + le(rate * 2, 4) + le(2, 2) +
         le(bits, 2) + "data" + le(0x7ffff000, 4);
}

const std::string kSamples = le(0, 2) + le(16384, 2) + le(0x8000, 2);

Result<std::vector<float>> read(WavStream& stream, const std::string& bytes, size_t piece) {
  std::vector<float> all;
  for (size_t i = 0; i < bytes.size(); i += piece) {
    const auto ready = stream.push(
        std::as_bytes(std::span(bytes)).subspan(i).first(std::min(piece, bytes.size() - i)));
    if (!ready) return ready.error();
    all.insert(all.end(), ready->begin(), ready->end());
  }
  if (Result<void> r = stream.end(); !r) return r.error();
  return all;
}

TEST(WavStream, PiecesOfAnySizeGiveTheSameSamples) {
  const std::string bytes = header() + kSamples;
  for (size_t piece = 1; piece <= bytes.size(); ++piece) {
    WavStream stream;
    const auto samples = read(stream, bytes, piece);
    ASSERT_TRUE(samples) << samples.error().message;
    EXPECT_THAT(*samples, ElementsAre(0.0f, 0.5f, -1.0f)) << piece;
    EXPECT_EQ(stream.sample_rate_hz(), 22050);
  }
}

TEST(WavStream, AHalfSampleAtTheEndIsLeftOut) {
  WavStream stream;
  EXPECT_EQ(read(stream, header() + kSamples + "x", 5)->size(), 3u);
}

TEST(WavStream, EveryCutHeaderIsAnError) {
  const std::string bytes = header();
  for (size_t cut = 0; cut < bytes.size(); ++cut) {
    WavStream stream;
    EXPECT_FALSE(read(stream, bytes.substr(0, cut), 7)) << cut;
  }
}

TEST(WavStream, SaysWhatItCannotRead) {
  const auto message = [](const std::string& bytes) {
    WavStream stream;
    const auto r = read(stream, bytes + kSamples, 1000);
    return r ? "no error" : r.error().message;
  };
  EXPECT_THAT(message("RIFX" + header().substr(4)), HasSubstr("RIFF"));
  EXPECT_THAT(message(header(22050, 2)), HasSubstr("2 channels"));
  EXPECT_THAT(message(header(22050, 1, 24)), HasSubstr("24 bits"));
  EXPECT_THAT(message(header(0)), HasSubstr("sample rate 0"));
  EXPECT_THAT(message("RIFF" + le(0, 4) + "WAVEdata" + le(0, 4)), HasSubstr("before the fmt"));
  EXPECT_THAT(message("RIFF" + le(0, 4) + "WAVEfmt " + le(0xffffffff, 4)), HasSubstr("fmt chunk"));
  EXPECT_THAT(message("RIFF" + le(0, 4) + "WAVEfmt " + le(2, 4)), HasSubstr("fmt chunk"));
}

}  // namespace
}  // namespace sotto::audio::wav_stream_test
