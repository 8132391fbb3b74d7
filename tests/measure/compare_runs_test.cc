#include "measure/compare_runs.h"

#include <gmock/gmock.h>

#include <random>

#include "measure/report.h"
#include "measure/stages.h"

namespace sotto::measure::compare_runs_test {
namespace {

using ::testing::HasSubstr;

constexpr int kTokens = 14;

// Prompts with references, timed with noise that only adds; `token_ms` more for each token.
Run made_up(const std::string& label, uint64_t seed, double token_ms = 0) {
  measure::Run run;
  run.id = run.label = label;
  run.finished = true;
  run.about = Json::object();
  std::mt19937_64 random(seed);
  std::exponential_distribution<double> noise(10);
  for (int p = 0; p < 12; ++p) {
    const std::string text = "テストは" + std::to_string(p) + "回目で成功しました。";
    run.prompts.push_back({"p" + std::to_string(p), "short", "The test passed.", text});
    for (int round = 0; round < 5; ++round) {
      Measurement m;
      m.task = "translate";
      m.variant = "stored 2t";
      m.prompt = run.prompts.back().id;
      m.round = round;
      m.numbers["wall_ms"] = (20 + p) * (1 + noise(random)) + kTokens * token_ms;
      m.text = text;
      run.measurements.push_back(std::move(m));
    }
  }
  return run;
}

Comparison compared(const Run& a, const Run& b) {
  const auto found = compare_runs({a, b}, {});
  EXPECT_TRUE(found) << (found ? "" : found.error().message);
  EXPECT_EQ(found->size(), 1);
  // The runs are copies that end with this call: nothing of them is looked at later.
  return found->at(0);
}

TEST(CompareRunsTest, EqualRunsAreUndecided) {
  const Comparison c = compared(made_up("a", 1), made_up("b", 2));
  ASSERT_EQ(c.speed.size(), 1);
  EXPECT_EQ(c.speed[0].verdict, Verdict::undecided);
  EXPECT_EQ(c.quality.text->chrf_change, 0);
  EXPECT_EQ(c.quality.same_text, 1);
  EXPECT_FALSE(c.fails());
}

TEST(CompareRunsTest, TwoMillisecondsATokenAreFound) {
  const Comparison c = compared(made_up("a", 1), made_up("b", 2, 2));
  EXPECT_EQ(c.speed[0].verdict, Verdict::slower);
  EXPECT_TRUE(c.fails());
  EXPECT_FALSE(compared(made_up("a", 1, 2), made_up("b", 2)).fails());  // faster is fine
}

// Half as fast while others had half of the processors may be their doing; a third as fast is not.
TEST(CompareRunsTest, WhatOthersTookExplainsADifference) {
  measure::Run busy = made_up("b", 2), slow = made_up("b", 2);
  for (Measurement& m : busy.measurements) m.numbers["wall_ms"] *= 1.9;
  for (Measurement& m : slow.measurements) m.numbers["wall_ms"] *= 3;
  const measure::Run a = made_up("a", 1);
  EXPECT_EQ(compared(a, busy).speed[0].verdict, Verdict::slower);
  busy.about["others_share"] = slow.about["others_share"] = 0.5;
  EXPECT_EQ(compared(a, busy).speed[0].verdict, Verdict::undecided);
  EXPECT_EQ(compared(busy, a).speed[0].verdict, Verdict::undecided);
  EXPECT_EQ(compared(a, slow).speed[0].verdict, Verdict::slower);
  EXPECT_EQ(compared(slow, a).speed[0].verdict, Verdict::faster);
}

TEST(CompareRunsTest, WorseTextsAreFound) {
  measure::Run b = made_up("b", 2);
  for (Measurement& m : b.measurements) m.text.replace(0, m.text.size() / 6 * 3, "失敗");
  const Comparison c = compared(made_up("a", 1), b);
  EXPECT_LT(c.quality.text->chrf_change, -1);
  EXPECT_TRUE(c.fails());
  ASSERT_EQ(c.quality.worse.size(), 1);
  EXPECT_THAT(c.quality.worse[0], HasSubstr("chrF fell by"));
}

// One prompt that went wrong by chance is no evidence.
TEST(CompareRunsTest, OneWorseTextOfManyIsNoVerdict) {
  measure::Run b = made_up("b", 2);
  for (Measurement& m : b.measurements) {
    if (m.prompt == "p3") m.text = "失敗";
  }
  EXPECT_FALSE(compared(made_up("a", 1), b).fails());
}

TEST(CompareRunsTest, ColdMeasurementsAndCutRoundsDoNotCount) {
  measure::Run b = made_up("b", 2);
  b.measurements.resize(b.measurements.size() - 1);  // the last prompt has four rounds of five
  for (size_t i = 0, warm = b.measurements.size(); i < warm; ++i) {
    Measurement cold = b.measurements[i];
    cold.cold = true;
    cold.numbers["wall_ms"] = 1e6;
    b.measurements.push_back(cold);
  }
  const Comparison c = compared(made_up("a", 1), b);
  EXPECT_EQ(c.speed[0].rounds_a, 5);
  EXPECT_EQ(c.speed[0].rounds_b, 4);
  EXPECT_LT(c.speed[0].p95_b, 1000);
  EXPECT_LT(c.speed[0].medians.value, 2);
}

TEST(CompareRunsTest, OneRunComparesItsVariants) {
  measure::Run run = made_up("a", 1);
  measure::Run slow = made_up("a", 2, 2);
  for (Measurement& m : slow.measurements) {
    m.variant = "q4 2t";
    run.measurements.push_back(m);
  }
  const std::vector<measure::Run> runs = {run};
  const auto found = compare_runs(runs, {});
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1);
  EXPECT_EQ(found->at(0).speed[0].verdict, Verdict::slower);
  EXPECT_THAT(table_of(*found), HasSubstr("slower"));
}

TEST(CompareRunsTest, WithoutACommonTaskThereIsAnError) {
  measure::Run b = made_up("b", 2);
  for (Measurement& m : b.measurements) m.task = "say";
  EXPECT_FALSE(compare_runs({made_up("a", 1), b}, {}));
  EXPECT_FALSE(compare_runs({made_up("a", 1)}, {}));
}

TEST(CompareRunsTest, InterruptedAndDisturbedRunsSaySo) {
  measure::Run run = made_up("a", 1);
  EXPECT_TRUE(remarks_on(run).empty());
  run.finished = false;
  run.about["warnings"] = {"other programs took 40 %", 7};
  const auto remarks = remarks_on(run);
  ASSERT_EQ(remarks.size(), 2);
  EXPECT_THAT(remarks[0], HasSubstr("interrupted after 60"));
  EXPECT_THAT(remarks[1], HasSubstr("40 %"));
}

TEST(ReportTest, TheTextsOfARunCannotBecomePartOfThePage) {
  std::vector<measure::Run> runs = {made_up("a", 1), made_up("<script>alert(1)</script>", 2)};
  for (Measurement& m : runs[1].measurements) m.text = "<img src=x onerror=alert(2)>";
  for (Prompt& p : runs[1].prompts) p.text = "\"><script>alert(3)</script>";
  const auto comparisons = compare_runs(runs, {});
  ASSERT_TRUE(comparisons);
  const auto page = report_page(runs, *comparisons);
  ASSERT_TRUE(page) << page.error().message;
  EXPECT_THAT(*page, ::testing::Not(HasSubstr("<script")));
  EXPECT_THAT(*page, ::testing::Not(HasSubstr("<img src=x")));
  EXPECT_THAT(*page, ::testing::Not(HasSubstr("http:")));
  EXPECT_THAT(*page, ::testing::Not(HasSubstr("https:")));
  EXPECT_THAT(*page, HasSubstr("&lt;script&gt;alert(1)"));
  EXPECT_THAT(*page, HasSubstr("<svg"));
}

TEST(StagesTest, TheFirstSentenceIsApartAndBudgetsAreKept) {
  measure::Run run;
  for (int i = 0; i < 5; ++i) {
    Measurement m;
    m.task = "speak";
    m.variant = "v";
    m.prompt = std::to_string(i);
    m.cold = i == 0;
    m.numbers = {{"translate_ms", i == 0 ? 500.0 : 40.0 + i},
                 {"first_audio_ms", 90},
                 {"underruns", i == 2 ? 3.0 : 0.0},
                 {"gap_ms", i == 2 ? 7.5 : 0.0}};
    run.measurements.push_back(m);
  }
  const auto rows = budget_rows(run, "speak", "v");
  ASSERT_EQ(rows.size(), 2);
  EXPECT_EQ(rows[0].cold, 500);
  EXPECT_EQ(rows[0].p50, 42.5);
  EXPECT_TRUE(rows[0].within);
  EXPECT_FALSE(rows[1].within);
  EXPECT_THAT(underruns_of(run, "v"), HasSubstr("3 underruns within 5 sentences, 7.5 ms"));
}

}  // namespace
}  // namespace sotto::measure::compare_runs_test
