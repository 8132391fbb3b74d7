// Whoever reads Japanese to a voice is given the same text (japanese_text.h).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/child.h"
#include "golden.h"
#include "phonemes/kokoro_text.h"
#include "speech/open_jtalk.h"
#include "speech/voice_kinds.h"
#include "speech/xtts_reader.h"

namespace sotto::speech::japanese_readers_test {
namespace {

// What was a silent pause, or wrong, beside how it is said.
constexpr std::pair<const char*, const char*> kSaid[] = {
    {"髙橋さんです。", "高橋さんです。"},
    {"①です。", "1です。"},
    {"㍻です。", "平成です。"},
    {"½です。", "2分の1です。"},
    {"嗤うです。", "わらうです。"},
    {"−5です。", "マイナス5です。"},
    {"±2です。", "プラスマイナス2です。"},
    {"5〜10分です。", "5から10分です。"},
    {"$5.3億です。", "5.3億ドルです。"},
};

// Which of the pairs differ, and which texts say nothing.
template <class Read>
std::string differing(Read read) {
  std::string differing;
  for (const auto& [text, said] : kSaid) {
    const auto heard = read(text);
    if (heard.empty() || heard != read(said)) differing += text;
  }
  return differing;
}

std::vector<float> sound_of(Voice& voice, const std::string& text) {
  std::vector<float> sound;
  const auto spoken = voice.speak(text, {}, [&](const audio::Chunk& chunk) {
    sound.insert(sound.end(), chunk.samples.begin(), chunk.samples.end());
    return true;
  });
  EXPECT_TRUE(spoken) << spoken.error().message;
  return sound;
}

void expect_voice_says_all(const char* name) {
  const auto voice = open_voice(name, {"jpn_Jpan", "ja"});
  if (!voice) GTEST_SKIP() << voice.error().message;
  EXPECT_EQ(differing([&](const char* text) { return sound_of(**voice, text); }), "");
}

TEST(JapaneseReaders, OpenJTalk) { expect_voice_says_all("open-jtalk"); }
TEST(JapaneseReaders, Espeak) { expect_voice_says_all("espeak-ng"); }

TEST(JapaneseReaders, Kokoro) {
  if (!phonemes::KokoroText::missing(*phonemes::kokoro_language_of("jf_alpha")).empty())
    GTEST_SKIP();
  auto text = phonemes::KokoroText::open(*phonemes::kokoro_language_of("jf_alpha"),
                                         test_data("kokoro/ja_words.txt"));
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_EQ(differing([&](const char* given) {
              const auto phonemes = text->phonemes(given, {});
              return phonemes ? *phonemes : std::string();
            }),
            "");
}

TEST(JapaneseReaders, Xtts) {
  const auto reader = open_xtts_reader("ja");
  if (!reader) GTEST_SKIP() << reader.error().message;
  EXPECT_EQ(differing([&](const char* text) { return (*reader)(text); }), "");
  EXPECT_EQ((*reader)("3件です。"), "sanken desu.");
}

}  // namespace
}  // namespace sotto::speech::japanese_readers_test
