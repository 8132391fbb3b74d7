// Words that no table of the program has, with the readings that a listener would accept
// (tests/data/kana).
#include "text/english_katakana.h"

#include <gmock/gmock.h>

#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "paths.h"
#include "text/data/english_ja.h"
#include "text/data/words_ja.h"
#include "text/kana_sounds.h"
#include "text/pronunciation_rules.h"

namespace sotto::text::english_katakana_test {
namespace {

// ヴ as ブ; a long vowel at the end is a matter of taste.
std::string plain(std::string_view reading) {
  const auto sounds = sounds_of(reading);
  std::string out = sounds ? katakana_of(*sounds) : std::string(reading);
  if (out.ends_with("ー")) out.resize(out.size() - std::string_view("ー").size());
  return out;
}

bool is_accepted(const std::string& said, std::istringstream readings) {
  for (std::string one; std::getline(readings, one, '|');)
    if (plain(one) == plain(said)) return true;
  return false;
}

TEST(EnglishKatakanaTest, FourOfFiveUnknownWordsAreSaidRight) {
  std::ifstream file(test_data("kana/english.tsv"));
  int all = 0, right = 0;
  for (std::string word, readings; std::getline(file, word, '\t') && std::getline(file, readings);
       ++all)
    right += is_accepted(english_katakana(word), std::istringstream(readings)) ? 1 : 0;
  ASSERT_GT(all, 400);
  RecordProperty("right", right);
  EXPECT_GE(right * 100, all * 82) << right << " of " << all;
}

TEST(EnglishKatakanaTest, NoTableHasTheWordsSetApart) {
  const ReadingMap tables[] = {read_pairs(kJapaneseWords), read_pairs(kEnglishInJapanese)};
  std::ifstream file(test_data("kana/english.tsv"));
  for (std::string word, readings; std::getline(file, word, '\t') && std::getline(file, readings);)
    for (const ReadingMap& table : tables) EXPECT_FALSE(table.contains(word)) << word;
}

TEST(EnglishKatakanaTest, EachReadingOfTheTablesIsKatakana) {
  for (const auto& [word, reading] : read_pairs(kEnglishInJapanese))
    EXPECT_TRUE(sounds_of(reading)) << word << " " << reading;
}

TEST(EnglishKatakanaTest, OnlyLettersAreSaid) {
  for (const char* text : {"", "Kana", "two words", "naïve", "x1"})
    EXPECT_EQ(english_katakana(text), "") << text;
}

TEST(KanaSoundsTest, EachReadingComesBack) {
  for (const char* kana :
       {"カット", "キャッシュ", "クエリー", "ファイル", "ウェブ", "デュアル", "シンク"}) {
    const auto sounds = sounds_of(kana);
    ASSERT_TRUE(sounds) << kana;
    EXPECT_EQ(katakana_of(*sounds), kana);
  }
  EXPECT_EQ(plain("ヴァ"), "バ");
  EXPECT_FALSE(sounds_of("漢"));
}

}  // namespace
}  // namespace sotto::text::english_katakana_test
