#include "speech/kokoro_voice.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/paths.h"
#include "base/scoped_folders.h"
#include "base/temporary_folder.h"
#include "golden.h"
#include "speech/heard.h"
#include "speech/kokoro_speed.h"
#include "speech/voice_kinds.h"

namespace sotto::speech::kokoro_voice_test {
namespace {

namespace fs = std::filesystem;
using sotto::testing::golden_folder;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Language kJapanese{"jpn_Jpan", "ja"}, kEnglish{"eng_Latn", "en"}, kGerman{"deu_Latn", "de"};
constexpr const char* kText = "テストは全部通りました。";

VoiceOptions options() {
  VoiceOptions options;
  options.model = golden_folder("kokoro").string();
  options.threads = 2;
  return options;
}

class KokoroVoiceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto voice = open_voice("kokoro", kJapanese, 1, options());
    if (!voice && voice.error().code == Errc::not_found) GTEST_SKIP() << voice.error().message;
    ASSERT_TRUE(voice) << voice.error().message;
  }
};

TEST_F(KokoroVoiceTest, TheVoiceFollowsTheLanguage) {
  EXPECT_EQ((*open_voice("kokoro", kJapanese, 1, options()))->name(), "kokoro:jf_golden");
  EXPECT_EQ(error_of("kokoro", kGerman, options()),
            "kokoro: has no voice that speaks de (deu_Latn)");
  EXPECT_EQ(error_of("kokoro:jf_golden", kEnglish, options()),
            "kokoro:jf_golden: speaks ja, not en (eng_Latn)");
  EXPECT_THAT(error_of("kokoro:jf_nobody", kJapanese, options()),
              AllOf(HasSubstr("jf_nobody"), HasSubstr("jf_golden")));
}

TEST_F(KokoroVoiceTest, AVoiceThatIsNamedSaysItsLanguage) {
  EXPECT_EQ(only_language("kokoro:jf_golden", options()), "ja");
  EXPECT_EQ(only_language("kokoro:af_golden", options()), "en");
  EXPECT_EQ(only_language("kokoro", options()), std::nullopt);
}

TEST_F(KokoroVoiceTest, AMixIsAVoice) {
  auto mixed = open_voice("kokoro:jf_golden+0.5*af_golden", kJapanese, 1, options());
  ASSERT_TRUE(mixed) << mixed.error().message;
  auto plain = open_voice("kokoro:jf_golden", kJapanese, 1, options());
  EXPECT_NE(heard(**mixed, kText), heard(**plain, kText));
}

// Its own rate keeps the pitch: the sound is not stretched.
TEST_F(KokoroVoiceTest, TheNetworkItselfSpeaksFaster) {
  auto fast = open_voice("kokoro", kJapanese, 4, options());
  auto usual = open_voice("kokoro", kJapanese, 1, options());
  const size_t frames = heard(**fast, kText).size() / 600;
  EXPECT_EQ(heard(**fast, kText).size() % 600, 0u);
  EXPECT_LT(frames, heard(**usual, kText).size() / 600 / 2);
}

// However fast the machine is: behind the opening the bits are those of the whole.
TEST_F(KokoroVoiceTest, LiveSoundIsTheSameBehindItsOpening) {
  const auto voice = open_voice("kokoro", kJapanese, 1, options());
  const std::vector<float> whole = heard(**voice, kText);
  (*voice)->set_live(true);
  const std::vector<float> live = heard(**voice, kText);
  (*voice)->set_live(false);
  EXPECT_EQ(heard(**voice, kText), whole);
  ASSERT_EQ(live.size(), whole.size());
  const auto half = static_cast<std::ptrdiff_t>(whole.size() / 2);
  EXPECT_TRUE(std::equal(live.begin() + half, live.end(), whole.begin() + half));
}

TEST_F(KokoroVoiceTest, WithASeedLiveSoundIsTheSame) {
  VoiceOptions seeded = options();
  seeded.settings["seed"] = "0";
  const auto voice = open_voice("kokoro", kJapanese, 1, seeded);
  const std::vector<float> whole = heard(**voice, kText);
  (*voice)->set_live(true);
  EXPECT_EQ(heard(**voice, kText), whole);
}

TEST_F(KokoroVoiceTest, AFirstPartIsAsItIsAsked) {
  using Paced = KokoroSpeech::Paced;
  EXPECT_EQ(kokoro_speech({}).paced, Paced::live);
  EXPECT_EQ(kokoro_speech({{"seed", "0"}}).paced, Paced::never);
  EXPECT_EQ(kokoro_speech({{"seed", "0"}, {"first-part", "auto"}}).paced, Paced::always);
  const KokoroSpeech none = kokoro_speech({{"first-part", "0"}});
  EXPECT_EQ(none.paced, Paced::never);
  EXPECT_EQ(none.first_part, 0);
  const KokoroSpeech some = kokoro_speech({{"first-part", "0.25"}, {"seed", "3"}});
  EXPECT_EQ(some.paced, Paced::never);
  EXPECT_EQ(some.first_part, 0.25f);
  EXPECT_EQ(some.seed, 3u);
  VoiceOptions wrong = options();
  wrong.settings["first-part"] = "most";
  EXPECT_EQ(error_of("kokoro", kJapanese, wrong),
            "first-part: \"most\", expected auto or a number from 0 to 1");
}

TEST_F(KokoroVoiceTest, ItsVoicesAreListed) {
  std::vector<std::string> names;
  for (const SingleVoice& voice : kKokoroKind.voices(options())) names.push_back(voice.name);
  EXPECT_THAT(names, ElementsAre("kokoro", "kokoro:af_golden", "kokoro:jf_golden"));
  EXPECT_THAT(kKokoroKind.voices(options())[2].languages, ElementsAre("ja"));
}

// What lies where somebody works is not what he installed.
TEST(KokoroVoice, AFolderOfThatNameIsNotTheInstalledOne) {
  const fs::path here = fs::current_path();
  const sotto::testing::TemporaryFolder other;
  fs::create_directories(other / "kokoro");
  fs::current_path(other.path());
  const Result<fs::path> found = find_kokoro({});
  fs::current_path(here);
  EXPECT_TRUE(!found || found->is_absolute());
}

// $XDG_CACHE_HOME is a folder of the test's own.
class KokoroSpeedTest : public KokoroVoiceTest {
 protected:
  void SetUp() override {
    KokoroVoiceTest::SetUp();
    if (const char* before = std::getenv("XDG_CACHE_HOME")) before_ = before;
    setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1);
  }
  void TearDown() override {
    before_.empty() ? unsetenv("XDG_CACHE_HOME") : setenv("XDG_CACHE_HOME", before_.c_str(), 1);
  }

  sotto::testing::TemporaryFolder folder_;
  std::string before_;
};

TEST_F(KokoroSpeedTest, IsMeasuredOnceAndKept) {
  const Result<double> speed = kokoro_speed(options().model, options());
  ASSERT_TRUE(speed) << speed.error().message;
  EXPECT_GT(*speed, 0);
  EXPECT_NEAR(*kokoro_speed(options().model, options()), *speed, 5e-4);
  EXPECT_TRUE(fs::exists(cache_folder() / "kokoro-speed"));
}

TEST_F(KokoroSpeedTest, AFigureThatIsKeptIsBelieved) {
  ASSERT_TRUE(kokoro_speed(options().model, options()));
  const fs::path file = cache_folder() / "kokoro-speed";
  const std::string text = *read_file(file);
  ASSERT_TRUE(write_file(file, text.substr(0, text.find('\n') + 1) + "123456\n"));
  EXPECT_EQ(*kokoro_speed(options().model, options()), 123.456);
  VoiceOptions other = options();
  other.threads = 3;  // for which it does not hold
  EXPECT_LT(*kokoro_speed(options().model, other), 123);
}

TEST_F(KokoroSpeedTest, AMachineThatWasBusyIsAskedAgainADayLater) {
  ASSERT_TRUE(kokoro_speed(options().model, options()));
  const fs::path file = cache_folder() / "kokoro-speed";
  const std::string text = *read_file(file);
  ASSERT_TRUE(write_file(file, text.substr(0, text.find('\n') + 1) + "123456\n"));
  fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(23));
  EXPECT_EQ(*kokoro_speed(options().model, options()), 123.456);
  fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(25));
  EXPECT_LT(*kokoro_speed(options().model, options()), 123);
}

// Installed, it speaks Japanese where it is fast enough.
TEST_F(KokoroSpeedTest, AutoTakesTheInstalledOneWhereItIsFastEnough) {
  const char* before = std::getenv("XDG_DATA_HOME");
  const std::string data = before != nullptr ? before : "";
  const ScopedFolders voices({.voices = data_folder() / "voices"});  // Open JTalk's
  setenv("XDG_DATA_HOME", folder_.path().c_str(), 1);
  fs::create_directories(data_folder() / "models");
  fs::create_directory_symlink(fs::absolute(golden_folder("kokoro")),
                               data_folder() / "models" / "kokoro");
  VoiceOptions installed;
  installed.threads = 2;
  EXPECT_FALSE(kKokoroKind.suits(kEnglish, installed));
  ASSERT_TRUE(kokoro_speed(*find_kokoro(installed), installed));
  const fs::path file = cache_folder() / "kokoro-speed";
  const std::string text = *read_file(file);
  for (const auto& [figure, expected] : {std::pair{"799", true}, std::pair{"801", false}}) {
    ASSERT_TRUE(write_file(file, text.substr(0, text.find('\n') + 1) + figure + '\n'));
    EXPECT_EQ(kKokoroKind.suits(kJapanese, installed), expected) << figure;
  }
  data.empty() ? unsetenv("XDG_DATA_HOME") : setenv("XDG_DATA_HOME", data.c_str(), 1);
}

TEST_F(KokoroVoiceTest, AModelThatIsNamedSpeaksAllItsLanguagesByAuto) {
  EXPECT_TRUE(kKokoroKind.suits(kEnglish, options()));
  EXPECT_FALSE(kKokoroKind.suits(kGerman, options()));
  EXPECT_FALSE(kind_of("pocket-tts")->suits(kEnglish, options()));
}

}  // namespace
}  // namespace sotto::speech::kokoro_voice_test
