#include "phonemes/kokoro_text.h"
#include "japanese/mecab.h"

#include <gmock/gmock.h>

#include "base/child.h"
#include "base/paths.h"
#include "checkpoint/files.h"
#include "golden.h"
#include "phonemes/open_jtalk_voices.h"
#include "phonemes/phoneme_chunks.h"
#include "text/pronouncer.h"
#include "tokenize/phoneme_vocabulary.h"

namespace sotto::phonemes::kokoro_text_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::SizeIs;
using tokenize::phoneme_count;

std::string repeated(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

std::string joined(const std::vector<std::string>& chunks) {
  std::string out;
  for (const std::string& chunk : chunks) out += chunk;
  return out;
}

TEST(PhonemeChunks, ShortTextsStayWhole) {
  EXPECT_THAT(phoneme_chunks(""), IsEmpty());
  EXPECT_THAT(phoneme_chunks("   "), IsEmpty());
  EXPECT_THAT(phoneme_chunks("tesɨto ɡa. hai."), ElementsAre("tesɨto ɡa. hai."));
}

TEST(PhonemeChunks, CutsAreAtSentencesThenAtClauses) {
  const ChunkSizes sizes{.first = 30, .aim = 40, .least = 5, .most = 60};
  // A sentence that fits, then one with a clause that does.
  EXPECT_THAT(phoneme_chunks("one two three, four five. six seven eight nine ten, eleven twelve "
                             "thirteen fourteen, fifteen.",
                             sizes),
              ElementsAre("one two three, four five.", "six seven eight nine ten,",
                          "eleven twelve thirteen fourteen, fifteen."));
  // A closing mark goes along; a full stop within a number is none.
  EXPECT_THAT(
      phoneme_chunks("he said “ten nine eight.” and 3.5 of them went away, so it is.", sizes),
      ElementsAre("he said “ten nine eight.”", "and 3.5 of them went away, so it is."));
}

TEST(PhonemeChunks, WhatHasNoGoodPlaceIsCutAtTheMost) {
  const ChunkSizes sizes;
  const auto words = phoneme_chunks(repeated("kotoba ", 300), sizes);
  for (const std::string& chunk : words) {
    EXPECT_LE(phoneme_count(chunk), 510u);
    EXPECT_TRUE(chunk.starts_with("kotoba") && chunk.ends_with("kotoba")) << chunk;
  }
  const auto letters = phoneme_chunks(repeated("ɯ", 10'000), sizes);
  EXPECT_THAT(letters, SizeIs(20));
  EXPECT_EQ(joined(letters), repeated("ɯ", 10'000));
}

TEST(PhonemeChunks, LongTextsComeInPiecesOfTheWishedSize) {
  const std::string text =
      repeated("kono kaɴsɨː βa soɾa no ɾʲisɨto o kaeɕimasɨ. heŋkoː o ɕite, pɯʔɕɨ maɕita. ", 20);
  const auto chunks = phoneme_chunks(text);
  EXPECT_EQ(without_spaces(joined(chunks)), without_spaces(text));
  EXPECT_LE(phoneme_count(chunks.front()), 60u);
  for (size_t i = 0; i < chunks.size(); ++i) {
    EXPECT_TRUE(chunks[i].ends_with('.')) << chunks[i];
    EXPECT_LE(phoneme_count(chunks[i]), 220u);
    if (i > 0 && i + 1 < chunks.size()) {
      EXPECT_GE(phoneme_count(chunks[i]), 50u);
    }
  }
}

// The first one is heard soon; each of the others is made while the one before is heard.
TEST(PhonemeChunks, TheFirstOneIsShortAndTheOthersGrow) {
  const auto chunks = phoneme_chunks(repeated("kono kaɴsɨː βa soɾa no ɾʲisɨ, ", 20));
  ASSERT_GE(chunks.size(), 4u);
  EXPECT_EQ(phoneme_count(chunks[0]), 29u);   // a clause
  EXPECT_EQ(phoneme_count(chunks[1]), 59u);   // two: 72 at most
  EXPECT_EQ(phoneme_count(chunks[2]), 179u);  // six: 200 at most
}

// Upstream cuts what is over 510 off; here nothing is lost.
TEST(PhonemeChunks, TheLongGoldenTextsKeepAllOfThemselves) {
  const nlohmann::json cases =
      sotto::testing::golden_json(sotto::testing::golden_folder("kokoro") / "cases.json");
  for (const auto& split : cases.at("split")) {
    std::string phonemes;
    for (const auto& chunk : split.at("chunks"))
      phonemes += chunk.at("phonemes").get<std::string>() + " ";
    const auto chunks = phoneme_chunks(phonemes);
    EXPECT_EQ(without_spaces(joined(chunks)), without_spaces(phonemes));
    for (const std::string& chunk : chunks) EXPECT_LE(phoneme_count(chunk), 510u);
  }
}

TEST(KokoroLanguages, AVoicesNameTellsItsLanguage) {
  EXPECT_EQ(kokoro_language_of("jf_alpha")->iso, "ja");
  EXPECT_EQ(kokoro_language_of("0.5 * bm_george+af_heart")->espeak, "en-gb");
  EXPECT_EQ(kokoro_language_of("pf_dora")->espeak, "pt-br");
  EXPECT_EQ(kokoro_language_of("zf_xiaobei"), nullptr);
  EXPECT_EQ(kokoro_language_of(""), nullptr);
}

class KokoroTextTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (open_jtalk_voices().empty() || japanese::open_jtalk_dictionary().empty()) {
      GTEST_SKIP() << "no Open JTalk voice is installed (scripts/voice-mei)";
    }
    auto opened =
        KokoroText::open(*kokoro_language_of("jf_alpha"), test_data("kokoro/ja_words.txt"));
    ASSERT_TRUE(opened) << opened.error().message;
    japanese_.emplace(*std::move(opened));
  }
  std::string phonemes(std::string_view text) {
    const auto result = japanese_->phonemes(text, {});
    return result ? *result : result.error().message;
  }
  std::optional<KokoroText> japanese_;
};

TEST_F(KokoroTextTest, JapaneseIsReadWhole) {
  EXPECT_EQ(phonemes("変更をコミットして、プッシュしました。"),
            "heŋkoː o komʲiʔto ɕite, pɯʔɕɨ ɕi maɕita.");
  japanese_->prepare();
  EXPECT_EQ(phonemes("テストが失敗しました。\nはい。"), "tesɨto ɡa ɕiʔpai ɕi maɕita. hai.");
}

// Names of programs and files come as katakana from the readings that all voices share.
TEST_F(KokoroTextTest, LatinWordsAreSaidAndNotSpelt) {
  const Language japanese = *find_language("ja");
  const auto readings = text::Pronouncer::built_in(japanese);
  const auto said = [&](const std::string& sentence) {
    return phonemes(readings.spoken({sentence, {}, japanese}));
  };
  EXPECT_EQ(said("GitHubのイシューを見ています。"), "ɡʲiʔto habɯ no iɕɨː o mʲite imasɨ.");
  EXPECT_EQ(said("nullを返します。"), "nɯɾɯ o kaeɕimasɨ.");
}

TEST_F(KokoroTextTest, ARangeIsSaid) {
  EXPECT_EQ(phonemes("3〜5分かかります。"), phonemes("3から5分かかります。"));
  EXPECT_EQ(phonemes("10～20件です。"), phonemes("10から20件です。"));
  EXPECT_EQ(phonemes("そうですか〜"), "soː desɨ ka —");
}

TEST_F(KokoroTextTest, OddTextsAreNoError) {
  for (const char* text : {"", "   ", "。", "…！？", "😀", "😀😀テスト", "(", "「」", "a\x01"}) {
    const auto result = japanese_->phonemes(text, {});
    EXPECT_TRUE(result) << text << ": " << result.error().message;
  }
  EXPECT_EQ(phonemes(""), "");
}

TEST_F(KokoroTextTest, TenThousandCharactersAreReadToTheirEnd) {
  const std::string result = phonemes(repeated("この関数は空のリストを返します。", 625));
  size_t sentences = 0;
  for (size_t at = 0; (at = result.find("kaeɕimasɨ.", at)) != result.npos; ++at) ++sentences;
  EXPECT_EQ(sentences, 625u);
  for (const std::string& chunk : phoneme_chunks(result))
    EXPECT_THAT(phoneme_count(chunk), Le(510u));
}

TEST_F(KokoroTextTest, AStopIsObeyed) {
  std::stop_source stopped;
  stopped.request_stop();
  const auto result = japanese_->phonemes("テスト", stopped.get_token());
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, Errc::cancelled);
}

// With upstream's whole list, as scripts/voice-kokoro installs it, the recorded cases hold as well.
TEST_F(KokoroTextTest, TheInstalledListGivesTheRecordedWords) {
  const auto list = data_folder() / "models" / "kokoro" / "ja_words.txt";
  if (!std::filesystem::exists(list))
    GTEST_SKIP() << "Kokoro is not installed (scripts/voice-kokoro)";
  auto whole = KokoroText::open(*kokoro_language_of("jf_alpha"), list);
  ASSERT_TRUE(whole) << whole.error().message;
  const nlohmann::json cases =
      sotto::testing::golden_json(sotto::testing::golden_folder("kokoro") / "cases.json");
  for (const auto& text : cases.at("texts")) {
    if (text.at("lang") != "ja") continue;
    EXPECT_EQ(*whole->phonemes(text.at("text").get<std::string>(), {}),
              phonemes(text.at("text").get<std::string>()));
  }
}

TEST(KokoroText, WhatIsMissingIsNamed) {
  const checkpoint::ScopedVariable path("PATH", "/nowhere");
  const auto japanese = KokoroText::open(*kokoro_language_of("jf_alpha"), "");
  ASSERT_FALSE(japanese);
  EXPECT_THAT(japanese.error().message, HasSubstr("Open JTalk, which is not installed"));
  const auto english = KokoroText::open(*kokoro_language_of("af_heart"), "");
  ASSERT_FALSE(english);
  EXPECT_THAT(english.error().message, HasSubstr("espeak-ng: the program is not installed"));
}

}  // namespace
}  // namespace sotto::phonemes::kokoro_text_test
