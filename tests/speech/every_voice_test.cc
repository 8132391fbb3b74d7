// What every voice does, whatever its kind: the contract of speech/voice.h.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <set>
#include <thread>

#include "base/process_state.h"
#include "golden.h"
#include "speech/heard.h"

namespace sotto::speech::every_voice_test {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Clock = std::chrono::steady_clock;

const Language kJapanese{"jpn_Jpan", "ja"}, kEnglish{"eng_Latn", "en"};

// A kind of voice in a language of its own.
struct Case {
  const char* kind;
  Language language;
  const char* short_text;
  const char* long_text;
  int short_texts;         // that a very long text has, as many as are said in some seconds
  bool is_trained = true;  // else its sounds have lengths that mean nothing
  const char* voice = "";  // behind the kind's name
  const char* model = "";
  int utterances = 100;  // that leave nothing behind
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.kind << ' ' << c.language.iso; }

std::string golden(const char* file) { return (sotto::testing::golden_folder("") / file).string(); }

// Every row of voice_kinds() that speaks on this machine has a case: see EveryKind.
const Case kCases[] = {
    // 2,000 characters, a fifth of the others': the sound is our own work.
    {"open-jtalk", kJapanese, "終わりました。",
     "ログインのテストが失敗する原因を調べて、設定を修正しました。", 286},
    {"espeak-ng", kJapanese, "終わりました。",
     "ログインのテストが失敗する原因を調べて、設定を修正しました。", 1430},
    {"espeak-ng", kEnglish, "All done. ",
     "I looked for the reason why the login test fails and fixed it. ", 1430},
    {"pocket-tts", kEnglish, "All done. ",
     "I looked for the reason why the login test fails and fixed it. ", 100, false,
     "pocket_tts/voice_lsd_voice24k.safetensors", "pocket_tts/models/lsd.yaml"},
    {"kokoro", kJapanese, "終わりました。",
     "ログインのテストが失敗する原因を調べて、設定を修正しました。", 30, false, "", "kokoro"},
    {"chatterbox", kEnglish, "All done. ",
     "I looked for the reason why the login test fails and fixed it. ", 80, false, "",
     "chatterbox/brief", 20},
    {"xtts", kEnglish, "All done. ",
     "I looked for the reason why the login test fails and fixed it. ", 600, false, "", "xtts", 20},
    {"say", kEnglish, "All done. ",
     "I looked for the reason why the login test fails and fixed it. ", 200}};

struct Spoken {
  Result<void> result;
  double seconds = 0, rms = 0;
  size_t samples = 0;
  int chunks = 0;
};

class EveryVoice : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    const Case& c = GetParam();
    if (*c.model != 0) {
      options_.model = golden(c.model);
      options_.settings["temperature"] = "0";
      options_.threads = 2;
    } else if (kind_of(c.kind)->voices({}).empty()) {
      GTEST_SKIP() << kind_of(c.kind)->list()[0].why;
    }
    voice_ = open(1);
    ASSERT_NE(voice_, nullptr);
  }

  static std::string name() {
    const Case& c = GetParam();
    return *c.voice == 0 ? c.kind : c.kind + (":" + golden(c.voice));
  }

  std::unique_ptr<Voice> open(double rate) const {
    auto voice = open_voice(name(), GetParam().language, rate, options_);
    EXPECT_TRUE(voice) << voice.error().message;
    return voice ? *std::move(voice) : nullptr;
  }

  // Listens to so many samples and refuses the chunk that they end in. Every chunk is looked at.
  Spoken speak(Voice& voice, const std::string& text, std::stop_token stop = {},
               size_t patience = SIZE_MAX) const {
    Spoken spoken;
    double sum = 0;
    bool has_left = false;
    spoken.result = voice.speak(text, std::move(stop), [&](const audio::Chunk& chunk) {
      EXPECT_FALSE(has_left) << "a chunk behind one that was refused";
      EXPECT_FALSE(chunk.samples.empty());
      EXPECT_EQ(chunk.sample_rate_hz, voice.sample_rate_hz());
      EXPECT_TRUE(
          std::ranges::all_of(chunk.samples, [](float s) { return std::abs(s) <= 1; }));  // no NaN
      for (const float s : chunk.samples) sum += double{s} * s;
      spoken.samples += chunk.samples.size();
      ++spoken.chunks;
      has_left = spoken.samples >= patience;
      return !has_left;
    });
    spoken.seconds = static_cast<double>(spoken.samples) / voice.sample_rate_hz();
    spoken.rms = std::sqrt(sum / std::max(static_cast<double>(spoken.samples), 1.0));
    return spoken;
  }

  VoiceOptions options_;
  std::unique_ptr<Voice> voice_;
};

TEST_P(EveryVoice, IsHeardAndLongerTextTakesLonger) {
  const Spoken brief = speak(*voice_, GetParam().short_text);
  const Spoken lengthy = speak(*voice_, GetParam().long_text);
  ASSERT_TRUE(brief.result) << brief.result.error().message;
  ASSERT_TRUE(lengthy.result);
  EXPECT_GE(voice_->sample_rate_hz(), 8000);
  EXPECT_GT(brief.seconds, 0);
  if (!GetParam().is_trained) return;
  EXPECT_GT(brief.rms, 0.01);
  EXPECT_LT(brief.rms, 0.5);
  EXPECT_GT(brief.seconds, 0.2);
  EXPECT_GT(lengthy.seconds, 2 * brief.seconds);
}

TEST_P(EveryVoice, FasterIsShorter) {
  const auto fast = open(2.0), slow = open(0.6);
  ASSERT_TRUE(fast && slow);
  const double normal = speak(*voice_, GetParam().long_text).seconds;
  EXPECT_LT(speak(*fast, GetParam().long_text).seconds, 0.75 * normal);
  EXPECT_GT(speak(*slow, GetParam().long_text).seconds, 1.25 * normal);
}

TEST_P(EveryVoice, ARateHoldsFromTheNextTextOn) {
  const double normal = speak(*voice_, GetParam().long_text).seconds;
  ASSERT_TRUE(voice_->set_rate(0.25));
  EXPECT_GT(speak(*voice_, GetParam().long_text).seconds, 3 * normal);
  ASSERT_TRUE(voice_->set_rate(4));
  // A network's own rate has an end, where each phoneme has one frame left.
  EXPECT_LT(speak(*voice_, GetParam().long_text).seconds,
            (GetParam().is_trained ? 0.4 : 0.6) * normal);
  ASSERT_TRUE(voice_->set_rate(1));
  EXPECT_NEAR(speak(*voice_, GetParam().long_text).seconds, normal, 1e-6);
}

TEST_P(EveryVoice, SaysNothingForNothing) {
  for (const char* text : {"", " ", "\n\n"}) {
    const Spoken spoken = speak(*voice_, text);
    EXPECT_TRUE(spoken.result);
    EXPECT_EQ(spoken.chunks, 0);
  }
}

TEST_P(EveryVoice, WordsBesideAnEmojiAreSaid) {
  for (const std::string emoji : {"🎉", "👩‍👩‍👧", "❤️", "🇯🇵"}) {
    EXPECT_TRUE(speak(*voice_, emoji).result) << emoji;
    const Spoken spoken = speak(*voice_, emoji + " " + GetParam().short_text + emoji);
    EXPECT_TRUE(spoken.result) << spoken.result.error().message;
    EXPECT_GT(spoken.seconds, 0) << emoji;
  }
}

TEST_P(EveryVoice, OddTextIsHarmless) {
  const fs::path trap = fs::path(::testing::TempDir()) / "sotto-voice-trap";
  for (const std::string& text :
       {"$(touch " + trap.string() + ")", "`touch " + trap.string() + "`; touch " + trap.string(),
        std::string("-v en --help"), std::string("'\"\\"), std::string("a\nb\r\nc"),
        std::string("a\0b", 3), std::string("\xff\xfe\x80"),
        std::string("[[h@l'oU]] [Output label]"), std::string("。。。、、、"),
        std::string("%s%n{}"), std::string(400, '!'), std::string(40, 'w')}) {
    const Spoken spoken = speak(*voice_, text);
    EXPECT_TRUE(spoken.result) << text << ": " << spoken.result.error().message;
  }
  EXPECT_FALSE(fs::exists(trap));
}

TEST_P(EveryVoice, StopIsObeyedAtOnce) {
  std::string text;
  for (int i = 0; i < 40; ++i) text += GetParam().long_text;
  std::stop_source source;
  Clock::time_point asked;
  std::thread stopper([&] {
    std::this_thread::sleep_for(milliseconds(30));
    asked = Clock::now();
    source.request_stop();
  });
  const Spoken spoken = speak(*voice_, text, source.get_token());
  const auto ended = Clock::now();
  stopper.join();
  ASSERT_FALSE(spoken.result);
  EXPECT_EQ(spoken.result.error().code, Errc::cancelled);
  EXPECT_LT(ended - asked, milliseconds(100));
  EXPECT_TRUE(speak(*voice_, GetParam().short_text).result);  // and it can speak again
}

TEST_P(EveryVoice, AStopThatWasSetBeforeIsObeyed) {
  std::stop_source source;
  source.request_stop();
  const Spoken spoken = speak(*voice_, GetParam().short_text, source.get_token());
  ASSERT_FALSE(spoken.result);
  EXPECT_EQ(spoken.result.error().code, Errc::cancelled);
  EXPECT_EQ(spoken.chunks, 0);
}

// Whoever refuses a chunk, be it the last, hears no other, and is told that not all was said.
TEST_P(EveryVoice, AListenerThatLeavesEndsIt) {
  for (const double rate : {1.0, 0.4}) {  // slower than some can be by themselves
    SCOPED_TRACE(rate);
    ASSERT_TRUE(voice_->set_rate(rate));
    const size_t all = speak(*voice_, GetParam().short_text).samples;
    ASSERT_GT(all, 0u);
    for (const size_t patience : {size_t{0}, all / 2, all}) {
      SCOPED_TRACE(patience);
      const Spoken spoken = speak(*voice_, GetParam().short_text, {}, patience);
      ASSERT_FALSE(spoken.result);
      EXPECT_EQ(spoken.result.error().code, Errc::cancelled);
      EXPECT_TRUE(patience > 0 || spoken.chunks == 1);
    }
  }
  EXPECT_TRUE(speak(*voice_, GetParam().short_text).result);  // and it can speak again
}

TEST_P(EveryVoice, AVeryLongTextIsSpokenToTheEnd) {
  const auto fast = open(4.0);  // to be done sooner
  ASSERT_NE(fast, nullptr);
  std::string text;
  const int times = GetParam().short_texts;
  for (int i = 0; i < times; ++i) text += GetParam().short_text;
  const Spoken one = speak(*fast, GetParam().short_text), all = speak(*fast, text);
  ASSERT_TRUE(all.result) << all.result.error().message;
  // A pause at its end is part of the one.
  EXPECT_GT(all.seconds, (GetParam().is_trained ? times / 4 : 2) * one.seconds);
}

// Sanitizers are slow, and see what one utterance leaves behind.
#ifdef SOTTO_SANITIZED
constexpr int kOneOf = 5;
#else
constexpr int kOneOf = 1;
#endif

TEST_P(EveryVoice, ManyUtterancesLeaveNothingBehind) {
  ASSERT_TRUE(speak(*voice_, GetParam().short_text).result);
  const long before = open_descriptors();
  for (int i = 0; i < GetParam().utterances; i += kOneOf)
    ASSERT_TRUE(speak(*voice_, GetParam().short_text).result);
  EXPECT_EQ(open_descriptors(), before);
  voice_.reset();
  EXPECT_FALSE(has_children());
}

TEST_P(EveryVoice, ASeedSpeaksTheSameWay) {
  const auto& settings = kind_of(GetParam().kind)->settings;
  if (std::ranges::find(settings, "seed", &VoiceSetting::key) == settings.end())
    GTEST_SKIP() << "it has none";
  options_.settings["temperature"] = "0.7";
  const auto first = open(1), second = open(1);
  options_.settings["seed"] = "7";
  const auto other = open(1);
  ASSERT_TRUE(first && second && other);
  const std::vector<float> sound = heard(*first, GetParam().short_text);
  EXPECT_EQ(heard(*second, GetParam().short_text), sound);
  EXPECT_NE(heard(*other, GetParam().short_text), sound);
}

TEST_P(EveryVoice, IsListedWithItsLanguage) {
  const std::vector<SingleVoice> voices = kind_of(GetParam().kind)->voices(options_);
  ASSERT_FALSE(voices.empty());
  EXPECT_EQ(voices[0].name, GetParam().kind);
  if (!voices[0].languages.empty()) {  // else they are not known
    EXPECT_THAT(voices[0].languages, Contains(GetParam().language.iso));
  }
}

TEST_P(EveryVoice, AutoTakesTheModelThatIsNamed) {
  if (*GetParam().model == 0) GTEST_SKIP() << "it has none";
  std::vector<std::string_view> order;
  for (const VoiceKind* kind : auto_order(voice_kinds(), GetParam().language, options_))
    if (kind->has_models) order.push_back(kind->name);
  EXPECT_THAT(order, ElementsAre(GetParam().kind));
}

TEST_P(EveryVoice, AModelThatIsNotThereIsNamed) {
  if (*GetParam().model == 0) GTEST_SKIP() << "it has none";
  options_.model = "/nowhere/model";
  EXPECT_THAT(error_of(name(), GetParam().language, options_), HasSubstr("/nowhere/model"));
}

INSTANTIATE_TEST_SUITE_P(Voices, EveryVoice, ::testing::ValuesIn(kCases), [](const auto& info) {
  std::string name = info.param.kind + ("_" + info.param.language.iso);
  std::erase(name, '-');
  return name;
});

TEST(EveryKind, HasACaseHere) {
  std::set<std::string_view> kinds, cases;
  for (const VoiceKind* kind : voice_kinds()) {
    // cloud_voices_test.py and voicevox_test.py have the others.
    if (!kind->only_by_name) kinds.insert(kind->name);
  }
  for (const Case& c : kCases) cases.insert(c.kind);
  EXPECT_EQ(kinds, cases);
}

}  // namespace
}  // namespace sotto::speech::every_voice_test
