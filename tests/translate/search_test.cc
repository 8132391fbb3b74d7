// The rules of the search on small tables that can be followed by hand.
#include "translate/search/search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <random>

#include "table_network.h"
#include "translate/search/log_softmax.h"
#include "translate/search/rules.h"

namespace sotto::translate::search_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::Ids;
using testing::Table;

constexpr int kStart = 2, kEos = 2, kLanguage = 4;

// Probabilities of the next token by the sequence behind start and language; the rest is -20.
Table from_probabilities(std::map<Ids, std::map<int, double>> table) {
  return {8, [table](const Ids&, const Ids& sequence) {
            std::vector<float> logits(8, -20);
            const auto row = table.find(
                {sequence.begin() + std::min<size_t>(2, sequence.size()), sequence.end()});
            if (sequence.size() < 2 || row == table.end()) return logits;
            for (const auto& [id, p] : row->second) logits[id] = static_cast<float>(std::log(p));
            return logits;
          }};
}

Hypothesis best(Table& table, const SearchOptions& options) {
  const Ids source = {5, 2};
  const auto found = search(table, std::span(&source, 1), kStart, kLanguage, options, {});
  if (!found) throw std::runtime_error(found.error().message);
  return found->at(0);
}

// "5" looks best at first, but what follows it is spread: the greedy choice loses to the beam's.
Table garden_path() {
  return from_probabilities({{{}, {{5, 0.55}, {6, 0.45}}},
                             {{5}, {{5, 0.4}, {6, 0.35}, {kEos, 0.25}}},
                             {{6}, {{kEos, 0.9}, {7, 0.1}}},
                             {{5, 5}, {{kEos, 1}}},
                             {{5, 6}, {{kEos, 1}}},
                             {{6, 7}, {{kEos, 1}}}});
}

TEST(SearchTest, GreedyTakesTheBestTokenAndScoresWhatItChose) {
  Table table = garden_path();
  const Hypothesis h = best(table, {});
  EXPECT_THAT(h.ids, ElementsAre(kStart, kLanguage, 5, 5, kEos));
  EXPECT_NEAR(h.score, std::log(0.55 * 0.4), 1e-6);
  EXPECT_NEAR(h.mean_logprob, std::log(0.55 * 0.4) / 3, 1e-6);  // the language is not counted
}

TEST(SearchTest, BeamSearchFindsTheBetterSentence) {
  Table table = garden_path();
  const Hypothesis h = best(table, {.beams = 2});
  EXPECT_THAT(h.ids, ElementsAre(kStart, kLanguage, 6, kEos));
  EXPECT_NEAR(h.score, std::log(0.45 * 0.9) / 3, 1e-6);  // the language counts for the length
  EXPECT_NEAR(h.mean_logprob, std::log(0.45 * 0.9) / 2, 1e-6);
}

TEST(SearchTest, TheLengthPenaltyChoosesTheLength) {
  // 6 </s> has 0.45 * 0.9 = 0.405 at length 3; 5 5 </s> has 0.22 at length 4.
  Table table = garden_path();
  EXPECT_NEAR(best(table, {.beams = 2, .length_penalty = 0}).score, std::log(0.405), 1e-6);
  const Hypothesis longer = best(table, {.beams = 4, .length_penalty = 4});
  EXPECT_THAT(longer.ids, ElementsAre(kStart, kLanguage, 5, 5, kEos));
  EXPECT_NEAR(longer.score, std::log(0.22) / 256, 1e-6);
  EXPECT_NEAR(best(table, {.beams = 2, .length_penalty = -1}).score, 3 * std::log(0.405), 1e-5);
}

TEST(SearchTest, EarlyStoppingEndsWithAFullPool) {
  // Two endings come first; a better one would follow a step later.
  const std::map<Ids, std::map<int, double>> late = {
      {{}, {{kEos, 0.09}, {5, 0.9}, {6, 0.01}}},
      {{5}, {{kEos, 0.02}, {5, 0.98}}},
      {{5, 5}, {{kEos, 1}}},
      {{6}, {{kEos, 1}}},
  };
  Table stops = from_probabilities(late), goes_on = from_probabilities(late);
  EXPECT_THAT(best(stops, {.beams = 2, .early_stopping = EarlyStopping::yes}).ids,
              ElementsAre(kStart, kLanguage, kEos));
  EXPECT_THAT(best(goes_on, {.beams = 2}).ids, ElementsAre(kStart, kLanguage, 5, 5, kEos));
  EXPECT_LT(stops.steps, goes_on.steps);
}

TEST(SearchTest, NeverStoppingLooksAtTheLongestSentencePossible) {
  const std::map<Ids, std::map<int, double>> steady = {
      {{}, {{kEos, 0.5}, {5, 0.3}, {6, 0.2}}}, {{5}, {{kEos, 0.5}, {5, 0.5}}},
      {{6}, {{kEos, 0.5}, {6, 0.5}}},          {{5, 5}, {{kEos, 0.5}, {6, 0.5}}},
      {{6, 6}, {{kEos, 0.5}, {6, 0.5}}},
  };
  Table no = from_probabilities(steady), never = from_probabilities(steady);
  best(no, {.beams = 2, .max_new_tokens = 20});
  best(never, {.beams = 2, .early_stopping = EarlyStopping::never, .max_new_tokens = 20});
  EXPECT_LT(no.steps, never.steps);
}

// The same favourite at every step.
Table stubborn() {
  return {8, [](const Ids&, const Ids& sequence) {
            std::vector<float> logits(8, -3);
            logits[5] = 3;
            logits[6] = 2;
            logits[7] = 1 - 0.01f * sequence.size();
            logits[kEos] = 0;
            return logits;
          }};
}

TEST(SearchTest, TheMaximumEndsTheSearchWithoutAnEnd) {
  Table table = stubborn();
  EXPECT_THAT(best(table, {.max_new_tokens = 3}).ids, ElementsAre(kStart, kLanguage, 5, 5));
  EXPECT_THAT(best(table, {.max_new_tokens = 1}).ids, ElementsAre(kStart, kLanguage));
  const Hypothesis h = best(table, {.beams = 3, .max_new_tokens = 3});
  EXPECT_THAT(h.ids, ElementsAre(kStart, kLanguage, 5, 5));
  EXPECT_THAT(best(table, {.beams = 3, .max_new_tokens = 1}).ids, ElementsAre(kStart, kLanguage));
}

TEST(SearchTest, TheMinimumForbidsAnEarlyEnd) {
  Table table = garden_path();
  for (const int beams : {1, 3}) {
    const Hypothesis h = best(table, {.beams = beams, .min_new_tokens = 6, .max_new_tokens = 9});
    EXPECT_GE(h.ids.size(), 7u) << beams;
    EXPECT_THAT(Ids(h.ids.begin() + 1, h.ids.begin() + 6),
                ::testing::Not(::testing::Contains(kEos)));
  }
}

// As a language model has them: its own, its template's, a new line.
TEST(SearchTest, ATextMayHaveSeveralEnds) {
  const auto table = [] {
    return from_probabilities({{{}, {{6, 0.9}, {5, 0.1}}}, {{5}, {{6, 0.6}, {kEos, 0.4}}}});
  };
  for (const int beams : {1, 2}) {
    Table first = table(), second = table();
    EXPECT_THAT(best(first, {.beams = beams, .other_ends = {6}}).ids,
                ElementsAre(kStart, kLanguage, 6));
    // Nor may any of them come too early.
    EXPECT_THAT(best(second, {.beams = beams, .min_new_tokens = 2, .other_ends = {6}}).ids,
                ElementsAre(kStart, kLanguage, 5, 6));
  }
  Table other = table();
  const auto refused =
      search(other, std::vector<Ids>{{5, 2}}, kStart, kLanguage, {.other_ends = {8}}, {});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("token 8 is not among the 8"));
}

TEST(SearchTest, NoNgramComesTwice) {
  for (const int beams : {1, 3}) {
    Table table = stubborn();
    const Ids ids = best(table, {.beams = beams, .no_repeat_ngram = 2, .max_new_tokens = 30}).ids;
    std::map<std::pair<int, int>, int> seen;
    for (size_t i = 1; i < ids.size(); ++i) EXPECT_EQ(++seen[std::pair(ids[i - 1], ids[i])], 1);
  }
}

TEST(RulesTest, TheRepetitionPenaltyHitsEachIdOnce) {
  const Rules rules({.repetition_penalty = 2}, kStart, kLanguage);
  std::vector<float> scores = {1, 1, 1, 1, 1, -1, 1, -1};
  rules.process(scores, Ids{2, 4, 5, 5, 5});
  EXPECT_THAT(scores, ElementsAre(1, 1, 0.5, 1, 0.5, -2, 1, -1));
}

TEST(RulesTest, NgramsAreThoseOfTheWholeSequence) {
  const Rules rules({.no_repeat_ngram = 3}, kStart, kLanguage);
  std::vector<float> scores(8, 0);
  rules.process(scores, Ids{2, 4, 5, 6, 2, 4});  // 2 4 5 was there
  EXPECT_EQ(scores[5], kForbidden);
  EXPECT_EQ(std::ranges::count(scores, kForbidden), 1);
  std::vector<float> short_scores(8, 0);
  rules.process(short_scores, Ids{2, 4});
  EXPECT_EQ(std::ranges::count(short_scores, kForbidden), 0);
  const Rules unigrams({.no_repeat_ngram = 1}, kStart, kLanguage);
  unigrams.process(short_scores, Ids{2, 4});
  EXPECT_EQ(short_scores[2], kForbidden);
  EXPECT_EQ(short_scores[4], kForbidden);
}

TEST(RulesTest, ATokenStandsNoMoreOftenThanItsLimit) {
  const Rules rules({.token_limits = {{5, 2}, {6, 1}, {7, 0}}}, kStart, kLanguage);
  std::vector<float> scores(8, 0);
  rules.process(scores, Ids{kStart, kLanguage, 5, 6});
  EXPECT_EQ(scores[5], 0);
  EXPECT_EQ(scores[6], kForbidden);
  EXPECT_EQ(scores[7], kForbidden);
  EXPECT_EQ(std::ranges::count(scores, kForbidden), 2);
  rules.process(scores, Ids{kStart, kLanguage, 5, 6, 5});
  EXPECT_EQ(scores[5], kForbidden);
}

TEST(RulesTest, NoTextEndsWithoutTheTokensItNeeds) {
  const Rules rules({.token_limits = {{5, 2, 2}, {6, 1, 1}}}, kStart, kLanguage);
  for (const auto& [sequence, may_end] : {std::pair{Ids{kStart, kLanguage, 5, 6}, false},
                                          std::pair{Ids{kStart, kLanguage, 5, 5}, false},
                                          std::pair{Ids{kStart, kLanguage, 5, 6, 5}, true}}) {
    std::vector<float> scores(8, 0);
    rules.process(scores, sequence);
    EXPECT_EQ(scores[rules.eos] == 0, may_end) << ::testing::PrintToString(sequence);
  }
}

TEST(RulesTest, TheFirstTokenIsTheLanguage) {
  const Rules rules({.repetition_penalty = 2, .min_new_tokens = 3}, kStart, kLanguage);
  std::vector<float> scores(8, 5);
  rules.process(scores, Ids{kStart});
  EXPECT_EQ(scores[kLanguage], 0);
  EXPECT_EQ(std::ranges::count(scores, kForbidden), 7);
}

TEST(SearchTest, EqualScoresGoToTheLowerIndex) {
  Table flat(8, [](const Ids&, const Ids& sequence) {
    std::vector<float> logits(8, -20);
    logits[sequence.size() < 4 ? 7 : kEos] = logits[sequence.size() < 4 ? 5 : kEos] = 1;
    return logits;
  });
  for (const int beams : {1, 2, 3})
    EXPECT_THAT(best(flat, {.beams = beams}).ids, ElementsAre(kStart, kLanguage, 5, 5, kEos));
}

TEST(SearchTest, RowsOfABatchAreSearchedAsIfAlone) {
  // The source's first id decides how long the output is.
  const auto length_of_source = [](const Ids& source, const Ids& sequence) {
    std::mt19937 random(static_cast<unsigned>(source[0] * 1000 + sequence.size()) +
                        static_cast<unsigned>(sequence.back()));
    std::vector<float> logits(8);
    for (float& logit : logits) logit = static_cast<float>(random() % 1000) / 250;
    logits[kEos] = sequence.size() > static_cast<size_t>(source[0]) ? 5 : -2;
    return logits;
  };
  const std::vector<Ids> sources = {{9, 2}, {3, 2}, {5, 2}, {14, 2}};
  for (const int beams : {1, 2, 4}) {
    const SearchOptions options = {.beams = beams, .max_new_tokens = 30};
    Table together(8, length_of_source);
    const auto batch = search(together, sources, kStart, kLanguage, options, {});
    ASSERT_TRUE(batch);
    for (size_t i = 0; i < sources.size(); ++i) {
      Table alone(8, length_of_source);
      const auto single = search(alone, {&sources[i], 1}, kStart, kLanguage, options, {});
      ASSERT_TRUE(single);
      EXPECT_EQ(batch->at(i).ids, single->at(0).ids) << beams;
      EXPECT_EQ(batch->at(i).score, single->at(0).score) << beams;
    }
  }
}

TEST(SearchTest, ThePoolIsSortedAndHoldsNoSentenceTwice) {
  Table table = garden_path();
  const Ids source = {5, 2};
  const auto pools = search_all(table, std::span(&source, 1), kStart, kLanguage, {.beams = 3}, {});
  ASSERT_TRUE(pools);
  const auto& pool = pools->at(0);
  ASSERT_EQ(pool.size(), 3u);
  EXPECT_TRUE(std::ranges::is_sorted(pool, std::ranges::greater{}, &Hypothesis::score));
  EXPECT_NE(pool[0].ids, pool[1].ids);
  EXPECT_NE(pool[1].ids, pool[2].ids);
}

TEST(SearchTest, AStopTokenEndsItBeforeTheNextToken) {
  for (const int beams : {1, 3}) {
    std::stop_source stop;
    Table table(8, [&](const Ids&, const Ids& sequence) {
      if (sequence.size() == 3) stop.request_stop();
      return std::vector<float>{0, 0, -9, 0, 0, 0, 0, 0};
    });
    const Ids source = {5, 2};
    const auto found =
        search(table, std::span(&source, 1), kStart, kLanguage, {.beams = beams}, stop.get_token());
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().code, Errc::cancelled);
    EXPECT_EQ(table.steps, 3);
  }
}

TEST(SearchTest, ANetworkOfNansEndsAtTheMaximum) {
  for (const int beams : {1, 4}) {
    Table table(16, [](const Ids&, const Ids&) {
      return std::vector<float>(16, std::numeric_limits<float>::quiet_NaN());
    });
    EXPECT_LE(best(table, {.beams = beams, .max_new_tokens = 7}).ids.size(), 8u);
  }
}

TEST(SearchTest, OptionsThatMakeNoSenseAreNamed) {
  Table table = stubborn();
  const Ids source = {5, 2};
  const auto refusal = [&](const SearchOptions& options, int language = kLanguage) {
    const auto found = search(table, std::span(&source, 1), kStart, language, options, {});
    return found ? "" : found.error().message;
  };
  EXPECT_THAT(refusal({.beams = 0}), HasSubstr("beams is 0"));
  EXPECT_THAT(refusal({.beams = 65}), HasSubstr("beams is 65"));
  EXPECT_THAT(refusal({.beams = 5}), HasSubstr("too many for a network of 8"));
  EXPECT_THAT(refusal({.length_penalty = NAN}), HasSubstr("length penalty is nan"));
  EXPECT_THAT(refusal({.no_repeat_ngram = -1}), HasSubstr("n-grams"));
  EXPECT_THAT(refusal({.repetition_penalty = 0}), HasSubstr("repetition penalty is 0"));
  EXPECT_THAT(refusal({.min_new_tokens = -1}), HasSubstr("minimum"));
  EXPECT_THAT(refusal({.max_new_tokens = 0}), HasSubstr("maximum"));
  EXPECT_THAT(refusal({}, 8), HasSubstr("token 8"));
  EXPECT_TRUE(search(table, {}, kStart, kLanguage, {}, {})->empty());
}

// Against float64; the error of a float32 sum of n terms that are at most 1 is below n 2^-24.
TEST(LogSoftmaxTest, AgreesWithADoubleSum) {
  std::mt19937 random(1);
  std::normal_distribution<float> normal(0, 4);
  for (const size_t size : {1u, 7u, 64u, 1406u, 5000u, 100000u}) {
    std::vector<float> logits(size);
    for (float& logit : logits) logit = normal(random);
    const double max = *std::ranges::max_element(logits);
    double sum = 0;
    for (const float logit : logits) sum += std::exp(logit - max);
    const LogNormalizer log_softmax = log_normalizer(logits);
    EXPECT_NEAR(log_softmax(logits[0]), logits[0] - max - std::log(sum), 4e-6) << size;
  }
}

// What log_normalizer() has to give, bit for bit, on every processor: sixteen sums of each 256
// exponentials, number by number.
float sum_by_numbers(const std::vector<float>& logits, float max) {
  const auto exponential = [](float x) {
    x = x > -87.0f ? x : -87.0f;
    const auto n = static_cast<int32_t>(x * 1.44269504f - 0.5f);
    const auto whole = static_cast<float>(n);
    const float r = x - whole * 0.693359375f + whole * 2.12194440e-4f;
    float p = 1.9875691500e-4f;
    for (const float c :
         {1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f, 1.6666665459e-1f, 5.0000001201e-1f})
      p = p * r + c;
    return (p * r * r + r + 1.0f) * std::bit_cast<float>((n + 127) << 23);
  };
  double sum = 0;
  for (size_t begin = 0; begin < logits.size(); begin += 256) {
    const size_t end = std::min(begin + 256, logits.size());
    float sums[16] = {};
    for (size_t i = begin; i < end || i % 16 != 0; ++i)
      sums[i % 16] +=
          exponential((i < end ? logits[i] : std::numeric_limits<float>::lowest()) - max);
    for (const float some : sums) sum += some;
  }
  return static_cast<float>(std::log(sum));
}

TEST(LogSoftmaxTest, HasTheSameBitsEverywhere) {
  std::mt19937 random(5);
  std::normal_distribution<float> normal(0, 9);
  for (const size_t size : {1u, 3u, 8u, 15u, 17u, 255u, 256u, 257u, 1406u, 20011u}) {
    std::vector<float> logits(size);
    for (float& logit : logits) logit = normal(random);
    logits[size / 2] = -std::numeric_limits<float>::infinity();
    if (size == 1) logits[0] = 3;
    const LogNormalizer found = log_normalizer(logits);
    EXPECT_EQ(found.max, *std::ranges::max_element(logits)) << size;
    EXPECT_EQ(found.log_sum, sum_by_numbers(logits, found.max)) << size;
    logits[size - 1] = NAN;
    EXPECT_TRUE(std::isnan(log_normalizer(logits).log_sum)) << size;
  }
}

TEST(LogSoftmaxTest, FindsWhatIsAbove) {
  for (const size_t size : {1u, 31u, 32u, 40u, 1000u}) {
    for (size_t at = 0; at < size; at += 7) {
      std::vector<float> logits(size, -2);
      logits[at] = 1;
      const LogNormalizer normalizer{.max = 1, .log_sum = 0.5f};
      for (size_t begin = 0; begin <= at; begin += 5) {
        const size_t found = find_above(logits, normalizer, 2, 1.25f, begin);
        EXPECT_LE(found, at);
        EXPECT_GT(found + 64, at);
      }
      EXPECT_EQ(find_above(logits, normalizer, 2, 1.25f, at + 1), size);
      EXPECT_EQ(find_above(logits, normalizer, 2, 1.5f, 0), size);
      logits[at] = NAN;
      EXPECT_EQ(find_above(logits, normalizer, 2, 1.25f, 0), size);
    }
  }
}

TEST(LogSoftmaxTest, ArgMaxIsTheFirstOfTheGreatest) {
  std::vector<float> values(200, -1);
  values[63] = values[64] = values[199] = 2;
  EXPECT_EQ(arg_max(values), 63);
  values[0] = NAN;
  EXPECT_EQ(arg_max(values), 63);
  EXPECT_EQ(arg_max(std::vector<float>(3, NAN)), 0);
}

}  // namespace
}  // namespace sotto::translate::search_test
