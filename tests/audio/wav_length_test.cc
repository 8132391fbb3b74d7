#include "audio/wav_length.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sotto::audio {
namespace {

std::vector<std::byte> bytes_of(const std::string& text) {
  std::vector<std::byte> bytes;
  for (char c : text) bytes.push_back(static_cast<std::byte>(c));
  return bytes;
}

const std::string kUnknown(4, '\xff');

TEST(WavLength, IsWrittenWhereItWasUnknown) {
  auto file = bytes_of("RIFF" + kUnknown + "WAVEfmt " + std::string("\2\0\0\0ab", 6) +
                       std::string("LIST\1\0\0\0x\0", 10) + "data" + kUnknown + "12345678");
  ASSERT_TRUE(set_wav_length(file));
  EXPECT_EQ(file, bytes_of("RIFF" + std::string("\x28\0\0\0", 4) + "WAVEfmt " +
                           std::string("\2\0\0\0ab", 6) + std::string("LIST\1\0\0\0x\0", 10) +
                           "data" + std::string("\x08\0\0\0", 4) + "12345678"));
}

TEST(WavLength, LeavesOtherBytesAlone) {
  for (const std::string& text :
       {std::string(), std::string("RIFF"), "RIFF" + kUnknown + "WAVE",
        "RIFF" + kUnknown + "WAVEfmt " + kUnknown + "data" + kUnknown + "1234",  // leads outside
        "RIFX" + kUnknown + "WAVEdata" + kUnknown + "1234"}) {
    auto file = bytes_of(text);
    EXPECT_FALSE(set_wav_length(file)) << text;
    EXPECT_EQ(file, bytes_of(text));
  }
}

}  // namespace
}  // namespace sotto::audio
