// A draft changes the time, never the result.
#include "translate/search/speculative.h"

#include <gmock/gmock.h>

#include <random>

#include "golden_model.h"
#include "models/output_rows.h"

namespace sotto::translate::speculative_test {
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

void expect_greedy(models::Seq2SeqSession& network, models::Seq2SeqSession& draft,
                   const SearchOptions& options, int ahead, DraftReport& report) {
  for (const auto& source : testing::golden_sources()) {
    SCOPED_TRACE(source.id);
    const Hypothesis greedy = testing::pool_of(network, source, options).front();
    const auto found = speculative_search(network, draft, source.ids, 2, source.language, options,
                                          ahead, {}, &report);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->ids, greedy.ids);
    EXPECT_EQ(found->score, greedy.score);
    EXPECT_EQ(found->mean_logprob, greedy.mean_logprob);
  }
}

const SearchOptions kShort = {.max_new_tokens = 40};

TEST(SpeculativeTest, ItsOwnDraftIsAlwaysRight) {
  const auto model = testing::golden_model();
  const auto network = model->open_session(), draft = model->open_session();
  for (const int ahead : {1, 4, 100}) {
    DraftReport report;
    expect_greedy(*network, *draft, kShort, ahead, report);
    EXPECT_EQ(report.taken, report.proposed) << ahead;
    EXPECT_GT(report.taken, report.passes / 2) << ahead;
  }
}

TEST(SpeculativeTest, AQuantizedDraftIsMostlyRight) {
  const auto network = testing::golden_model()->open_session();
  for (const char* scheme : {"q8", "q4:32"}) {
    const auto draft = testing::golden_model(*quant::parse_scheme(scheme))->open_session();
    DraftReport report;
    expect_greedy(*network, *draft, kShort, 4, report);
    EXPECT_GT(2 * report.taken, report.proposed) << scheme;
  }
}

TEST(SpeculativeTest, AWrongDraftCostsOnlyTime) {
  const auto network = testing::golden_model()->open_session();
  Guesser draft(network->vocab_size());
  DraftReport report;
  expect_greedy(*network, draft, kShort, 3, report);
  EXPECT_LT(report.taken, report.proposed);
}

TEST(SpeculativeTest, RulesHoldAsWithoutADraft) {
  const auto model = testing::golden_model();
  const auto network = model->open_session();
  const auto draft = testing::golden_model(*quant::parse_scheme("q4:32"))->open_session();
  for (const SearchOptions& options :
       {SearchOptions{.no_repeat_ngram = 2, .max_new_tokens = 30},
        SearchOptions{.repetition_penalty = 1.4f, .max_new_tokens = 30},
        SearchOptions{.min_new_tokens = 12, .max_new_tokens = 20},
        SearchOptions{.max_new_tokens = 1}, SearchOptions{.max_new_tokens = 2}}) {
    DraftReport report;
    expect_greedy(*network, *draft, options, 4, report);
  }
}

TEST(SpeculativeTest, WorksOverAShortlist) {
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
  const auto network = model->open_session(rows), draft = model->open_session(rows);
  DraftReport report;
  expect_greedy(*network, *draft, kShort, 4, report);
  EXPECT_EQ(report.taken, report.proposed);
  const auto whole = model->open_session();
  const auto refused = speculative_search(*network, *whole, Ids{1247, 2}, 2, 1279, {}, 4, {});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("another shortlist"));
}

TEST(SpeculativeTest, WhatCannotBeADraftIsNamed) {
  const auto network = testing::golden_model()->open_session();
  Guesser small(100);
  const Ids source = {1247, 34, 2};
  const auto vocabulary = speculative_search(*network, small, source, 2, 1279, {}, 4, {});
  ASSERT_FALSE(vocabulary);
  EXPECT_THAT(vocabulary.error().message, HasSubstr("the draft has 100 tokens, expected the 1406"));
  Guesser draft(1406);
  const auto beams = speculative_search(*network, draft, source, 2, 1279, {.beams = 3}, 4, {});
  ASSERT_FALSE(beams);
  EXPECT_THAT(beams.error().message, HasSubstr("not 3 beams"));
  std::stop_source stop;
  stop.request_stop();
  const auto cancelled =
      speculative_search(*network, draft, source, 2, 1279, {}, 4, stop.get_token());
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().code, Errc::cancelled);
}

}  // namespace
}  // namespace sotto::translate::speculative_test
