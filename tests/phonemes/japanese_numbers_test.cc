// What numbers with counters are, by the rules of the language: the readers' kana beside them, and
// what Open JTalk says.
#include "phonemes/japanese_numbers.h"
#include "japanese/mecab.h"

#include <gtest/gtest.h>

#include <map>

#include "base/child.h"
#include "base/utf32.h"
#include "phonemes/japanese_counters.h"
#include "phonemes/japanese_text.h"
#include "phonemes/open_jtalk_reader.h"
#include "phonemes/open_jtalk_voices.h"

namespace sotto::phonemes::japanese_numbers_test {
namespace {

// As if a word ended behind each character.
std::string said(std::string_view text, JapaneseNumbers numbers) {
  const std::u32string characters = to_utf32(text);
  return to_utf8(said_numbers(characters, std::vector<bool>(characters.size(), true), numbers));
}

std::string in_kana(std::string_view text) { return said(text, JapaneseNumbers::kana); }

std::string for_open_jtalk(std::string_view text) { return said(text, JapaneseNumbers::digits); }

// Of 0 to 20, 100, 1000, 10000.
constexpr int kNumbers[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,   10,   11,
                            12, 13, 14, 15, 16, 17, 18, 19, 20, 100, 1000, 10000};

// The readings of 1 to 10, 100, 1000 and 10000 tell all: 11 to 19 are those behind ジュウ, but for
// the days of a month.
struct CounterRow {
  const char* counter;
  std::vector<const char*> readings;
};

const std::vector<CounterRow>& counter_rows() {
  static const std::vector<CounterRow> rows = {
      {"件",
       {"イッケン", "ニケン", "サンケン", "ヨンケン", "ゴケン", "ロッケン", "ナナケン", "ハッケン",
        "キュウケン", "ジュッケン", "ヒャッケン", "センケン", "イチマンケン"}},
      {"個",
       {"イッコ", "ニコ", "サンコ", "ヨンコ", "ゴコ", "ロッコ", "ナナコ", "ハッコ", "キュウコ",
        "ジュッコ", "ヒャッコ", "センコ", "イチマンコ"}},
      {"回",
       {"イッカイ", "ニカイ", "サンカイ", "ヨンカイ", "ゴカイ", "ロッカイ", "ナナカイ", "ハッカイ",
        "キュウカイ", "ジュッカイ", "ヒャッカイ", "センカイ", "イチマンカイ"}},
      {"本",
       {"イッポン", "ニホン", "サンボン", "ヨンホン", "ゴホン", "ロッポン", "ナナホン", "ハッポン",
        "キュウホン", "ジュッポン", "ヒャッポン", "センボン", "イチマンボン"}},
      {"匹",
       {"イッピキ", "ニヒキ", "サンビキ", "ヨンヒキ", "ゴヒキ", "ロッピキ", "ナナヒキ", "ハッピキ",
        "キュウヒキ", "ジュッピキ", "ヒャッピキ", "センビキ", "イチマンビキ"}},
      {"分",
       {"イップン", "ニフン", "サンプン", "ヨンプン", "ゴフン", "ロップン", "ナナフン", "ハップン",
        "キュウフン", "ジュップン", "ヒャップン", "センプン", "イチマンプン"}},
      {"行",
       {"イチギョウ", "ニギョウ", "サンギョウ", "ヨンギョウ", "ゴギョウ", "ロクギョウ",
        "ナナギョウ", "ハチギョウ", "キュウギョウ", "ジュウギョウ", "ヒャクギョウ", "センギョウ",
        "イチマンギョウ"}},
      {"秒",
       {"イチビョウ", "ニビョウ", "サンビョウ", "ヨンビョウ", "ゴビョウ", "ロクビョウ",
        "ナナビョウ", "ハチビョウ", "キュウビョウ", "ジュウビョウ", "ヒャクビョウ", "センビョウ",
        "イチマンビョウ"}},
      {"歳",
       {"イッサイ", "ニサイ", "サンサイ", "ヨンサイ", "ゴサイ", "ロクサイ", "ナナサイ", "ハッサイ",
        "キュウサイ", "ジュッサイ", "ヒャクサイ", "センサイ", "イチマンサイ"}},
      {"冊",
       {"イッサツ", "ニサツ", "サンサツ", "ヨンサツ", "ゴサツ", "ロクサツ", "ナナサツ", "ハッサツ",
        "キュウサツ", "ジュッサツ", "ヒャクサツ", "センサツ", "イチマンサツ"}},
      {"点",
       {"イッテン", "ニテン", "サンテン", "ヨンテン", "ゴテン", "ロクテン", "ナナテン", "ハッテン",
        "キュウテン", "ジュッテン", "ヒャクテン", "センテン", "イチマンテン"}},
      {"か月",
       {"イッカゲツ", "ニカゲツ", "サンカゲツ", "ヨンカゲツ", "ゴカゲツ", "ロッカゲツ",
        "ナナカゲツ", "ハッカゲツ", "キュウカゲツ", "ジュッカゲツ", "ヒャッカゲツ", "センカゲツ",
        "イチマンカゲツ"}},
      {"円",
       {"イチエン", "ニエン", "サンエン", "ヨエン", "ゴエン", "ロクエン", "ナナエン", "ハチエン",
        "キュウエン", "ジュウエン", "ヒャクエン", "センエン", "イチマンエン"}},
      {"枚",
       {"イチマイ", "ニマイ", "サンマイ", "ヨンマイ", "ゴマイ", "ロクマイ", "ナナマイ", "ハチマイ",
        "キュウマイ", "ジュウマイ", "ヒャクマイ", "センマイ", "イチマンマイ"}},
      {"時間",
       {"イチジカン", "ニジカン", "サンジカン", "ヨジカン", "ゴジカン", "ロクジカン", "シチジカン",
        "ハチジカン", "クジカン", "ジュウジカン", "ヒャクジカン", "センジカン", "イチマンジカン"}},
      {"年",
       {"イチネン", "ニネン", "サンネン", "ヨネン", "ゴネン", "ロクネン", "ナナネン", "ハチネン",
        "キュウネン", "ジュウネン", "ヒャクネン", "センネン", "イチマンネン"}},
      {"週間",
       {"イッシュウカン", "ニシュウカン", "サンシュウカン", "ヨンシュウカン", "ゴシュウカン",
        "ロクシュウカン", "ナナシュウカン", "ハッシュウカン", "キュウシュウカン",
        "ジュッシュウカン", "ヒャクシュウカン", "センシュウカン", "イチマンシュウカン"}},
      {"パーセント",
       {"イチパーセント", "ニパーセント", "サンパーセント", "ヨンパーセント", "ゴパーセント",
        "ロクパーセント", "ナナパーセント", "ハチパーセント", "キュウパーセント",
        "ジュッパーセント", "ヒャクパーセント", "センパーセント", "イチマンパーセント"}},
      {"回目",
       {"イッカイメ", "ニカイメ", "サンカイメ", "ヨンカイメ", "ゴカイメ", "ロッカイメ",
        "ナナカイメ", "ハッカイメ", "キュウカイメ", "ジュッカイメ", "ヒャッカイメ", "センカイメ",
        "イチマンカイメ"}},
  };
  return rows;
}

// Counters whose small numbers are words of their own.
const std::vector<std::pair<const char*, std::map<int, const char*>>>& own_rows() {
  static const std::vector<std::pair<const char*, std::map<int, const char*>>> rows = {
      {"時",
       {{0, "レイジ"},
        {1, "イチジ"},
        {4, "ヨジ"},
        {7, "シチジ"},
        {9, "クジ"},
        {10, "ジュウジ"},
        {14, "ジュウヨジ"},
        {17, "ジュウシチジ"},
        {19, "ジュウクジ"},
        {20, "ニジュウジ"}}},
      {"人",
       {{1, "ヒトリ"},
        {2, "フタリ"},
        {3, "サンニン"},
        {4, "ヨニン"},
        {7, "シチニン"},
        {9, "キュウニン"},
        {11, "ジュウイチニン"},
        {12, "ジュウニニン"},
        {14, "ジュウヨニン"},
        {1000, "センニン"}}},
      {"月",
       {{1, "イチガツ"},
        {4, "シガツ"},
        {7, "シチガツ"},
        {9, "クガツ"},
        {10, "ジュウガツ"},
        {12, "ジュウニガツ"}}},
      {"日",
       {{1, "イチニチ"},
        {2, "フツカ"},
        {3, "ミッカ"},
        {4, "ヨッカ"},
        {5, "イツカ"},
        {6, "ムイカ"},
        {7, "ナノカ"},
        {8, "ヨウカ"},
        {9, "ココノカ"},
        {10, "トオカ"},
        {11, "ジュウイチニチ"},
        {14, "ジュウヨッカ"},
        {17, "ジュウシチニチ"},
        {19, "ジュウクニチ"},
        {20, "ハツカ"},
        {100, "ヒャクニチ"}}},
      {"つ",
       {{1, "ヒトツ"},
        {2, "フタツ"},
        {3, "ミッツ"},
        {4, "ヨッツ"},
        {5, "イツツ"},
        {6, "ムッツ"},
        {7, "ナナツ"},
        {8, "ヤッツ"},
        {9, "ココノツ"},
        {10, "トオ"}}},
      {"階", {{1, "イッカイ"}, {3, "サンガイ"}, {4, "ヨンカイ"}, {13, "ジュウサンガイ"}}},
      {"組", {{1, "ヒトクミ"}, {2, "フタクミ"}, {3, "サンクミ"}}},
      {"泊",
       {{1, "イッパク"}, {2, "ニハク"}, {3, "サンパク"}, {4, "ヨンパク"}, {10, "ジュッパク"}}},
      {"票", {{1, "イッピョウ"}, {2, "ニヒョウ"}, {3, "サンビョウ"}, {1000, "センビョウ"}}},
  };
  return rows;
}

// A row's reading of any of kNumbers but 0.
std::string expected_of(const CounterRow& row, int number) {
  if (number <= 10) return row.readings[static_cast<size_t>(number - 1)];
  if (number < 20) return "ジュウ" + std::string(row.readings[static_cast<size_t>(number - 11)]);
  if (number == 20) return "ニ" + std::string(row.readings[9]);
  return row.readings[number == 100 ? 10 : number == 1000 ? 11 : 12];
}

struct Case {
  std::string text, kana;
};

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const CounterRow& row : counter_rows()) {
    for (const int number : kNumbers) {
      if (number > 0)
        cases.push_back({std::to_string(number) + row.counter, expected_of(row, number)});
    }
  }
  for (const auto& [counter, readings] : own_rows()) {
    for (const auto& [number, kana] : readings)
      cases.push_back({std::to_string(number) + counter, kana});
  }
  return cases;
}

TEST(JapaneseNumbers, CountersFollowTheRulesOfTheLanguage) {
  for (const Case& c : all_cases()) EXPECT_EQ(in_kana(c.text), c.kana) << c.text;
  for (const CounterRow& row : counter_rows())
    EXPECT_TRUE(in_kana(std::string("0") + row.counter)
                    .starts_with(std::string_view(row.counter) == "時間" ? "レイジ" : "ゼロ"))
        << row.counter;
}

// ー for what lengthens the vowel before it, as Open JTalk writes it.
std::string drawn_out(std::string_view kana) {
  constexpr std::u32string_view kO = U"オコソトノホモヨロヲゴゾドボポョ",
                                kU = U"ウクスツヌフムユルグズブプュ",
                                kE = U"エケセテネヘメレゲゼデベペ";
  std::u32string out;
  for (const char32_t c : to_utf32(kana)) {
    const char32_t last = out.empty() ? 0 : out.back();
    const bool is_long = (c == U'ウ' && (kO.find(last) != kO.npos || kU.find(last) != kU.npos)) ||
                         (c == U'イ' && kE.find(last) != kE.npos) ||
                         (c == U'オ' && kO.find(last) != kO.npos);
    out += is_long ? U'ー' : c;
  }
  return to_utf8(out);
}

std::string said_by(const JTalkReading& reading) {
  std::string said;
  for (const JTalkWord& word : reading.words) said += word.pronunciation;
  for (size_t at; (at = said.find("’")) != said.npos;) said.erase(at, std::string_view("’").size());
  return said;
}

TEST(JapaneseNumbers, OpenJTalkSaysTheSame) {
  const auto voices = open_jtalk_voices();
  if (voices.empty() || japanese::open_jtalk_dictionary().empty() || !has_program("open_jtalk")) {
    GTEST_SKIP() << "no Open JTalk voice is installed (scripts/voice-mei)";
  }
  OpenJTalkReader reader(japanese::open_jtalk_dictionary(), voices.begin()->second);
  const std::vector<Case> cases = all_cases();
  for (size_t begin = 0; begin < cases.size(); begin += 10) {  // one program for ten
    std::string text, expected;
    for (size_t i = begin; i < std::min(begin + 10, cases.size()); ++i) {
      text += for_open_jtalk(cases[i].text) + "。";
      expected += drawn_out(cases[i].kana) + "、";
    }
    const auto reading = reader.read(text, {});
    ASSERT_TRUE(reading) << reading.error().message;
    EXPECT_EQ(drawn_out(said_by(*reading)), expected) << text;
  }
}

TEST(JapaneseNumbers, LongNumbersAndDecimals) {
  EXPECT_EQ(number_in_kana("0"), "ゼロ");
  EXPECT_EQ(number_in_kana("13,365"), "イチマンサンゼンサンビャクロクジュウゴ");
  EXPECT_EQ(number_in_kana("1,000,000"), "ヒャクマン");
  EXPECT_EQ(number_in_kana("8600"), "ハッセンロッピャク");
  EXPECT_EQ(number_in_kana("100000000"), "イチオク");
  EXPECT_EQ(number_in_kana("1000000000000"), "イッチョウ");
  EXPECT_EQ(number_in_kana("10000001"), "センマンイチ");
  EXPECT_EQ(number_in_kana("3.5"), "サンテンゴ");
  EXPECT_EQ(number_in_kana("0.05"), "レイテンゼロゴー");
  EXPECT_EQ(number_in_kana("1.5"), "イッテンゴ");
  EXPECT_EQ(number_in_kana("12.25"), "ジュウニーテンニーゴー");
  EXPECT_EQ(number_in_kana("007"), "ゼロゼロナナ");
  EXPECT_EQ(number_in_kana("12345678901234567"),
            "イチニサンヨンゴロクナナハチキュウゼロイチニサンヨンゴロクナナ");
}

TEST(JapaneseNumbers, MagnitudesStandBetweenNumberAndCounter) {
  EXPECT_EQ(in_kana("5.3億ドル"), "ゴーテンサンオク ドル");
  EXPECT_EQ(in_kana("300万円"), "サンビャクマンエン");
  EXPECT_EQ(in_kana("1兆2000億円"), "イッチョウニセンオクエン");
  EXPECT_EQ(in_kana("3千件と3百"), "サンゼンケンとサンビャク");
  EXPECT_EQ(in_kana("1万2345件"), "イチマンニセンサンビャクヨンジュウゴケン");
}

TEST(JapaneseNumbers, DatesFractionsAndWordsBesideThem) {
  EXPECT_EQ(in_kana("2026年11月1日"), "ニセンニジュウロクネン ジュウイチガツ ツイタチ");
  EXPECT_EQ(in_kana("1日待つ"), "イチニチ待つ");
  EXPECT_EQ(in_kana("10日間と2日目"), "トオカカンとフツカメ");
  EXPECT_EQ(in_kana("3分の1と三分の一"), "サンブンノ イチと三ブンノ一");
  EXPECT_EQ(in_kana("3 件"), "サンケン");
  EXPECT_EQ(in_kana("テスト3モデル"), "テスト サン モデル");
  EXPECT_EQ(in_kana("1,2,3"), "イチ,ニ,サン");
  EXPECT_EQ(in_kana("0.1個"), "レイテンイッコ");
  EXPECT_EQ(in_kana("なし"), "なし");
}

TEST(JapaneseNumbers, OpenJTalkGetsDigitsButForWhatItSaysWrongly) {
  EXPECT_EQ(for_open_jtalk("3件、13件、1000件、5件、100件"), "3ケン、13ケン、1000ケン、5件、100件");
  EXPECT_EQ(for_open_jtalk("1万件、数千件、三件"), "1万ケン、数千ケン、三ケン");
  EXPECT_EQ(for_open_jtalk("0時、10時、0時間"), "レイジ、10時、0時間");
  EXPECT_EQ(for_open_jtalk("3分の1、3分"), "3ぶんの1、3分");
  EXPECT_EQ(for_open_jtalk("5.3億ドル"), "5.3億ドル");
}

}  // namespace
}  // namespace sotto::phonemes::japanese_numbers_test
