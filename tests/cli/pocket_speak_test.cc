// Pocket TTS as the voice of `speak`, and folders that `quantize` makes of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/temporary_folder.h"
#include "cli/program.h"
#include "golden.h"

namespace sotto::cli::pocket_speak_test {
namespace {

namespace fs = std::filesystem;
using sotto::testing::golden_folder;
using sotto::testing::golden_text;
using sotto::testing::TemporaryFolder;
using ::testing::HasSubstr;

fs::path folder() { return golden_folder("pocket_tts"); }
std::string voice() {
  return "pocket-tts:" + (folder() / "voice_lsd_voice24k.safetensors").string();
}

TEST(PocketSpeakTest, SpeaksAnAgentsStreamUntranslated) {
  const TemporaryFolder out;
  const fs::path wav = out.path() / "talk.wav";
  const Outcome spoken =
      run({"speak", golden_folder("agent") / "login_fix.jsonl", "--translator", "none", "--from",
           "en", "--voice", voice(), "--voice-model", folder() / "models/lsd.yaml", "--voice-quant",
           "int8", "--max-tokens", "50", "--seed", "3", "-o", wav});
  ASSERT_EQ(spoken.code, 0) << spoken.err;
  EXPECT_GT(fs::file_size(wav), 100000u);
}

TEST(PocketSpeakTest, AQuantizedFolderSpeaksAsAtLoad) {
  const TemporaryFolder out;
  const fs::path model = out.path() / "models" / "small";
  fs::create_directories(model.parent_path());
  const Outcome made =
      run({"quantize", folder() / "models/lsd.yaml", model, "--scheme", "int8", "--report", "-"});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("stays so in this model"));
  const auto say = [&](const fs::path& from, std::vector<std::string> more) {
    std::vector<std::string> args = {"say",   "One. Two.",           "--voice",
                                     voice(), "--voice-model",       from,
                                     "-o",    out.path() / "out.wav"};
    args.insert(args.end(), more.begin(), more.end());
    const Outcome said = run(args);
    EXPECT_EQ(said.code, 0) << said.err;
    return golden_text(out.path() / "out.wav");
  };
  const std::string stored = say(model, {});
  EXPECT_EQ(say(folder() / "models/lsd.yaml", {"--voice-quant", "int8"}), stored);
  EXPECT_NE(say(folder() / "models/lsd.yaml", {}), stored);
  EXPECT_EQ(run({"quantize", folder() / "models/lsd.yaml", model, "--scheme", "q8"}).code, 2);
}

// `auto` takes a model that is installed under the name of the language.
TEST(PocketSpeakTest, AutoPrefersAnInstalledModel) {
  const TemporaryFolder data;
  const fs::path model = data.path() / "sotto/models/pocket-tts-english";
  fs::create_directories(model.parent_path());
  ASSERT_EQ(run({"quantize", folder() / "models/lsd.yaml", model, "--scheme", "f32"}).code, 0);
  fs::create_directories(model / "embeddings");
  fs::copy_file(folder() / "voice_lsd_voice24k.safetensors", model / "embeddings/anna.safetensors");
  const std::map<std::string, std::string> env = {{"XDG_DATA_HOME", data.path()}};
  const auto say = [&](const std::string& name) {
    const fs::path wav = data.path() / "out.wav";
    const Outcome said = run({"say", "Hello.", "--to", "en", "--voice", name, "-o", wav}, "", env);
    EXPECT_EQ(said.code, 0) << said.err;
    return golden_text(wav);
  };
  EXPECT_EQ(say("auto"), say("pocket-tts:anna"));
}

TEST(PocketSpeakTest, TextsWithNothingToSayAreNamed) {
  const TemporaryFolder out;
  const Outcome said = run({"say", "🎉", "--voice", voice(), "--voice-model",
                            folder() / "models/lsd.yaml", "-o", out.path() / "out.wav"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.err, HasSubstr("nothing in it to be said"));
}

}  // namespace
}  // namespace sotto::cli::pocket_speak_test
