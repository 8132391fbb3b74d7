#include "speech/phoneme_times.h"

#include <gtest/gtest.h>

namespace sotto::speech::phoneme_times_test {
namespace {

std::vector<WordTime> times(std::string_view phonemes, const std::vector<int>& frames) {
  std::vector<WordTime> words;
  add_word_times(phonemes, tokenize::PhonemeVocabulary::published(), frames, 25, 1000, words);
  return words;
}

TEST(PhonemeTimes, AreThoseOfWordsWithoutTheMarksBehindThem) {
  // Silence 2, "ta" 1 + 3, "," 4, " " 1, "no" 2 + 2, "." 5, silence 9.
  const auto words = times("ta, no.", {2, 1, 3, 4, 1, 2, 2, 5, 9});
  ASSERT_EQ(words.size(), 2u);
  EXPECT_EQ(words[0].begin_ms, 1050);
  EXPECT_EQ(words[0].end_ms, 1150);
  EXPECT_EQ(words[1].begin_ms, 1275);
  EXPECT_EQ(words[1].end_ms, 1375);
}

TEST(PhonemeTimes, CountNoCharacterThatTheNetworkDoesNotKnow) {
  const auto words = times("t\u4e00a", {0, 1, 3, 0});
  ASSERT_EQ(words.size(), 1u);
  EXPECT_EQ(words[0].end_ms, 1100);
}

TEST(PhonemeTimes, AreNoneWhereTheLengthsAreOfSomethingElse) {
  EXPECT_TRUE(times("ta no.", {1, 1, 1}).empty());
  EXPECT_TRUE(times("... ", {1, 1, 1, 1, 1, 1}).empty());  // marks are no words
}

}  // namespace
}  // namespace sotto::speech::phoneme_times_test
