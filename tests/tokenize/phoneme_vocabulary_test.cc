#include "tokenize/phoneme_vocabulary.h"

#include <gmock/gmock.h>

namespace sotto::tokenize::phoneme_vocabulary_test {
namespace {

using ::testing::ElementsAre;

TEST(PhonemeVocabularyTest, UnknownCharactersAreLeftOutAndCounted) {
  const auto vocab = PhonemeVocabulary::published();
  EXPECT_THAT(vocab.ids("kg-ɡ«ʔ😀"), ElementsAre(53, 92, 148));  // the ASCII g is not in it
  EXPECT_EQ(phoneme_count("kg-ɡ«ʔ😀"), 7u);
  EXPECT_THAT(vocab.ids(""), ElementsAre());
  EXPECT_TRUE(vocab.has(U'ɯ'));
  EXPECT_FALSE(vocab.has(U'g'));
}

}  // namespace
}  // namespace sotto::tokenize::phoneme_vocabulary_test
