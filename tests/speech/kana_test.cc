#include "speech/kana.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sotto::speech::kana_test {
namespace {

TEST(Kana, KanjiBecomeTheirPronunciation) {
  const auto kana = KanaReader::open();
  ASSERT_TRUE(kana) << kana.error().message;
  EXPECT_EQ(kana->read("ログインのテストは失敗しました。"),
            "ログインノ テストワ シッパイシマシタ。");
  EXPECT_EQ(kana->read("猫"), "ネコ");
}

TEST(Kana, WhatHasNoReadingStays) {
  const auto kana = KanaReader::open();
  ASSERT_TRUE(kana);
  EXPECT_EQ(kana->read("foo bar"), "foo bar");
  EXPECT_EQ(kana->read(""), "");
}

TEST(Kana, AFolderWithoutADictionaryIsAnError) {
  const auto kana = KanaReader::open(::testing::TempDir());
  ASSERT_FALSE(kana);
  EXPECT_THAT(kana.error().message, ::testing::HasSubstr("MeCab cannot open"));
}

}  // namespace
}  // namespace sotto::speech::kana_test
