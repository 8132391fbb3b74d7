// How much of a clause kokoro says first, given what clauses take.
#include "speech/kokoro_pace.h"

#include <gtest/gtest.h>

#include <limits>

namespace sotto::speech::kokoro_pace_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(OpeningShare, IsWhatTheRestTakesAndALittleMore) {
  for (const double factor : {0.05, 0.1, 0.2, 0.4}) {
    EXPECT_GE(opening_share(factor, 0.1), factor) << factor;
    EXPECT_LE(opening_share(factor, 0.1), 1.25 * factor) << factor;
  }
}

TEST(OpeningShare, IsNothingWhereTheMachineIsSlow) {
  EXPECT_GT(opening_share(0.45, 0.1), 0);
  EXPECT_EQ(opening_share(0.45, 0.2), 0);
  EXPECT_EQ(opening_share(0.7, 0), 0);
  EXPECT_EQ(opening_share(50, 10), 0);
  EXPECT_EQ(opening_share(0, 0), 0);
  EXPECT_EQ(opening_share(-1, 0), 0);
  EXPECT_EQ(opening_share(kNan, 0.1), 0);
  EXPECT_EQ(opening_share(0.1, kNan), 0);
}

// The first clause of all is judged by what its inputs took.
TEST(KokoroPace, NothingMadeYetItGoesByTheInputs) {
  KokoroPace pace;
  EXPECT_GE(pace.share(4, 0.12), 5 * 0.12f / 4);
  EXPECT_GT(pace.share(4, 0.2), pace.share(4, 0.12));
  EXPECT_EQ(pace.share(4, 1), 0);
  EXPECT_EQ(pace.share(0, 0.1), 0);
}

TEST(KokoroPace, TheSlowestOfTheLastFewCounts) {
  KokoroPace pace;
  pace.made(2, 0.1, 0.4);
  const float usual = pace.share(2, 0.1);
  EXPECT_GE(usual, 0.2f);
  pace.made(4, 0.3, 1.2);  // 0.3 of real time
  for (int i = 0; i < 3; ++i) {
    EXPECT_GE(pace.share(2, 0.1), 0.3f) << i;
    pace.made(2, 0.1, 0.4);
  }
  pace.made(2, 0.1, 0.4);
  EXPECT_EQ(pace.share(2, 0.1), usual);  // that one is forgotten
}

// Somebody else has begun to work: the inputs of this clause took three times as long.
TEST(KokoroPace, TheMomentCountsWhereItIsSlower) {
  KokoroPace pace;
  pace.made(2, 0.04, 0.2);
  EXPECT_GE(pace.share(2, 0.12), 0.3f);
  EXPECT_LT(pace.share(2, 0.12), 0.4f);
  pace.made(2, 0.4, 2);
  EXPECT_EQ(pace.share(2, 0.04), 0);  // it was too slow just now
}

TEST(KokoroPace, ClausesThatTellNothingAreNotRemembered) {
  KokoroPace pace;
  pace.made(2, 0.1, 0.4);
  const float usual = pace.share(2, 0.1);
  pace.made(0.3, 0.1, 0.4);
  pace.made(2, 0, 2);
  pace.made(0, 0.1, 2);
  EXPECT_EQ(pace.share(2, 0.1), usual);
}

TEST(KokoroPace, WhatWouldRunDryIsNotHeardYet) {
  KokoroPace pace;
  EXPECT_TRUE(pace.is_heard(0.5, 0.4));
  EXPECT_FALSE(pace.is_heard(0.5, 0.6));
}

TEST(KokoroPace, IsThatOfAllWhoSpeakWithAModel) {
  const auto pace = kokoro_pace("a model, 2 threads");
  EXPECT_EQ(kokoro_pace("a model, 2 threads"), pace);
  EXPECT_NE(kokoro_pace("a model, 1 thread"), pace);
}

}  // namespace
}  // namespace sotto::speech::kokoro_pace_test
