#include "measure/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "measure/process.h"

namespace sotto::measure::statistics_test {
namespace {

TEST(StatisticsTest, QuantilesByNearestRank) {
  EXPECT_EQ(median({3, 1, 2}), 2);
  EXPECT_EQ(median({4, 1, 2, 3}), 2.5);
  EXPECT_EQ(quantile({5, 1, 4, 2, 3}, 0.95), 5);
  EXPECT_EQ(quantile({5, 1, 4, 2, 3}, 0.6), 3);
  EXPECT_EQ(quantile({5, 1, 4, 2, 3}, 0), 1);
  std::vector<double> hundred(100);
  for (size_t i = 0; i < hundred.size(); ++i) hundred[i] = static_cast<double>(i + 1);
  EXPECT_EQ(quantile(hundred, 0.95), 95);
}

// Prompts of very different length, noise that lifts whole rounds and never lowers one.
Rounds made_up(double factor, uint64_t seed, size_t rounds = 9) {
  std::mt19937_64 random(seed);
  std::exponential_distribution<double> disturbance(8), jitter(40);
  Rounds values;
  for (size_t r = 0; r < rounds; ++r) {
    const double round = disturbance(random);
    auto& row = values.emplace_back();
    for (const double ms : {12.0, 30.0, 31.0, 80.0, 250.0}) {
      row.push_back(factor * ms * (1 + round + jitter(random)));
    }
  }
  return values;
}

Verdict verdict_of(const Rounds& a, const Rounds& b) {
  return verdict(ratio_of_medians(a, b), ratio_of_quartiles(a, b), 0.05);
}

TEST(StatisticsTest, TheRatioIsThatOfTheFactors) {
  const Rounds a = made_up(1, 1);
  Rounds twice = a;
  for (auto& round : twice) {
    for (double& ms : round) ms *= 2;
  }
  EXPECT_NEAR(ratio_of_medians(a, twice).value, 2, 1e-12);
  EXPECT_NEAR(ratio_of_quartiles(a, twice).value, 2, 1e-12);
  const Ratio same = ratio_of_medians(a, a);
  EXPECT_NEAR(same.value, 1, 1e-12);
  EXPECT_LE(same.low, 1);
  EXPECT_GE(same.high, 1);
}

TEST(StatisticsTest, TheSameSeedGivesTheSameInterval) {
  const Rounds a = made_up(1, 1), b = made_up(1.1, 2);
  EXPECT_EQ(ratio_of_medians(a, b, 3).low, ratio_of_medians(a, b, 3).low);
  EXPECT_NE(ratio_of_medians(a, b, 3).low, ratio_of_medians(a, b, 4).low);
}

// A 95 % interval that is too narrow would miss the truth much more often than 5 times in 100.
TEST(StatisticsTest, TheIntervalContainsTheTruth) {
  int inside = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const Ratio r =
        ratio_of_medians(made_up(1, 2 * seed, 15), made_up(1.3, 2 * seed + 1, 15), seed);
    inside += r.low <= 1.3 && 1.3 <= r.high ? 1 : 0;
  }
  EXPECT_GE(inside, 51);
}

TEST(StatisticsTest, EqualContestantsAreUndecidedAndSlowOnesAreFound) {
  int undecided = 0, slower = 0, faster = 0;
  for (uint64_t seed = 100; seed < 140; ++seed) {
    const Rounds a = made_up(1, seed);
    undecided += verdict_of(a, made_up(1, seed + 1000)) == Verdict::undecided ? 1 : 0;
    slower += verdict_of(a, made_up(1.5, seed + 1000)) == Verdict::slower ? 1 : 0;
    faster += verdict_of(a, made_up(0.6, seed + 1000)) == Verdict::faster ? 1 : 0;
  }
  EXPECT_GE(undecided, 38);
  EXPECT_GE(slower, 38);
  EXPECT_GE(faster, 38);
}

TEST(StatisticsTest, ATrifleIsNoVerdict) {
  const Rounds a = made_up(1, 1);
  Rounds b = a;
  for (auto& round : b) {
    for (double& ms : round) ms *= 1.03;
  }
  EXPECT_EQ(verdict_of(a, b), Verdict::undecided);
}

TEST(StatisticsTest, GrowthIsTheExponent) {
  const std::vector<double> x = {5, 10, 20, 40};
  std::vector<double> linear, square, flat;
  for (const double v : x) {
    linear.push_back(3 * v);
    square.push_back(0.1 * v * v);
    flat.push_back(7);
  }
  EXPECT_NEAR(growth_exponent(x, linear), 1, 1e-12);
  EXPECT_NEAR(growth_exponent(x, square), 2, 1e-12);
  EXPECT_NEAR(growth_exponent(x, flat), 0, 1e-12);
  EXPECT_EQ(growth_exponent({3}, {4}), 0);
}

TEST(ProcessTest, SeesTimeAndMemory) {
  const StopWatch watch;
  volatile double x = 1;
  while (watch.wall_ms() < 20) x = x * 1.0000001;
  EXPECT_GT(watch.cpu_ms(), 0);
  EXPECT_GE(watch.wall_ms(), 20);
  EXPECT_GT(rss_mb(), 1);
  const double resident = rss_mb();
  EXPECT_GE(peak_rss_mb(), resident);  // which is read later: it may have grown
}

}  // namespace
}  // namespace sotto::measure::statistics_test
