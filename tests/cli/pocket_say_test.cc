// Pocket TTS through the program itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "base/temporary_folder.h"
#include "cli/program.h"
#include "golden.h"

namespace sotto::cli::pocket_say_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using sotto::testing::golden_folder;
using sotto::testing::golden_text;
using ::testing::HasSubstr;

fs::path folder() { return golden_folder("pocket_tts"); }

// The samples of a 16-bit WAV file, behind its "data".
std::vector<float> samples_of(const fs::path& wav) {
  const std::string bytes = golden_text(wav);
  const size_t data = bytes.find("data");
  if (data == std::string::npos) throw std::runtime_error("no data in " + wav.string());
  std::vector<int16_t> integers((bytes.size() - data - 8) / 2);
  std::memcpy(integers.data(), bytes.data() + data + 8, integers.size() * 2);
  std::vector<float> samples;
  for (const int16_t x : integers) samples.push_back(static_cast<float>(x) / 32768);
  return samples;
}

// The goldens' runs at temperature 0, by the command that a user gives: 2e-3 is the limit of free
// runs (see PocketVoiceTest), 1 / 32768 the rounding of the file.
TEST(PocketSayTest, TemperatureZeroIsTheReferencesRun) {
  const sotto::testing::TemporaryFolder out;
  const json cases = sotto::testing::golden_json(folder() / "cases.json");
  const json& run_of_model = cases.at("e2e").at("lsd");
  const sotto::testing::GoldenFile golden(folder() / run_of_model.at("file").get<std::string>());
  int compared = 0;
  for (const json& c : run_of_model.at("cases")) {
    if (c.at("temp") != 0.0 || !c.at("frames_after_eos").is_null()) continue;
    if (c.at("chunks").size() != 1) continue;
    const std::string id = c.at("id"), voice = c.at("voice");
    SCOPED_TRACE(id);
    const fs::path wav = out.path() / (id + ".wav");
    const Outcome said =
        run({"say", c.at("text"), "--voice-model", folder() / "models/lsd.yaml", "--voice",
             "pocket-tts:" + (folder() / voice).string(), "--temperature", "0", "--lsd-steps",
             std::to_string(c.at("sampler_decode_steps").get<int>()), "--eos-threshold",
             c.at("eos_threshold").dump(), "-o", wav});
    ASSERT_EQ(said.code, 0) << said.err;
    const std::vector<float> samples = samples_of(wav);
    const std::vector<float> expected = golden.f32(id + ".audio");
    ASSERT_EQ(samples.size(), expected.size());
    float worst = 0;
    for (size_t i = 0; i < samples.size(); ++i)
      worst = std::max(worst, std::abs(samples[i] - expected[i]));
    EXPECT_LT(worst, 2e-3f + 1.0f / 32768);
    ++compared;
  }
  EXPECT_GT(compared, 0);
}

TEST(PocketSayTest, AVoiceThatWasAddedSpeaks) {
  const sotto::testing::TemporaryFolder data;
  const std::map<std::string, std::string> env = {{"XDG_DATA_HOME", data.path()}};
  const std::string model = folder() / "models/lsd.yaml";
  const std::vector<std::string> say = {
      "say",           "Hello.", "--voice-model",        model, "--voice",
      "pocket-tts:me", "-o",     data.path() / "out.wav"};
  const Outcome before = run(say, "", env);
  EXPECT_NE(before.code, 0);
  EXPECT_THAT(before.err, HasSubstr("pocket-tts: has no voice \"me\""));
  const Outcome added = run(
      {"voice", "add", "me", folder() / "voice16k_stereo.wav", "--voice-model", model}, "", env);
  ASSERT_EQ(added.code, 0) << added.err;
  EXPECT_TRUE(fs::exists(data.path() / "sotto/voices/pocket-tts/lsd/me.safetensors"));
  const Outcome after = run(say, "", env);
  EXPECT_EQ(after.code, 0) << after.err;
  EXPECT_GT(samples_of(data.path() / "out.wav").size(), 1920u);
  EXPECT_EQ(
      run({"voice", "add", "../me", folder() / "voice24k.wav", "--voice-model", model}, "", env)
          .code,
      2);
}

}  // namespace
}  // namespace sotto::cli::pocket_say_test
