#include "pipeline/arrival_times.h"

#include <gtest/gtest.h>

namespace sotto::pipeline::arrival_times_test {
namespace {

Clock::time_point at(int ms) { return Clock::time_point(std::chrono::milliseconds(1000 + ms)); }

TEST(ArrivalTimesTest, ASentenceHasTheTimeOfItsFirstByte) {
  ArrivalTimes times;
  times.arrived("One te", at(0));
  times.arrived("st fails. Let", at(1));
  times.arrived(" me look.", at(2));
  EXPECT_EQ(times.received("One test fails."), at(0));
  EXPECT_EQ(times.received("Let me look."), at(1));
}

TEST(ArrivalTimesTest, AWordThatStoodInTheSentenceBeforeIsNotTakenForTheNext) {
  ArrivalTimes times;
  times.arrived("The test of the test. ", at(0));
  times.arrived("The ", at(1));
  times.arrived("end.", at(2));
  EXPECT_EQ(times.received("The test of the test."), at(0));
  EXPECT_EQ(times.received("The end."), at(1));
}

TEST(ArrivalTimesTest, ALastWordThatStoodInsideTheSentenceIsNotItsEnd) {
  ArrivalTimes times;
  times.arrived("The why of the why\n\n", at(0));
  times.arrived("of course it is.", at(1));
  EXPECT_EQ(times.received("The why of the why"), at(0));
  EXPECT_EQ(times.received("of course it is."), at(1));
}

TEST(ArrivalTimesTest, MarkupAroundAndBetweenSentencesDoesNotMatter) {
  ArrivalTimes times;
  times.arrived("**Found it!** The problem:\n\n", at(0));
  times.arrived("```ts\nconst secret = 1;\n```\n\n", at(1));
  times.arrived("I'll use `JWT_SECRET` now.", at(2));
  EXPECT_EQ(times.received("Found it!"), at(0));
  EXPECT_EQ(times.received("The problem:"), at(0));
  EXPECT_EQ(times.received("I'll use JWT_SECRET now."), at(2));
}

TEST(ArrivalTimesTest, WhatCannotBeFoundHasTheTimeOfTheFirstTextBehindThePreviousSentence) {
  ArrivalTimes times;
  times.arrived("Done. ", at(0));
  times.arrived("&eacute;t&eacute; is over.", at(1));
  EXPECT_EQ(times.received("Done."), at(0));
  EXPECT_LE(times.received("\u00e9t\u00e9 is over."), at(1));
}

TEST(ArrivalTimesTest, ABlockEndForgetsWhatWasLeft) {
  ArrivalTimes times;
  times.arrived("Same words.", at(0));
  times.end_block();
  times.arrived("Same words.", at(5));
  EXPECT_EQ(times.received("Same words."), at(5));
}

TEST(ArrivalTimesTest, WithoutTextTheLastTimeIsTheAnswer) {
  ArrivalTimes times;
  times.arrived("", at(3));
  EXPECT_EQ(times.received("A note."), at(3));
}

TEST(ArrivalTimesTest, EndlessTextWithoutASentenceIsForgotten) {
  ArrivalTimes times;
  const std::string line(1000, 'x');
  for (int i = 0; i < 2000; ++i) times.arrived(line, at(i));
  times.arrived(" Done.", at(5000));
  EXPECT_EQ(times.received("Done."), at(5000));
}

}  // namespace
}  // namespace sotto::pipeline::arrival_times_test
