#include "pipeline/timings.h"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace sotto::pipeline::timings_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Clock::time_point at(int ms) { return Clock::time_point(std::chrono::milliseconds(1000 + ms)); }

Utterance spoken_utterance() {
  Utterance u;
  u.id = 3;
  u.source.text = "A \"quoted\" test.";
  u.translation.sentence.text = "\u30c6\u30b9\u30c8";
  u.voice = "fake";
  u.heard = true;
  u.audio_ms = 500;
  u.times = {.received = at(0),
             .ready = at(10),
             .translate_start = at(12),
             .translated = at(42),
             .voice_start = at(50),
             .first_chunk = at(55),
             .voice_end = at(90),
             .first_audio = at(70),
             .last_audio = at(95)};
  return u;
}

TEST(DistributionTest, PercentilesAreNearestRanks) {
  Distribution d;
  EXPECT_EQ(d.percentile(50), 0);
  for (int i = 100; i >= 1; --i) d.add(i);
  EXPECT_EQ(d.percentile(50), 50);
  EXPECT_EQ(d.percentile(95), 95);
  EXPECT_EQ(d.percentile(100), 100);
  EXPECT_EQ(d.percentile(0.1), 1);
  EXPECT_EQ(d.max(), 100);
  EXPECT_EQ(d.count(), 100u);
}

TEST(DistributionTest, AMaximumBelowZeroIsKept) {
  Distribution d;
  d.add(-2);
  d.add(-5);
  EXPECT_EQ(d.max(), -2);
}

TEST(DistributionTest, OldValuesLeaveButCountAndMaximumStay) {
  Distribution d;
  d.add(1e6);
  for (size_t i = 0; i < Distribution::kKept; ++i) d.add(1);
  EXPECT_EQ(d.percentile(100), 1);
  EXPECT_EQ(d.max(), 1e6);
  EXPECT_EQ(d.count(), Distribution::kKept + 1);
}

TEST(TimingsTest, WaitingAndWorkAreToldApart) {
  const Timings timings(at(0));
  const auto line = nlohmann::json::parse(timings.json(spoken_utterance()));
  EXPECT_EQ(line["id"], 3);
  EXPECT_EQ(line["source"], "A \"quoted\" test.");
  EXPECT_EQ(line["lost"], false);
  EXPECT_EQ(line["at_ms"]["received"], 0);
  EXPECT_EQ(line["at_ms"]["first_audio"], 70);
  EXPECT_EQ(line["arriving_ms"], 10);
  EXPECT_EQ(line["wait_translate_ms"], 2);
  EXPECT_EQ(line["translate_ms"], 30);
  EXPECT_EQ(line["wait_voice_ms"], 8);
  EXPECT_EQ(line["first_audio_ms"], 5);
  EXPECT_EQ(line["voice_ms"], 40);
  EXPECT_EQ(line["wait_sink_ms"], 15);
  EXPECT_EQ(line["work_to_first_audio_ms"], 35);
  EXPECT_EQ(line["ready_to_first_audio_ms"], 60);
}

TEST(TimingsTest, WhatWasDoneToKeepUpIsTold) {
  Timings timings(at(0));
  Utterance u = spoken_utterance();
  timings.add(u);
  EXPECT_THAT(timings.table(), Not(HasSubstr("to keep up")));
  u.tempo = 1.25;
  u.times.first_audio = at(12345);
  timings.add(u);
  Utterance passed = spoken_utterance();
  passed.passed_over = "it lies behind";
  passed.heard = false;
  passed.times.first_audio = {};
  timings.add(passed);
  EXPECT_THAT(timings.table(), HasSubstr("0 not spoken"));
  EXPECT_THAT(timings.table(), HasSubstr("to keep up: 1 announcements passed over, at most 12.3 s "
                                         "behind, up to 1.25 times the speed"));
  const auto summary = nlohmann::json::parse(timings.summary_json());
  EXPECT_EQ(summary["passed_over"], 1);
  EXPECT_EQ(summary["unheard"], 0);
  EXPECT_EQ(summary["most_lag_ms"], 12345);
  EXPECT_EQ(summary["most_tempo"], 1.25);
  EXPECT_EQ(nlohmann::json::parse(timings.json(passed))["passed_over"], "it lies behind");
}

TEST(TimingsTest, WhatWasNeverReachedIsNull) {
  Utterance u = spoken_utterance();
  u.times.voice_start = u.times.first_chunk = u.times.voice_end = {};
  u.times.first_audio = u.times.last_audio = {};
  u.translation.untranslated = true;
  u.translation.why = "low score";
  Timings timings(at(0));
  timings.add(u);
  const auto line = nlohmann::json::parse(timings.json(u));
  EXPECT_TRUE(line["first_audio_ms"].is_null());
  EXPECT_TRUE(line["at_ms"]["last_audio"].is_null());
  EXPECT_EQ(line["why"], "low score");
  const auto summary = nlohmann::json::parse(timings.summary_json());
  EXPECT_EQ(summary["utterances"], 1);
  EXPECT_EQ(summary["lost"], 1);
  EXPECT_EQ(summary["stages"]["translate_ms"]["p50"], 30);
  EXPECT_EQ(summary["stages"]["first_audio_ms"]["count"], 0);
}

TEST(TimingsTest, TheTableHasALineForEachStageThatWasReached) {
  Timings timings(at(0));
  timings.add(spoken_utterance());
  EXPECT_THAT(timings.table(), HasSubstr("p50       p95       max"));
  EXPECT_THAT(timings.table(), HasSubstr("text ready to first audio               1      60.0"));
  EXPECT_THAT(timings.table(), HasSubstr("1 sentences, 0 not translated, 0 not spoken, 0.5 s"));
}

}  // namespace
}  // namespace sotto::pipeline::timings_test
