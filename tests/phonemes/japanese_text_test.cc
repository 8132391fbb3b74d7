#include "phonemes/japanese_text.h"

#include <gmock/gmock.h>

#include "base/utf32.h"
#include "phonemes/japanese_signs.h"
#include "phonemes/kanji_readings.h"

namespace sotto::phonemes::japanese_text_test {
namespace {

using ::testing::HasSubstr;

std::string signs(std::string_view text) { return to_utf8(said_signs(to_utf32(text))); }

TEST(JapaneseSigns, TheSignOfANumberIsNeverLost) {
  const std::pair<const char*, const char*> cases[] = {
      {"−5", "マイナス5"},
      {"-5", "マイナス5"},
      {"－5", "マイナス5"},
      {"オフセットは-5です", "オフセットはマイナス5です"},
      {"(-5)", "(マイナス5)"},
      {"差-5", "差マイナス5"},
      {"±2", "プラスマイナス2"},
      {"+3", "プラス3"},
      {"-$5", "マイナス5ドル"},
      {"5−3", "5マイナス3"},
      {"5 − 3 = 2", "5マイナス3イコール2"},
      {"-5〜-3", "マイナス5からマイナス3"},
      {"x<-3", "xしょうなりマイナス3"},
      {"−x", "マイナスx"},
      {"C++20", "C++20"},
  };
  for (const auto& [text, said] : cases) EXPECT_EQ(signs(text), said) << text;
}

TEST(JapaneseSigns, AHyphenWithinAWordIsNoMinus) {
  for (const char* text : {"ユーティーエフ-8", "UTF-8", "v-2", "ab - cd", "--", "-"})
    EXPECT_EQ(signs(text), text);
}

TEST(JapaneseSigns, RangesAndNumbersWithHyphens) {
  const std::pair<const char*, const char*> cases[] = {
      {"5〜10分", "5から10分"},
      {"5～10分", "5から10分"},
      {"5-10分", "5から10分"},
      {"5–10分", "5から10分"},
      {"10時〜12時", "10時から12時"},
      {"5%〜10%", "5パーセントから10パーセント"},
      {"~5分", "約5分"},
      {"約~5分", "約5分"},
      {"そうですか〜", "そうですか〜"},
      {"5〜", "5から"},
      {"100件〜です", "100件からです"},
      {"〜100件です", "100件までです"},
      {"〜11月5日", "11月5日まで"},
      {"セクション1-2", "セクション1の2"},
      {"〒100-0001", "〒イチゼロゼロノゼロゼロゼロイチ"},
      {"2026-11-05", "2026年11月5日"},
      {"2026/1/5", "2026年1月5日"},
      {"1.2.3", "1テン2テン3"},
      {"10:30", "10時30分"},
      {"09:00", "9時"},
      {"10:30:05", "10時30分5秒"},
      {"3:1", "3対1"},
  };
  for (const auto& [text, said] : cases) EXPECT_EQ(signs(text), said) << text;
}

TEST(JapaneseSigns, MoneyIsNamedBehindItsNumber) {
  const std::pair<const char*, const char*> cases[] = {
      {"$20", "20ドル"},   {"$5.3億", "5.3億ドル"}, {"¥1,000", "1,000円"},
      {"€5.", "5ユーロ."}, {"5€", "5ユーロ"},       {"$1兆2000億", "1兆2000億ドル"},
      {"$PATH", "$PATH"},
  };
  for (const auto& [text, said] : cases) EXPECT_EQ(signs(text), said) << text;
}

TEST(JapaneseSigns, NothingBetweenTwoNumbersIsLeftOut) {
  for (const char* sign : {"=", "<", ">", "≤", "≥",  "≠",  "≈",  "×",  "÷",  "/",
                           ":", "+", "−", "→", "＝", "＜", "＞", "／", "：", "*"}) {
    const std::string said = signs("5" + std::string(sign) + "3");
    EXPECT_THAT(said, ::testing::MatchesRegex("5[^0-9=<>/:+*]+3")) << sign;
    EXPECT_THAT(said, ::testing::Not(HasSubstr(sign))) << said;
  }
  EXPECT_EQ(signs("30°C、5°"), "30度、5度");
}

class JapaneseTextTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = JapaneseText::open();
    if (!opened) GTEST_SKIP() << opened.error().message;
    text_.emplace(*std::move(opened));
  }
  std::string spoken(std::string_view text) const {
    return text_->spoken(text, JapaneseNumbers::digits);
  }
  std::optional<JapaneseText> text_;
};

TEST_F(JapaneseTextTest, VariantsAreTheUsualCharacters) {
  EXPECT_EQ(spoken("髙橋さんと𠮷野家"), "高橋さんと吉野家");
  EXPECT_EQ(spoken("濵﨑さん"), "濱崎さん");
  EXPECT_EQ(spoken("葛\U000E0100城"), "葛城");
}

TEST_F(JapaneseTextTest, UnknownIdeographsAreRead) {
  EXPECT_EQ(spoken("嗤う"), "わらう");
  EXPECT_EQ(spoken("嗤った"), "わらった");
  EXPECT_EQ(spoken("仆は"), "フは");
  EXPECT_EQ(spoken("你们好"), "ジメン好");
}

TEST_F(JapaneseTextTest, OtherScriptsAreSaidInKatakana) {
  EXPECT_EQ(spoken("Приветと"), "プリベットと");
  for (const char* word : {"Привет", "안녕", "สวัสดี", "مرحبا", "你们", "नमस्ते", "שלום"}) {
    const std::string said = spoken(word);
    EXPECT_FALSE(said.empty()) << word;
    for (const char32_t c : to_utf32(said)) {
      EXPECT_TRUE((c >= U'ァ' && c <= U'ー') || (c >= U'ぁ' && c <= U'ん'))
          << word << " is " << said;
    }
  }
}

TEST_F(JapaneseTextTest, WhatHasNoReadingIsNamedOnceForARun) {
  EXPECT_EQ(spoken("\U00017000\U00017001です"), "タングット文字です");
  EXPECT_EQ(spoken("\uE000です"), "外字です");
}

TEST_F(JapaneseTextTest, NumbersOfFullWidthAndInOneCharacter) {
  EXPECT_EQ(spoken("①と㍻30年と½"), "1と平成30年と2ぶんの1");
  EXPECT_EQ(spoken("５，０００円、５．５％"), "5,000円、5.5パーセント");
}

TEST_F(JapaneseTextTest, WhatTheDictionaryKnowsStays) {
  for (const char* text : {"山﨑さん", "ログインのテストは失敗しました。", "αとΔ", "foo bar", "",
                           "「はい」。", "✅", "コーヒー〜", "5ー10", "「テスト゛」"}) {
    EXPECT_EQ(spoken(text), text);
  }
}

TEST_F(JapaneseTextTest, ACounterIsAWordAndNotTheBeginningOfOne) {
  const std::pair<const char*, const char*> cases[] = {
      {"5分野", "ゴ分野"},
      {"5分前", "ゴフン前"},
      {"3本部", "サン本部"},
      {"3本目", "サンボンメ"},
      {"1人称", "イチ人称"},
      {"1人前", "ヒトリ前"},
      {"2026年度", "ニセンニジュウロク年度"},
      {"4月末", "シガツ末"},
      {"1日中", "イチニチ中"},
      {"2回線", "ニ回線"},
      {"5日間", "イツカカン"},
  };
  for (const auto& [text, kana] : cases)
    EXPECT_EQ(text_->spoken(text, JapaneseNumbers::kana), kana) << text;
}

TEST_F(JapaneseTextTest, NumbersInIdeographsCountLikeDigits) {
  const std::pair<const char*, const char*> cases[] = {
      {"一件と十三件", "イッケンとジュウサンケン"},
      {"二人と三人", "フタリとサンニン"},
      {"二十四時間", "ニジュウヨジカン"},
      {"三百二十個", "サンビャクニジュッコ"},
      {"一万二千件", "イチマンニセンケン"},
      {"二〇二六年", "ニセンニジュウロクネン"},
      {"数千件", "数千件"},
      {"3千件", "サンゼンケン"},
      {"一部と十分な二重", "一部と十分なニ重"},
  };
  for (const auto& [text, kana] : cases)
    EXPECT_EQ(text_->spoken(text, JapaneseNumbers::kana), kana) << text;
  EXPECT_EQ(spoken("一件と三百個"), "一件と三百個");
}

TEST(KanjiReadings, OkuriganaSaysHowMuchTheIdeographSays) {
  const auto stem = [](std::string_view kun, std::string_view behind) {
    return std::string(kun.substr(0, kun_stem(kun, behind)));
  };
  EXPECT_EQ(stem("わらう", "う。"), "わら");
  EXPECT_EQ(stem("わらう", "った"), "わら");
  EXPECT_EQ(stem("つかえる", "えて"), "つか");
  EXPECT_EQ(stem("まないた", "を"), "");
  EXPECT_EQ(stem("わらう", ""), "");
}

}  // namespace
}  // namespace sotto::phonemes::japanese_text_test
