#include "speech/voice_kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "base/file.h"
#include "base/process_state.h"
#include "base/scoped_folders.h"
#include "phonemes/open_jtalk_voices.h"
#include "speech/open_jtalk.h"

namespace sotto::speech::voice_test {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using Clock = std::chrono::steady_clock;

const Language kJapanese{"jpn_Jpan", "ja"}, kEnglish{"eng_Latn", "en"};
constexpr const char* kSentence = "ログインのテストが失敗する原因を調べて、設定を修正しました。";

struct Spoken {
  Result<void> result;
  double seconds = 0, rms = 0;
  int chunks = 0;
};

Spoken speak(Voice& voice, const std::string& text, std::stop_token stop = {}) {
  Spoken spoken;
  double sum = 0, count = 0;
  spoken.result = voice.speak(text, stop, [&](const audio::Chunk& chunk) {
    for (const float s : chunk.samples) sum += double{s} * s;
    count += static_cast<double>(chunk.samples.size());
    spoken.seconds += static_cast<double>(chunk.samples.size()) / chunk.sample_rate_hz;
    ++spoken.chunks;
    return true;
  });
  spoken.rms = std::sqrt(sum / std::max(count, 1.0));
  return spoken;
}

std::string error_of(const std::string& name, const Language& language, double rate = 1) {
  const auto voice = open_voice(name, language, rate);
  return voice ? "no error" : voice.error().message;
}

TEST(OpenVoice, AutoTakesTheBestOfTheLanguage) {
  const auto english = open_voice("auto", kEnglish);
  ASSERT_TRUE(english);
  EXPECT_THAT((*english)->name(), ::testing::StartsWith("espeak-ng:en"));
  const auto japanese = open_voice("auto", kJapanese);
  ASSERT_TRUE(japanese);
  EXPECT_THAT((*japanese)->name(),
              ::testing::StartsWith(phonemes::open_jtalk_voices().empty() ? "espeak-ng:ja"
                                                                          : "open-jtalk:"));
}

TEST(OpenVoice, SaysWhatIsWrong) {
  EXPECT_THAT(error_of("robot", kEnglish), HasSubstr("robot: is no voice"));
  EXPECT_THAT(error_of("espeak-ng:xx-none", kEnglish), HasSubstr("no voice for \"xx-none\""));
  EXPECT_THAT(error_of("auto", {"dzo_Tibt", "dz"}), HasSubstr("no voice for the language dz"));
  EXPECT_THAT(error_of("open-jtalk", kEnglish), HasSubstr("speaks Japanese only"));
  for (const double rate : {0.0, 0.2, 4.1, -1.0, std::nan("")}) {
    EXPECT_THAT(error_of("auto", kEnglish, rate), HasSubstr("expected 0.25 to 4")) << rate;
  }
}

TEST(OpenVoice, MissingProgramsAreNamedWithWhatToInstall) {
  const ScopedVariable path("PATH", "/nonexistent");
  EXPECT_THAT(error_of("open-jtalk", kJapanese), HasSubstr("install open-jtalk"));
  EXPECT_THAT(error_of("espeak-ng", kEnglish), HasSubstr("install espeak-ng"));
  EXPECT_THAT(error_of("say", kEnglish), HasSubstr("macOS"));
  EXPECT_THAT(error_of("auto", kJapanese), HasSubstr("no voice for the language ja"));
  for (const VoiceInfo& voice : list_voices()) {
    EXPECT_EQ(voice.usable, voice.name == "google-translate") << voice.name;  // needs nothing here
    EXPECT_NE(voice.why, "") << voice.name;
  }
}

TEST(ListVoices, ShowsWhatCanSpeak) {
  bool espeak = false;
  for (const VoiceInfo& voice : list_voices()) {
    EXPECT_TRUE(voice.usable || !voice.why.empty()) << voice.name;
    if (voice.name == "espeak-ng") {
      espeak = voice.usable;
      EXPECT_THAT(voice.languages, ::testing::IsSupersetOf({"en", "ja", "zh", "de"}));
    }
  }
  EXPECT_TRUE(espeak);
}

// A folder of voice files of our own making.
class VoiceFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = ::testing::TempDir() + "sotto-voices-XXXXXX";
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  fs::path folder_;
};

TEST_F(VoiceFiles, BrokenOnesAreErrorsAndNeitherHangsNorCrashes) {
  const auto voices = phonemes::open_jtalk_voices();
  if (voices.empty()) GTEST_SKIP() << "no Open JTalk voice is installed (scripts/voice-mei)";
  const auto whole = read_file(voices.begin()->second);
  ASSERT_TRUE(whole);
  const ScopedFolders named({.voices = folder_});
  int number = 0;
  for (const size_t bytes : {size_t{0}, size_t{5}, size_t{8}, size_t{300}, size_t{5000},
                             whole->size() / 2, whole->size() - 2000}) {
    SCOPED_TRACE(bytes);
    const std::string name = "broken" + std::to_string(number++);
    ASSERT_TRUE(write_file(folder_ / (name + ".htsvoice"), whole->substr(0, bytes)));
    const auto begin = Clock::now();
    EXPECT_THAT(error_of("open-jtalk:" + name, kJapanese), HasSubstr(name + ".htsvoice"));
    EXPECT_LT(Clock::now() - begin, std::chrono::seconds(5));
  }
  EXPECT_THAT(error_of("open-jtalk:none", kJapanese), HasSubstr("expected one of broken0, "));
}

// `say` is a program of macOS; a script with the same flags shows that ours are put together well.
TEST_F(VoiceFiles, SayIsCalledAsItsManualSays) {
  const fs::path program = folder_ / "say";
  std::ofstream(program) << R"(#!/bin/sh
if [ "$1 $2" = "-v ?" ]; then
  echo "Bad News            en_US    # The light you see is the headlamp of a fast approaching train."
  echo "Kyoko               ja_JP    # Konnichiwa."
  exit 0
fi
[ "$1 $2 $3 $4 $5" = "-v Kyoko -r 350 -o" ] || { echo "what is $*" >&2; exit 2; }
[ "$7 $8 $9" = "--file-format=WAVE --data-format=LEI16@22050 -f" ] || exit 3
exec espeak-ng -v en --stdin -w "$6"
)";
  fs::permissions(program, fs::perms::owner_all);
  const ScopedVariable path("PATH", folder_.string() + ":" + std::getenv("PATH"));
  auto voice = open_voice("say", kJapanese, 2.0);
  ASSERT_TRUE(voice) << voice.error().message;
  EXPECT_EQ((*voice)->name(), "say:Kyoko");
  const Spoken spoken = speak(**voice, "hello there");
  ASSERT_TRUE(spoken.result) << spoken.result.error().message;
  EXPECT_GT(spoken.rms, 0.01);
  EXPECT_THAT(error_of("say", {"deu_Latn", "de"}), HasSubstr("no voice for the language de"));
}

}  // namespace
}  // namespace sotto::speech::voice_test
