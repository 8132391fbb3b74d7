#include "pipeline/captions.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace sotto::pipeline {
namespace {

Utterance heard(const std::string& text) {
  Utterance u;
  u.translation.sentence.text = text;
  u.heard = true;
  u.audio_ms = 2000;
  u.begins_ms = 3600000;
  u.loud_from_ms = 3600100.4;
  u.loud_to_ms = 3601900;
  return u;
}

TEST(Captions, KnowTheirFormatsByTheEnding) {
  EXPECT_EQ(caption_format("a/b.srt"), CaptionFormat::srt);
  EXPECT_EQ(caption_format("b.vtt"), CaptionFormat::vtt);
  EXPECT_EQ(caption_format("b.txt"), std::nullopt);
}

TEST(Captions, AreNumberedAndTellWhenASentenceIsLoud) {
  Captions srt(CaptionFormat::srt);
  EXPECT_EQ(srt.head(), "");
  EXPECT_EQ(srt.cue(heard("One.")), "1\n01:00:00,100 --> 01:00:01,900\nOne.\n");
  Utterance unheard = heard("Two.");
  unheard.heard = false;
  EXPECT_EQ(srt.cue(unheard), "");
  EXPECT_EQ(srt.cue(heard("Three.")).substr(0, 2), "2\n");
}

TEST(Captions, OfAVttHaveMeasuredWordsAndNoMarkupOfTheText) {
  Utterance u = heard("a <b> & c --> d");
  u.words = {{"a", 3600110, 3600200, false},
             {"<b>", 3600500, 3600600, false},
             {"c", 3600900, 3601000, true},
             {"d", 3609999, 3610000, false}};  // outside: it would be no valid cue
  Captions vtt(CaptionFormat::vtt);
  EXPECT_EQ(vtt.cue(u),
            "1\n01:00:00.100 --> 01:00:01.900\n"
            "<01:00:00.110>a <01:00:00.500>&lt;b&gt; &amp; c → d\n");
  EXPECT_EQ(Captions(CaptionFormat::srt).cue(u).substr(32), "a <b> & c → d\n");
}

TEST(WordTimes, AreTheVoicesWhereItHasAsMany) {
  const std::vector<speech::WordTime> measured = {{100, 200}, {300, 450}};
  const auto words = spoken_words("Tests – pass.", measured, {1000, 1050, 2000});
  ASSERT_EQ(words.size(), 2u);
  EXPECT_EQ(words[1].text, "pass.");
  EXPECT_EQ(words[1].begin_ms, 1300);
  EXPECT_EQ(words[1].end_ms, 1450);
  EXPECT_FALSE(words[1].estimated);
}

TEST(WordTimes, AreSharedOutByLettersWhereItHasNot) {
  const auto words = spoken_words("aaa, aaaaaaa", {}, {0, 100, 1700});
  ASSERT_EQ(words.size(), 2u);  // weights 8 (with the pause) and 8
  EXPECT_TRUE(words[0].estimated);
  EXPECT_DOUBLE_EQ(words[0].begin_ms, 100);
  EXPECT_DOUBLE_EQ(words[0].end_ms, 900);
  EXPECT_DOUBLE_EQ(words[1].end_ms, 1700);
}

TEST(WordTimes, AreNotForTextsWithoutSpaces) {
  EXPECT_TRUE(spoken_words("テスト OK", {}, {0, 0, 100}).empty());
  EXPECT_TRUE(spoken_words("... - !", {}, {0, 0, 100}).empty());
}

// "WORD@BEGIN-END", one after the other.
std::string shown_words(std::string_view text, const std::vector<speech::WordTime>& measured) {
  std::string out;
  for (const SpokenWord& word : spoken_words(text, measured, {1000, 1000, 9000})) {
    EXPECT_FALSE(word.estimated);
    out += fmt::format("{}@{}-{} ", word.text, word.begin_ms, word.end_ms);
  }
  return out;
}

TEST(WordTimes, OfAVoiceThatSaysWhichWordsItReadAreInATextWithoutSpaces) {
  EXPECT_EQ(shown_words("テストが、失敗しました。", {{0, 300, "テスト"},
                                                     {300, 400, "が"},
                                                     {500, 800, "失敗"},
                                                     {800, 900, "し"},
                                                     {900, 1200, "まし"},
                                                     {1200, 1300, "た"}}),
            "テスト@1000-1300 が、@1300-1400 失敗@1500-1800 し@1800-1900 まし@1900-2200 "
            "た。@2200-2300 ");
}

TEST(WordTimes, WhatIsSaidInOtherLettersIsAWordBetweenItsNeighbours) {
  EXPECT_EQ(shown_words("GitHubの3つの値", {{0, 400, "ギットハブ"},
                                            {400, 500, "の"},
                                            {500, 900, "みっつ"},
                                            {900, 1000, "の"},
                                            {1000, 1300, "値"}}),
            "GitHub@1000-1400 の@1400-1500 3つ@1500-1900 の@1900-2000 値@2000-2300 ");
  EXPECT_EQ(shown_words("「OKです」", {{0, 200, "ＯＫ"}, {200, 400, "です"}}),
            "OK@1000-1200 です」@1200-1400 ");
  EXPECT_EQ(shown_words("赤い", {{0, 200, "青"}}), "赤い@1000-1200 ");
  EXPECT_EQ(shown_words("。。", {{0, 200, "青"}}), "");
  EXPECT_EQ(shown_words("赤い", {{0, 200, ""}}), "");
}

}  // namespace
}  // namespace sotto::pipeline
