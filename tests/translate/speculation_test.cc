// A draft changes the time, never the result.
#include "translate/search/speculation.h"

#include <gmock/gmock.h>

#include <random>

#include "golden_model.h"
#include "models/output_rows.h"
#include "translate/search/batch_search.h"

namespace sotto::translate::speculation_test {
namespace {

using ::testing::HasSubstr;
using testing::Ids;

// Proposes what a die says.
class Guesser : public models::Seq2SeqSession, public models::Rewindable {
 public:
  explicit Guesser(int vocab) : vocab_(vocab) {}
  int vocab_size() const override { return vocab_; }
  void clear() override { size_ = 0; }
  void add(std::span<const Ids>) override {}
  std::span<const float> step(std::span<const int>) override { return {}; }
  void select(std::span<const int>) override {}
  Rewindable* rewindable() override { return this; }
  std::span<const float> extend(std::span<const int> tokens) override {
    size_ += static_cast<int>(tokens.size());
    logits_.assign(tokens.size() * size_t(vocab_), 0);
    for (size_t i = 0; i < tokens.size(); ++i)
      logits_[i * size_t(vocab_) + random_() % size_t(vocab_)] = 1;
    return logits_;
  }
  void forget(int tokens) override {
    size_ -= tokens;
    EXPECT_GE(size_, 0);
  }

 private:
  int vocab_, size_ = 0;
  std::mt19937 random_{7};
  std::vector<float> logits_;
};

using Session = std::unique_ptr<models::Seq2SeqSession>;

// Always as many tokens as are asked for, of the draft alone.
Speculation fixed(int ahead, Session draft) {
  return Speculation({.most = ahead, .adapts = false, .looks_up = false}, std::move(draft));
}

void expect_greedy(models::Seq2SeqSession& network, Speculation& speculation,
                   const SearchOptions& options) {
  for (const auto& source : testing::golden_sources()) {
    SCOPED_TRACE(source.id);
    const Hypothesis greedy = testing::pool_of(network, source, options).front();
    const auto found =
        search_all(network, {&source.ids, 1}, 2, source.language, options, {}, &speculation);
    ASSERT_TRUE(found) << found.error().message;
    const Hypothesis& ahead = found->front().front();
    EXPECT_EQ(ahead.ids, greedy.ids);
    EXPECT_EQ(ahead.score, greedy.score);
    EXPECT_EQ(ahead.mean_logprob, greedy.mean_logprob);
  }
}

const SearchOptions kShort = {.max_new_tokens = 40};

TEST(SpeculationTest, ItsOwnDraftIsAlwaysRight) {
  const auto model = testing::golden_model();
  const auto network = model->open_session();
  for (const int ahead : {1, 3, 4, 100}) {
    Speculation speculation = fixed(ahead, model->open_session());
    expect_greedy(*network, speculation, kShort);
    const DraftReport& report = speculation.report();
    EXPECT_EQ(report.taken, report.proposed) << ahead;
    EXPECT_GT(report.taken, report.passes / 2) << ahead;
  }
}

TEST(SpeculationTest, AQuantizedDraftIsMostlyRight) {
  const auto network = testing::golden_model()->open_session();
  for (const char* scheme : {"q8", "q4:32"}) {
    Speculation speculation =
        fixed(4, testing::golden_model(*quant::parse_scheme(scheme))->open_session());
    expect_greedy(*network, speculation, kShort);
    EXPECT_GT(2 * speculation.report().taken, speculation.report().proposed) << scheme;
  }
}

TEST(SpeculationTest, AWrongDraftCostsOnlyTime) {
  const auto network = testing::golden_model()->open_session();
  Speculation speculation = fixed(3, std::make_unique<Guesser>(network->vocab_size()));
  expect_greedy(*network, speculation, kShort);
  EXPECT_LT(speculation.report().taken, speculation.report().proposed);
}

TEST(SpeculationTest, RulesHoldAsWithoutADraft) {
  const auto model = testing::golden_model();
  const auto network = model->open_session();
  for (const SearchOptions& options :
       {SearchOptions{.no_repeat_ngram = 2, .max_new_tokens = 30},
        SearchOptions{.repetition_penalty = 1.4f, .max_new_tokens = 30},
        SearchOptions{.min_new_tokens = 12, .max_new_tokens = 20},
        SearchOptions{.max_new_tokens = 1}, SearchOptions{.max_new_tokens = 2}}) {
    Speculation speculation =
        fixed(4, testing::golden_model(*quant::parse_scheme("q4:32"))->open_session());
    expect_greedy(*network, speculation, options);
  }
}

// Whatever it thinks that pays.
TEST(SpeculationTest, ItsOwnPaceChangesNothing) {
  const auto model = testing::golden_model();
  const auto network = model->open_session();
  Speculation speculation({.most = 5, .adapts = true, .looks_up = true}, model->open_session());
  for (int times = 0; times < 3; ++times) expect_greedy(*network, speculation, kShort);
  EXPECT_GT(speculation.report().passes, 0);
}

// A text that repeats itself is guessed from itself.
TEST(SpeculationTest, WhatCameBeforeIsLookedUp) {
  const auto model = testing::golden_model();
  const auto network = model->open_session();
  Speculation speculation({.most = 3, .adapts = false, .looks_up = true});
  expect_greedy(*network, speculation, {.max_new_tokens = 120});
  EXPECT_GT(speculation.report().found_right, 0);
  EXPECT_EQ(speculation.report().looked_up, speculation.report().proposed);
}

// Two side by side are searched as ever, and the one that is left alone is guessed again.
TEST(SpeculationTest, TextsJoinAndLeave) {
  const auto model = testing::golden_model();
  const auto network = model->open_session();
  Speculation speculation = fixed(2, model->open_session());
  std::vector<Ids> sources;
  std::vector<Hypothesis> expected;
  std::vector<int> languages;
  for (const auto& source : testing::golden_sources()) {
    sources.push_back(source.ids);
    languages.push_back(source.language);
    expected.push_back(testing::pool_of(*network, source, kShort).front());
  }
  BatchSearch batch(*network, &speculation);
  size_t added = 0, found = 0;
  const auto add = [&] {
    auto rules = rules_for(*network, 2, languages[added], kShort);
    ASSERT_TRUE(rules);
    batch.add({{added, sources[added], *std::move(rules)}});
    ++added;
  };
  for (int step = 0; found < sources.size(); ++step) {
    if (added < sources.size() && (batch.is_empty() || step % 7 == 3)) add();
    batch.step([&](size_t name, const std::vector<Hypothesis>& pool) {
      EXPECT_EQ(pool.front().ids, expected[name].ids) << name;
      ++found;
    });
  }
  EXPECT_GT(speculation.report().taken, 0);
}

TEST(SpeculationTest, WorksOverAShortlist) {
  const auto model = testing::golden_model();
  Ids ids;
  for (int id = 0; id < 1406; id += id < 1200 ? 2 : 1) ids.push_back(id);
  ids.insert(ids.begin() + 1, {1});
  ids.insert(std::ranges::upper_bound(ids, 3), 3);
  const auto rows = [&] {
    auto list = ids;
    std::ranges::sort(list);
    list.erase(std::unique(list.begin(), list.end()), list.end());
    return *models::OutputRows::gather(model->backend(), model->network().shared.w, list);
  }();
  const auto network = model->open_session(rows);
  Speculation speculation = fixed(4, model->open_session(rows));
  expect_greedy(*network, speculation, kShort);
  EXPECT_EQ(speculation.report().taken, speculation.report().proposed);
  const auto whole = model->open_session();
  const auto refused = check_draft(*network, *whole);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("another shortlist"));
}

TEST(SpeculationTest, WhatCannotBeADraftIsNamed) {
  const auto network = testing::golden_model()->open_session();
  Guesser small(100);
  const auto vocabulary = check_draft(*network, small);
  ASSERT_FALSE(vocabulary);
  EXPECT_THAT(vocabulary.error().message, HasSubstr("the draft has 100 tokens, expected the 1406"));
}

TEST(LookupTest, TheLongestMatchCountsAndTheLastOfThem) {
  Lookup lookup;
  lookup.begin(Ids{10, 11, 12, 13, 11, 12, 14, 15});
  EXPECT_EQ(lookup.find(Ids{1, 12}, 2).follows, (Ids{14, 15}));
  EXPECT_EQ(lookup.find(Ids{1, 12}, 2).matched, 1);
  EXPECT_EQ(lookup.find(Ids{10, 11, 12}, 3).follows, (Ids{13, 11, 12}));
  EXPECT_EQ(lookup.find(Ids{10, 11, 12}, 3).matched, 3);
  EXPECT_EQ(lookup.find(Ids{5, 6, 7, 5, 6}, 8).follows, (Ids{7, 5, 6}));
  EXPECT_EQ(lookup.find(Ids{1, 15}, 4).matched, 0);  // nothing follows
  EXPECT_EQ(lookup.find(Ids{99}, 4).matched, 0);
}

TEST(PaceTest, ProposesWhereItPays) {
  Pace pace;
  EXPECT_EQ(pace.best(1, 8, true), 0);  // nothing is known
  pace.note_pass(1, 10);
  for (int i = 0; i < 50; ++i) pace.note_pass(5, 14);  // a row more: 1 ms
  EXPECT_NEAR(pace.row_ms(), 1, 1e-9);
  EXPECT_EQ(pace.best(1, 8, true), 8);
  EXPECT_EQ(pace.best(0.01, 8, true), 0);
  EXPECT_GT(pace.best(0.6, 8, true), 1);
  EXPECT_LT(pace.best(0.6, 8, true), 8);
  for (int i = 0; i < 50; ++i) pace.note_proposal(2, 20);  // a token takes as long as a pass
  EXPECT_EQ(pace.best(0.9, 8, false), 0);
  EXPECT_TRUE(pace.wants_single());
  pace.note_pass(1, 10);
  EXPECT_FALSE(pace.wants_single());
}

// A machine that does something else from time to time.
TEST(PaceTest, OutliersDoNotCount) {
  Pace pace;
  pace.note_pass(1, 10);
  pace.note_pass(5, 900);
  pace.note_proposal(3, 500);
  EXPECT_GT(pace.best(0.9, 8, false), 0);
  for (int i = 0; i < 50; ++i) {
    pace.note_pass(1, i % 3 == 0 ? 700 : 10);
    pace.note_pass(5, i % 3 == 1 ? 900 : 14);
    pace.note_proposal(3, i % 3 == 2 ? 500 : 0.3);
    EXPECT_GT(pace.best(0.9, 8, false), 3) << i;
  }
  EXPECT_NEAR(pace.row_ms(), 1, 1e-9);
  EXPECT_NEAR(pace.token_ms(), 0.1, 1e-9);
}

// Says that each token is followed by the next higher one, and is sure of it.
class Counter final : public models::Seq2SeqSession, public models::Rewindable {
 public:
  int vocab_size() const override { return 1000; }
  void clear() override {}
  void add(std::span<const Ids>) override {}
  std::span<const float> step(std::span<const int> tokens) override { return extend(tokens); }
  void select(std::span<const int>) override {}
  Rewindable* rewindable() override { return this; }
  std::span<const float> extend(std::span<const int> tokens) override {
    logits_.assign(tokens.size() * 1000, 0);
    for (size_t i = 0; i < tokens.size(); ++i)
      logits_[i * 1000 + static_cast<size_t>(tokens[i] + 1)] = 20;
    return logits_;
  }
  void forget(int) override {}

 private:
  std::vector<float> logits_;
};

// Short texts, a draft that is right, and a pass in five that takes thirty times as long: passes of
// 10 ms and 1 ms a row more.
TEST(SpeculationTest, ShortTextsAreGuessedOnABusyMachine) {
  for (const double row_ms : {1.0, 3.0}) {
    Speculation speculation({.most = 8, .adapts = true, .looks_up = false},
                            std::make_unique<Counter>());
    const Rules rules({.eos = 0}, 10, kNoForcedFirst);
    int pass = 0;
    for (int text = 0; text < 8; ++text) {
      speculation.begin({1, 2}, {});
      Ids ids = {10};
      while (ids.size() < 10) {
        const bool is_first = ids.size() == 1;
        const int taken = static_cast<int>(
            speculation.propose(ids, rules, 10 - static_cast<int>(ids.size())).size());
        for (int i = 0; i <= taken; ++i) ids.push_back(ids.back() + 1);
        const double ms = 10 + taken * row_ms;
        speculation.note(taken, pass++ % 5 == 2 ? 30 * ms : ms, is_first);
      }
    }
    const DraftReport& report = speculation.report();
    EXPECT_GT(report.tokens, 2.5 * report.passes) << row_ms;
    EXPECT_EQ(report.taken, report.proposed);
  }
}

TEST(AcceptanceTest, FollowsWhatItSees) {
  Acceptance right(0.5);
  EXPECT_DOUBLE_EQ(right.chance(), 0.5);
  for (int i = 0; i < 100; ++i) right.note(4, 4);
  EXPECT_GT(right.chance(), 0.9);
  for (int i = 0; i < 100; ++i) right.note(4, 0);
  EXPECT_LT(right.chance(), 0.1);
}

}  // namespace
}  // namespace sotto::translate::speculation_test
