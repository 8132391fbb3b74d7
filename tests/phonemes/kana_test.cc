#include "phonemes/kana.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sotto::phonemes::kana_test {
namespace {

TEST(Kana, KanjiBecomeTheirPronunciation) {
  const auto kana = KanaReader::open();
  ASSERT_TRUE(kana) << kana.error().message;
  EXPECT_EQ(kana->read("ログインのテストは失敗しました。"),
            "ログインノ テストワ シッパイシマシタ。");
  EXPECT_EQ(kana->read("猫"), "ネコ");
  // Katakana is said as it is written, whatever words are found in it.
  EXPECT_EQ(kana->read("ハツカのヨジ"), "ハツカノ ヨジ");
}

TEST(Kana, WhatHasNoReadingStays) {
  const auto kana = KanaReader::open();
  ASSERT_TRUE(kana);
  EXPECT_EQ(kana->read("foo bar"), "foo bar");
  EXPECT_EQ(kana->read(""), "");
}

// As the reference of Chatterbox (pykakasi) reads them, but for the first word of the last one,
// which it takes for a greeting.
TEST(Kana, KanjiBecomeHiraganaAsTheyAreWritten) {
  const auto kana = KanaReader::open();
  ASSERT_TRUE(kana);
  const std::pair<const char*, const char*> texts[] = {
      {"こんにちは、世界。", "こんにちは、せかい。"},
      {"コンピューターは速い.", "コンピューターは はやい."},
      {"東京へ行きます。", "とうきょうへいきます。"},
      {"hello を日本語で言う!", "hello をにほんごでいう!"},
      {"音声合成の試験です。", "おんせいごうせいのしけんです。"},
      {"「はい」と彼は言った,", "「はい」とかれはいった,"},
      {"ガギグ パピプ", "ガギグ パピプ"},
      {"か\u3099める 方", "がめる ほう"},
      {"今日はとても良い天気ですね.", "きょうはとてもよいてんきですね."},
  };
  for (const auto& [text, read] : texts) EXPECT_EQ(kana->without_kanji(text), read);
}

TEST(Kana, AFolderWithoutADictionaryIsAnError) {
  const auto kana = KanaReader::open(::testing::TempDir());
  ASSERT_FALSE(kana);
  EXPECT_THAT(kana.error().message, ::testing::HasSubstr("MeCab cannot open"));
}

}  // namespace
}  // namespace sotto::phonemes::kana_test
