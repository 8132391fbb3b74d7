// Recordings that are no voices: one sentence that names the file, and no hanging.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <fstream>

#include "base/temporary_folder.h"
#include "cli/program.h"
#include "golden.h"

namespace sotto::cli::pocket_bad_voice_test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// A WAV of 32-bit floats at 24 kHz, whose header may say another length.
std::string wav(const std::vector<float>& samples, uint32_t said_bytes = 0) {
  const auto bytes = static_cast<uint32_t>(samples.size() * sizeof(float));
  const uint32_t data = said_bytes != 0 ? said_bytes : bytes;
  std::string file = "RIFF";
  const auto put = [&](auto value) {
    file.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  put(uint32_t{36} + data);
  file += "WAVEfmt ";
  put(uint32_t{16});
  put(uint16_t{3});
  put(uint16_t{1});
  put(uint32_t{24000});
  put(uint32_t{24000 * 4});
  put(uint16_t{4});
  put(uint16_t{32});
  file += "data";
  put(data);
  file.append(reinterpret_cast<const char*>(samples.data()), bytes);
  return file;
}

std::vector<float> tone(size_t size) {
  std::vector<float> samples(size);
  for (size_t i = 0; i < size; ++i) samples[i] = 0.3f * std::sin(0.05f * static_cast<float>(i));
  return samples;
}

class PocketBadVoiceTest : public ::testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& bytes) {
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
    return folder_ / name;
  }
  Outcome say(const std::string& voice) {
    const std::string model = sotto::testing::golden_folder("pocket_tts") / "models/lsd.yaml";
    return run({"say", "Hello.", "--voice-model", model, "--voice", "pocket-tts:" + voice, "-o",
                folder_ / "out.wav"});
  }
  void expect_error(const std::string& voice, const std::string& says) {
    SCOPED_TRACE(voice);
    const Outcome outcome = say(voice);
    EXPECT_NE(outcome.code, 0);
    const auto lines = lines_of(outcome.err);
    ASSERT_EQ(lines.size(), 1u) << outcome.err;
    EXPECT_THAT(lines[0], StartsWith("sotto: error: " + voice + ": "));
    EXPECT_THAT(lines[0], HasSubstr(says));
  }

  sotto::testing::TemporaryFolder folder_;
};

TEST_F(PocketBadVoiceTest, IsNamedWithWhatIsWrong) {
  std::vector<float> sound = tone(24000);
  const auto changed = [&](float bad) {
    std::vector<float> other = sound;
    other[12000] = bad;
    return wav(other);
  };
  expect_error(write("empty.wav", ""), "is no recording");
  expect_error(write("header.wav", wav({})), "has no samples");
  expect_error(write("one.wav", wav({0.5f})), "has 1 samples, expected at least 480");
  expect_error(write("silent.wav", wav(std::vector<float>(24000))), "is silent");
  expect_error(write("nan.wav", changed(NAN)), "no finite numbers");
  expect_error(write("infinite.wav", changed(-INFINITY)), "no finite numbers");
  expect_error(write("huge.wav", changed(1e30f)), "samples up to 1e+30, expected sound between");
  expect_error(write("integers.wav", changed(-32768)), "samples up to 32768");
  expect_error(write("text.wav", "This is no recording."), "is no recording");
  expect_error(write("text.safetensors", "This is no voice."), "not a safetensors file");
  std::string slow = wav(sound);
  const uint32_t hz = 500;
  std::memcpy(slow.data() + 24, &hz, sizeof hz);
  expect_error(write("slow.wav", slow), "has 500 samples a second");
}

// Eight hours: 30 s are heard, the rest is not read. A header that promises more than there is,
// too.
TEST_F(PocketBadVoiceTest, LongOnesTakeNoLonger) {
  const auto begin = std::chrono::steady_clock::now();
  const std::vector<float> sound = tone(48000);
  constexpr uint32_t kEightHours = 8 * 3600 * 24000u * 4;
  const std::string day = write("day.wav", wav(sound, kEightHours));
  EXPECT_EQ(say(day).code, 0);  // cut off
  fs::resize_file(day, 44 + uint64_t{kEightHours});
  const Outcome outcome = say(day);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(60));
}

}  // namespace
}  // namespace sotto::cli::pocket_bad_voice_test
