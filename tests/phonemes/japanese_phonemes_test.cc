#include "phonemes/japanese_phonemes.h"
#include "japanese/mecab.h"

#include <gmock/gmock.h>

#include "base/paths.h"
#include "golden.h"
#include "phonemes/kana_phonemes.h"
#include "phonemes/open_jtalk_voices.h"

namespace sotto::phonemes::japanese_phonemes_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

nlohmann::json golden_cases() {
  return sotto::testing::golden_json(sotto::testing::golden_folder("kokoro") / "cases.json");
}

// Upstream's list, as far as the texts need it: the goldens' own, else all of the installed one.
WordList word_list() {
  const auto own = sotto::testing::golden_folder("kokoro") / "ja_words.txt";
  const auto installed = data_folder() / "models" / "kokoro" / "ja_words.txt";
  for (const auto& file :
       {own, installed, std::filesystem::path(test_data("kokoro/ja_words.txt"))}) {
    if (!std::filesystem::exists(file)) continue;
    auto list = WordList::open(file);
    if (!list) ADD_FAILURE() << list.error().message;
    return *list;
  }
  return {};
}

TEST(KanaPhonemes, EachUnitOfTheTable) {
  const nlohmann::json cases = golden_cases();
  size_t compared = 0;
  for (const char* set : {"kana", "kana_in_context"}) {
    for (const auto& [kana, phonemes] : cases.at(set).items()) {
      // Upstream's function is given hiragana alone.
      if (kana == "ラーメン") continue;
      EXPECT_EQ(kana_phonemes(kana), phonemes.get<std::string>()) << kana;
      ++compared;
    }
  }
  EXPECT_GT(compared, 180u);
}

TEST(KanaPhonemes, KatakanaBecomesHiragana) {
  EXPECT_EQ(to_hiragana("ヴァージョン・ヶー漢字abcヽ"), "ゔぁーじょん・ゖー漢字abcヽ");
  EXPECT_EQ(kana_phonemes(""), "");
  EXPECT_EQ(kana_phonemes("漢a"), "");
  EXPECT_EQ(symbol_phonemes("「・…ー。」"), "“ …ー.”");
}

// The same rules on Open JTalk's words give what upstream's own function made of them.
TEST(JapanesePhonemes, WordsBecomeUpstreamsString) {
  const WordList list = word_list();
  size_t compared = 0;
  const nlohmann::json cases = golden_cases();
  for (const auto& text : cases.at("texts")) {
    if (text.at("lang") != "ja") continue;
    std::vector<JTalkWord> words;
    for (const auto& node : text.at("open_jtalk").at("nodes")) {
      words.push_back({node.at("surface"), node.at("pron"), node.at("mora_size")});
    }
    EXPECT_EQ(join_japanese_words(words, list),
              text.at("open_jtalk").at("phonemes").get<std::string>())
        << text.at("text");
    ++compared;
  }
  EXPECT_GT(compared, 0u);
}

TEST(JapanesePhonemes, TheStringIsTidiedAsUpstreamDoesIt) {
  size_t compared = 0;
  const nlohmann::json cases = golden_cases();
  for (const auto& text : cases.at("texts")) {
    if (text.at("lang") != "ja") continue;
    std::string joined;
    for (const auto& token : text.at("tokens")) {
      joined += token.at(0).get<std::string>() + (token.at(1).get<bool>() ? " " : "");
    }
    EXPECT_EQ(tidy_japanese_phonemes(joined), text.at("phonemes").get<std::string>());
    ++compared;
  }
  EXPECT_GT(compared, 0u);
  EXPECT_EQ(tidy_japanese_phonemes("haʔ seɴ (a)  b, ʔa aʔ “b”"), "haʔseɴ «a» b, ʔa aʔ “b”");
  EXPECT_EQ(tidy_japanese_phonemes(" "), "");
}

// The installed program and dictionary against the recorded words.
TEST(JapanesePhonemes, OpenJTalkReadsTheTextsAsRecorded) {
  const auto voices = open_jtalk_voices();
  const auto dictionary = japanese::open_jtalk_dictionary();
  if (voices.empty() || dictionary.empty() || !has_program("open_jtalk")) {
    GTEST_SKIP() << "no Open JTalk voice is installed (scripts/voice-mei)";
  }
  OpenJTalkReader reader(dictionary, voices.begin()->second);
  const WordList list = word_list();
  size_t alike = 0, expected = 0;  // to upstream's own, but for spaces
  const nlohmann::json cases = golden_cases();
  for (const auto& text : cases.at("texts")) {
    if (text.at("lang") != "ja") continue;
    const auto reading = reader.read(text.at("text"), {});
    ASSERT_TRUE(reading) << reading.error().message;
    EXPECT_FALSE(reading->labels.empty());
    EXPECT_EQ(join_japanese_words(reading->words, list),
              text.at("open_jtalk").at("phonemes").get<std::string>())
        << text.at("text");
    std::string ours = japanese_phonemes(reading->words, list), theirs = text.at("phonemes");
    std::erase(ours, ' ');
    std::erase(theirs, ' ');
    alike += ours == theirs;
    expected += text.at("open_jtalk").at("same_without_spaces").get<bool>();
    reader.prepare();
  }
  // Upstream reads with UniDic. Six of the thirty sentences here differ: 3分 (pɯɴ for bɯɴ),
  // 40パーセント with 使用量 (ʔ, ɯ), 1件 (iʔkeɴ), よろしい (ii for iː), GitHub and null (spelt for
  // left out).
  EXPECT_EQ(alike, expected);
}

TEST(JapanesePhonemes, ATraceIsReadByItsSections) {
  const JTalkReading reading = parse_jtalk_trace(
      "[Text analysis result]\n"
      "失敗,名詞,サ変接続,*,*,*,*,失敗,シッパイ,シッパイ,0/4,C2,-1\n"
      "，,記号,読点,*,*,*,*,，,、,、,0/0,*,0\n"
      "broken line\n"
      "\n"
      "[Output label]\n"
      "0 50000 xx^xx-sil+sh=i\n"
      "50000 90000 xx^sil-sh+i=q\n"
      "\n"
      "[Global parameter]\nSampring frequency -> 48000\n");
  EXPECT_THAT(reading.words,
              ElementsAre(JTalkWord{"失敗", "シッパイ", 4}, JTalkWord{"，", "、", 0}));
  EXPECT_THAT(reading.labels, ElementsAre("xx^xx-sil+sh=i", "xx^sil-sh+i=q"));
  EXPECT_THAT(parse_jtalk_trace("").labels, IsEmpty());
  EXPECT_THAT(parse_jtalk_trace("[Text analysis result]\n,,,,,,,,,,/\n,,,,,,,,,,1/x\n").words,
              IsEmpty());
}

TEST(JapanesePhonemes, WithoutAListWordsStayApart) {
  const std::vector<JTalkWord> words = {{"まし", "マシ’", 2}, {"た", "タ", 1}, {"。", "、", 0}};
  EXPECT_EQ(japanese_phonemes(words, WordList()), "maɕi ta.");
  EXPECT_EQ(japanese_phonemes(words, word_list()), "maɕita.");
  EXPECT_EQ(japanese_phonemes({}, word_list()), "");
  EXPECT_FALSE(WordList::open("/nowhere/ja_words.txt"));
}

}  // namespace
}  // namespace sotto::phonemes::japanese_phonemes_test
