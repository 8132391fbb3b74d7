#include "translate/consensus.h"

#include <gtest/gtest.h>

#include <vector>

namespace sotto::translate::consensus_test {
namespace {

// Precision 2/3 and recall 2/4 of characters, 1/2 and 1/3 of pairs, nothing above:
//   F2 = 5 * shared / (4 * |reference| + |hypothesis|) = 10/19 and 5/14; 3-grams 0/1 and 0/2;
//   4-grams: only the reference has one. Mean over four orders.
TEST(ChrfTest, IsTheMeanOfF2OverTheOrdersThatThereAre) {
  EXPECT_NEAR(chrf("ab c", "abde"), (10.0 / 19 + 5.0 / 14) / 4, 1e-12);
}

TEST(ChrfTest, EqualTextsAreOneAndDifferentOnesZero) {
  EXPECT_DOUBLE_EQ(chrf("テストを実行します。", "テストを 実行します。"), 1);
  EXPECT_DOUBLE_EQ(chrf("あい", "うえ"), 0);
  EXPECT_DOUBLE_EQ(chrf("", ""), 1);
  EXPECT_DOUBLE_EQ(chrf("", "あ"), 0);
}

TEST(ChrfTest, ARepeatedGramCountsAsOftenAsBothHaveIt) {
  // Characters: 2 shared of 4 and 2; pairs: 1 of 3 and 1; then only the hypothesis has any.
  EXPECT_NEAR(chrf("ああああ", "ああ"), (5 * 2 / 12.0 + 5 * 1 / 7.0) / 4, 1e-12);
}

TEST(ConsensusTest, TheOneThatOthersResembleWins) {
  const std::vector<Candidate> candidates = {{"犬が走ります。", -2.0},
                                             {"テストを実行しました。", -2.1},
                                             {"テストを実行します。", -2.2},
                                             {"テストを実行しています。", -2.3}};
  EXPECT_NE(consensus(candidates, 2), 0u);
}

TEST(ConsensusTest, AtALowTemperatureTheLikeliestWins) {
  const std::vector<Candidate> candidates = {
      {"テストを実行しました。", -8.1}, {"犬が走ります。", -2.0}, {"テストを実行します。", -8.2}};
  EXPECT_EQ(consensus(candidates, 0.1), 1u);
  EXPECT_NE(consensus(candidates, 1000), 1u);
}

// Two alike agree with each other: (1 + 1) / 3 against 1 / 3.
TEST(ConsensusTest, ABonusCountsAsMuchAsAgreement) {
  std::vector<Candidate> candidates = {{"あいうえ", -1}, {"あいうえ", -1}, {"かきくけ", -1}};
  EXPECT_EQ(consensus(candidates, 1), 0u);
  candidates[2].bonus = 0.32;
  EXPECT_EQ(consensus(candidates, 1), 0u);
  candidates[2].bonus = 0.34;
  EXPECT_EQ(consensus(candidates, 1), 2u);
}

TEST(ConsensusTest, EqualCandidatesGiveTheFirst) {
  EXPECT_EQ(consensus(std::vector<Candidate>{{"あ", -1}, {"あ", -1}}, 1), 0u);
  EXPECT_EQ(consensus(std::vector<Candidate>{{"", 0}}, 1), 0u);
}

}  // namespace
}  // namespace sotto::translate::consensus_test
