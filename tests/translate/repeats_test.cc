#include "translate/repeats.h"

#include <gtest/gtest.h>

namespace sotto::translate::stutter_test {
namespace {

std::string once(const std::string& text, const std::string& language = "ja") {
  return collapse_repeats(text, *find_language(language));
}

TEST(StutterTest, APhraseIsSaidOnce) {
  EXPECT_EQ(once("それともそれとも待ちますか？"), "それとも待ちますか？");
  EXPECT_EQ(once("私の私の変更です。"), "私の変更です。");
  EXPECT_EQ(once("新しいモジュールモジュールを追加します。"), "新しいモジュールを追加します。");
  EXPECT_EQ(once("確認します確認します確認します。"), "確認します。");
  EXPECT_EQ(once("the the file was was was not found", "en"), "the file was not found");
  EXPECT_EQ(once("in the file in the file we need", "en"), "in the file we need");
}

TEST(StutterTest, WhatIsMeantTwiceStays) {
  for (const char* text : {"ますます遅くなります。", "1つ1つ見ます。", "一つ一つ見ます。",
                           "ひとつひとつ確認します。", "いろいろあります。", "まだまだです。",
                           "⟦0⟧⟦0⟧", "ははははは", "10010010", "そのままです。"})
    EXPECT_EQ(once(text), text);
  for (const char* text : {"a very very long line", "I know that that fails", "10 10 10", "a a b"})
    EXPECT_EQ(once(text, "en"), text);
}

TEST(StutterTest, TextWithoutAnythingIsLeftAsItIs) {
  EXPECT_EQ(once(""), "");
  EXPECT_EQ(once("あ"), "あ");
  EXPECT_EQ(once("  two  spaces ", "en"), "  two  spaces ");
}

TEST(RepeatedShareTest, IsThatOfRunsThatStandTwice) {
  EXPECT_EQ(repeated_share(""), 0);
  EXPECT_EQ(repeated_share("時計は10分前に止まりました。"), 0);
  EXPECT_EQ(repeated_share("しています。止めています。"), 0) << "endings are shorter";
  EXPECT_DOUBLE_EQ(repeated_share("あいうえおかきくけこ。あいうえおかきくけこ。"), 0.5);
  EXPECT_DOUBLE_EQ(repeated_share("あいうえおかきxあいうえおかき"), 7.0 / 15);
  EXPECT_EQ(repeated_share("あいうえおかxあいうえおか"), 0);
  EXPECT_GT(repeated_share("ははははははははははははははは"), 0);
}

}  // namespace
}  // namespace sotto::translate::stutter_test
