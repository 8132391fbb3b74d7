#include "speech/jtalk_times.h"

#include <gtest/gtest.h>

namespace sotto::speech::jtalk_times_test {
namespace {

// Labels of these phonemes, each of 100 ms.
phonemes::JTalkReading reading(std::vector<phonemes::JTalkWord> words,
                               const std::vector<std::string>& phonemes) {
  phonemes::JTalkReading made{std::move(words), {}};
  for (const std::string& phoneme : phonemes)
    made.labels.push_back("xx^xx-" + phoneme + "+xx=xx/A:xx+xx+xx");
  return made;
}

std::vector<WordTime> times_of(const phonemes::JTalkReading& made) {
  std::vector<double> ends;
  for (size_t i = 0; i < made.labels.size(); ++i)
    ends.push_back(100.0 * static_cast<double>(i + 1));
  std::vector<WordTime> words;
  add_word_times(made, ends, 1000, words);
  return words;
}

TEST(JTalkTimes, MoraeOfWordsAreThoseOfTheLabels) {
  const auto words = times_of(reading(
      {{"失敗", "シッパイ", 4}, {"、", "、", 0}, {"本", "ホン", 2}, {"です", "デス’", 2}},
      {"sil", "sh", "i", "cl", "p", "a", "i", "pau", "h", "o", "N", "d", "e", "s", "U", "sil"}));
  ASSERT_EQ(words.size(), 3u);
  EXPECT_EQ(words[0].text, "失敗");
  EXPECT_EQ(words[0].begin_ms, 1100);
  EXPECT_EQ(words[0].end_ms, 1700);
  EXPECT_EQ(words[1].begin_ms, 1800);  // behind the pause
  EXPECT_EQ(words[1].end_ms, 2100);
  EXPECT_EQ(words[2].end_ms, 2500);
}

TEST(JTalkTimes, WhatDoesNotFitHasNone) {
  EXPECT_TRUE(times_of(reading({{"本", "ホン", 3}}, {"sil", "h", "o", "N", "sil"})).empty());
  EXPECT_TRUE(times_of(reading({{"本", "ホン", 2}}, {})).empty());
  phonemes::JTalkReading odd;
  odd.labels = {"", "-", "+-", "no label"};
  EXPECT_TRUE(times_of(odd).empty());
}

}  // namespace
}  // namespace sotto::speech::jtalk_times_test
