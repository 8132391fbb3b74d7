#include "pipeline/catch_up.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace sotto::pipeline::catch_up_test {
namespace {

constexpr auto kAnnouncement = SentenceKind::announcement, kOther = SentenceKind::other;

TEST(CatchUpTest, ByBacklogAndKind) {
  const struct {
    double backlog_s;
    SentenceKind kind;
    bool is_overtaken;
    double tempo, pause;
    bool is_passed;
  } rows[] = {
      {0, kOther, true, 1, 1, false},
      {8, kAnnouncement, true, 1, 1, false},
      {8.1, kAnnouncement, true, 1, 0.9956, true},
      {8.1, kAnnouncement, false, 1, 0.9956, false},  // nothing has overtaken it
      {12, kOther, true, 1.1, 0.825, false},
      {16, kOther, true, 1.2, 0.65, false},
      {16, kAnnouncement, true, 1.2, 0.65, true},
      {24, kOther, true, 1.4, 0.3, false},
      {24, kAnnouncement, false, 1.4, 0.3, false},
      {3600, kOther, true, 1.4, 0.3, false},
      {std::numeric_limits<double>::infinity(), kOther, true, 1.4, 0.3, false},
      {std::numeric_limits<double>::quiet_NaN(), kAnnouncement, true, 1, 1, false},
      {-5, kAnnouncement, true, 1, 1, false},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(row.backlog_s);
    const CatchUp made = catch_up(row.backlog_s, row.kind, row.is_overtaken);
    EXPECT_NEAR(made.tempo, row.tempo, 1e-9);
    EXPECT_NEAR(made.pause, row.pause, 1e-4);
    EXPECT_EQ(made.is_passed, row.is_passed);
  }
}

TEST(CatchUpTest, WhoIsFurtherBehindIsNeverSlowerAndNeverTooFast) {
  double before = 1, pause = 1;
  for (double s = 0; s < 60; s += 0.1) {
    const CatchUp made = catch_up(s, kOther, true);
    EXPECT_GE(made.tempo, before);
    EXPECT_LE(made.pause, pause);
    EXPECT_LE(made.tempo, kMostTempo);
    EXPECT_GE(made.pause, kLeastPause);
    EXPECT_FALSE(made.is_passed);
    before = made.tempo;
    pause = made.pause;
  }
}

TEST(CatchUpTest, ThePaceIsLearnedFromWhatWasSaid) {
  SpeakingPace pace(1), fast(2);
  EXPECT_DOUBLE_EQ(pace.ms_of(100), 6500);
  EXPECT_DOUBLE_EQ(fast.ms_of(100), 3250);
  for (int i = 0; i < 100; ++i) pace.learn(100, 12000);
  EXPECT_NEAR(pace.ms_of(100), 12000, 200);
  EXPECT_EQ(pace.ms_of(0), 0);
}

}  // namespace
}  // namespace sotto::pipeline::catch_up_test
