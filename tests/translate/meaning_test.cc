// Guards that compare what both sides say.
#include "translate/meaning.h"

#include <gmock/gmock.h>

#include <ctime>
#include <string>

namespace sotto::translate::meaning_test {
namespace {

using ::testing::IsEmpty;
using ::testing::Not;

const Language kEnglish = {"eng_Latn", "en"}, kJapanese = {"jpn_Jpan", "ja"};

std::string why(const std::string& source, const std::string& target, MeaningGuard guard) {
  const text::Sentence from{source, {}, kEnglish}, to{target, {}, kJapanese};
  return std::string(guard({from, to, source, target}).value_or(""));
}
std::string negation(const std::string& source, const std::string& target) {
  return why(source, target, why_negation_differs);
}
std::string comparison(const std::string& source, const std::string& target) {
  return why(source, target, why_comparison_differs);
}
std::string latin(const std::string& source, const std::string& target) {
  return why(source, target, why_latin_is_left);
}

TEST(NegationTest, OneThatIsMissing) {
  EXPECT_THAT(negation("The tests did not pass.", "テストが通りました。"), Not(IsEmpty()));
  EXPECT_THAT(negation("I skip non-trivial cases.", "簡単な場合は飛ばします。"), Not(IsEmpty()));
  EXPECT_THAT(negation("It wasn’t the cache.", "それはキャッシュでした。"), Not(IsEmpty()));
  EXPECT_THAT(negation("Nobody has seen it.", "誰かが見ました。"), Not(IsEmpty()));
  EXPECT_THAT(negation("Now nothing works.", "今は何も動くようになりました。"), Not(IsEmpty()));
  EXPECT_THAT(negation("Do not merge it.", "必ずマージしてください。"), Not(IsEmpty()));
  EXPECT_THAT(negation("You must not merge it.", "マージしなければなりません。"), Not(IsEmpty()));
}

TEST(NegationTest, OneThatIsThere) {
  EXPECT_THAT(negation("The tests did not pass.", "テストは通りませんでした。"), IsEmpty());
  EXPECT_THAT(negation("The tests did not pass.", "テストは失敗しました。"), IsEmpty());
  EXPECT_THAT(negation("I found it without reading the code.", "コードを読まずに見つけました。"),
              IsEmpty());
  EXPECT_THAT(negation("You must not merge it.", "マージしてはいけません。"), IsEmpty());
  EXPECT_THAT(negation("It is no longer supported.", "サポート対象外です。"), IsEmpty());
  EXPECT_THAT(negation("Nothing is invalid.", "無効なものはありません。"), IsEmpty());
  EXPECT_THAT(negation("I skip non-trivial cases.", "簡単でない場合は飛ばします。"), IsEmpty());
  EXPECT_THAT(negation("Not yet.", "まだです。"), IsEmpty());
}

TEST(NegationTest, WhatSoundsLikeOneIsNone) {
  EXPECT_THAT(negation("It is not only fast but small.", "速いだけでなく小さいです。"), IsEmpty());
  EXPECT_THAT(negation("Whether or not it works, stop.", "動くかどうかに関係して止めます。"),
              IsEmpty());
  EXPECT_THAT(negation("It may be the cache.", "キャッシュかもしれません。"), IsEmpty());
  EXPECT_THAT(negation("I must go.", "行かなければなりません。"), IsEmpty());
  EXPECT_THAT(negation("Only two are left.", "2つしか残っていません。"), IsEmpty());
}

TEST(NegationTest, OneThatIsInvented) {
  EXPECT_THAT(negation("The tests pass.", "テストは通りません。"), Not(IsEmpty()));
  EXPECT_THAT(negation("The tests pass.", "テストは必ず通ります。"), IsEmpty());
  EXPECT_THAT(negation("The index is invalid.", "インデックスが正しくありません。"), IsEmpty());
}

TEST(ComparisonTest, TheOppositeIsRefused) {
  EXPECT_THAT(comparison("It uses less memory.", "より多くのメモリを使います。"), Not(IsEmpty()));
  EXPECT_THAT(comparison("It uses more memory.", "使うメモリが少なくなります。"), Not(IsEmpty()));
  EXPECT_THAT(comparison("It takes at least a minute.", "かかるのは最大1分です。"), Not(IsEmpty()));
  EXPECT_THAT(comparison("It uses less memory than before, but not by much.",
                         "以前より多く使われていますが、これほど多くは使いません。"),
              Not(IsEmpty()));
  EXPECT_THAT(comparison("It takes less time than before.", "以前より多くはかかりません。"),
              Not(IsEmpty()));
  EXPECT_THAT(comparison("It takes less time than before.", "以前ほど時間がかかりません。"),
              IsEmpty());
  EXPECT_THAT(comparison("It takes less time than before.", "以前より少ない時間がかかりません。"),
              Not(IsEmpty()));
  EXPECT_THAT(
      comparison("It takes less time than before.", "以前より多いですが、これほど多くないです。"),
      Not(IsEmpty()));
  EXPECT_THAT(comparison("It is slower.", "速くなりました。"), Not(IsEmpty()));
  EXPECT_THAT(comparison("Run it before the tests.", "テストの後に実行してください。"),
              Not(IsEmpty()));
}

TEST(ComparisonTest, TheSameIsNot) {
  EXPECT_THAT(comparison("It uses less memory.", "使うメモリが減りました。"), IsEmpty());
  EXPECT_THAT(comparison("It uses less memory.", "メモリはあまり多くは使いません。"), IsEmpty());
  EXPECT_THAT(comparison("It is not more than that.", "それより少ないです。"), IsEmpty());
  EXPECT_THAT(comparison("Less code, more tests.", "コードは少なく、テストは多く。"), IsEmpty());
  EXPECT_THAT(comparison("It leaves before noon.", "正午までに出ます。"), IsEmpty());
  EXPECT_THAT(comparison("Use less", "少な"), IsEmpty());
  EXPECT_THAT(comparison("It starts, and exits at once.", "起動しますが、すぐに終了します。"),
              IsEmpty());
  EXPECT_THAT(comparison("Keep it small and drop the larger redesign.",
                         "小さくとどめ、設計の見直しはやめます。"),
              IsEmpty());
  EXPECT_THAT(
      comparison("After a deployment around 70 are left.", "デプロイ時に70件前後残ります。"),
      IsEmpty());
}

TEST(LatinTest, LettersThatTheSourceLacks) {
  EXPECT_THAT(latin("As long as DEBUG is on, it writes.", "DEGを使う限り書きます。"),
              Not(IsEmpty()));
  EXPECT_THAT(latin("The Grafana page is slow.", "Grafaのページが遅いです。"), Not(IsEmpty()));
  EXPECT_THAT(latin("Cook it for a minute.", "1分間Cookieします。"), Not(IsEmpty()));
}

TEST(LatinTest, LettersOfTheSource) {
  EXPECT_THAT(latin("The Docker images are old.", "Dockerイメージが古いです。"), IsEmpty());
  EXPECT_THAT(latin("I pushed the config map.", "ConfigMapをpushしました。"), IsEmpty());
  EXPECT_THAT(latin("The website is slow.", "Webサイトが遅いです。"), IsEmpty());
  EXPECT_THAT(latin("A nullable column.", "null許容の列です。"), IsEmpty());
}

TEST(MeaningTest, OnlyLanguagesThatAreKnownAreAsked) {
  EXPECT_EQ(meaning_guards(kEnglish, kJapanese).size(), 5u);
  EXPECT_EQ(meaning_guards({"deu_Latn", "de"}, kJapanese).size(), 1u);  // numbers
  EXPECT_EQ(meaning_guards(kEnglish, {"fra_Latn", "fr"}).size(), 1u);
}

double cpu_seconds(const std::string& source, const std::string& target) {
  const std::clock_t begin = std::clock();
  for (const MeaningGuard guard : meaning_guards(kEnglish, kJapanese)) why(source, target, guard);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

TEST(MeaningTest, TimeGrowsWithTheLengthOfTheText) {
  for (const std::string unit : {"not ", "more ", "no more than ", "a", "少な", "ない", "、"}) {
    std::string text;
    while (text.size() < 1 << 16) text += unit;
    const double whole = cpu_seconds(text, text);
    const double quarter = cpu_seconds(text.substr(0, text.size() / 4 / 12 * 12),
                                       text.substr(0, text.size() / 4 / 12 * 12));
    EXPECT_LT(whole, 8 * std::max(quarter, 0.02)) << unit;
  }
}

}  // namespace
}  // namespace sotto::translate::meaning_test
