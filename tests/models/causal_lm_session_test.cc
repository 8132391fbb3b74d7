// What a session of a causal language model promises to a search, on the reference's checkpoints.
#include <gtest/gtest.h>

#include <algorithm>

#include "models/allocations.h"
#include "models/causal_lm_golden.h"

namespace sotto::models::causal_lm::testing::causal_lm_session_test {
namespace {

// One that attends to everything, one with windows, one with convolutions.
constexpr const char* kNames[] = {"llama", "gemma3_text", "lfm2"};

class CausalLmSession : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(goldens().folder / GetParam())) GTEST_SKIP() << "no such golden";
    model_ = load(GetParam());
    for (size_t i = 0; i < goldens().models.at(GetParam()).at("cases").size(); ++i)
      prompts_.push_back(goldens().prompt(GetParam(), i));
  }

  Ids source(size_t i) const { return {prompts_[i].begin(), prompts_[i].end() - 1}; }
  int start(size_t i) const { return prompts_[i].back(); }
  Floats row(std::span<const float> logits, size_t r) const {
    const auto rows = static_cast<size_t>(model_->config().vocab_size);
    const auto part = logits.subspan(r * rows, rows);
    return {part.begin(), part.end()};
  }
  // Logits of the last step when `tokens` are fed to a session of one hypothesis.
  Floats alone(size_t prompt, const Ids& tokens) const {
    Session session(model_);
    session.start(std::vector<Ids>{source(prompt)}, 1);
    Floats last;
    for (const int t : tokens) last = row(session.step(Ids{t}), 0);
    return last;
  }

  std::shared_ptr<const Model> model_;
  std::vector<Ids> prompts_;
};

TEST_P(CausalLmSession, ReorderedBeamsGoOnFromTheirParents) {
  Session session(model_, nullptr, nullptr, {prompts_[0].begin(), prompts_[0].begin() + 2});
  session.start(std::vector<Ids>{source(0), source(1)}, 3);
  std::vector<Ids> histories(6);
  const std::vector<Ids> steps = {{start(0), start(0), start(0), start(1), start(1), start(1)},
                                  {10, 11, 12, 13, 14, 15},
                                  {20, 21, 22, 23, 24, 25},
                                  {30, 31, 32, 33, 34, 35}};
  const std::vector<Ids> parents = {
      {0, 1, 2, 3, 4, 5}, {1, 1, 0, 5, 3, 3}, {2, 0, 0, 4, 4, 5}, {0, 1, 2, 3, 4, 5}};
  for (size_t s = 0; s < steps.size(); ++s) {
    const auto logits = session.step(steps[s]);
    for (size_t h = 0; h < 6; ++h) {
      histories[h].push_back(steps[s][h]);
      EXPECT_EQ(row(logits, h), alone(h / 3, histories[h])) << "step " << s << ", hypothesis " << h;
    }
    session.select(parents[s]);
    std::vector<Ids> next;
    for (const int p : parents[s]) next.push_back(histories[static_cast<size_t>(p)]);
    histories = next;
  }
}

// Long enough that rows of those that are gone are given up, and those that share a beginning
// moved.
TEST_P(CausalLmSession, PromptsComeAndGoWhileOthersRun) {
  Session session(model_, nullptr, nullptr, {prompts_[0].begin(), prompts_[0].begin() + 5});
  struct Running {
    size_t prompt;
    Ids history;
  };
  std::vector<Running> running;
  size_t next = 0;
  for (int step = 0; step < 60; ++step) {
    if (step % 3 == 0) {
      std::vector<Ids> sources;
      for (int i = 0; i < 2; ++i) {
        const size_t prompt = next++ % prompts_.size();
        sources.push_back(source(prompt));
        running.push_back({prompt, {}});
      }
      session.add(sources);
    }
    if (step % 9 == 3) {  // one leaves that has not been read
      Ids parents;
      for (int h = 0; h + 1 < static_cast<int>(running.size()); ++h) parents.push_back(h);
      session.select(parents);
      running.pop_back();
    }
    Ids tokens;
    for (Running& r : running) {
      tokens.push_back(r.history.empty() ? start(r.prompt)
                                         : 10 + (step * 7 + static_cast<int>(r.prompt)) % 500);
      r.history.push_back(tokens.back());
    }
    const auto logits = session.step(tokens);
    for (size_t h = 0; h < running.size(); ++h)
      ASSERT_EQ(row(logits, h), alone(running[h].prompt, running[h].history))
          << "step " << step << ", hypothesis " << h;
    if (step % 2 == 1) {  // the first one leaves, the last one is copied to the front
      Ids parents = {static_cast<int>(running.size()) - 1};
      for (int h = 1; h < static_cast<int>(running.size()); ++h) parents.push_back(h);
      if (parents.size() > 4) parents.resize(4);
      session.select(parents);
      std::vector<Running> left;
      for (const int parent : parents) left.push_back(running[static_cast<size_t>(parent)]);
      running = left;
    }
  }
}

TEST_P(CausalLmSession, TokensAtOnceGiveTheLogitsOfSingleSteps) {
  Session session(model_);
  const Ids tokens = {start(0), 5, 7, 9};
  session.start(std::vector<Ids>{source(0)}, 1);
  for (int times = 0; times < 2; ++times) {  // what was taken back leaves no trace
    const auto together = session.extend(tokens);
    Floats all(together.begin(), together.end());
    for (size_t i = 0; i < tokens.size(); ++i)
      EXPECT_EQ(row(all, i), alone(0, {tokens.begin(), tokens.begin() + i + 1})) << i;
    session.forget(static_cast<int>(tokens.size()));
  }
}

TEST_P(CausalLmSession, APromptThatTakesSeveralPassesIsReadWhole) {
  Ids prompt;
  while (prompt.size() < 1300) prompt.push_back(static_cast<int>(prompt.size() * 7 % 600));
  Session one(model_), many(model_);
  const Floats logits = testing::read(one, prompt);
  many.start(std::vector<Ids>{{}}, 1);
  Floats last;
  for (size_t at = 0; at < prompt.size();) {
    const size_t count = std::min<size_t>(97, prompt.size() - at);
    const auto rows = many.extend(std::span(prompt).subspan(at, count));
    last = row(rows, count - 1);
    at += count;
  }
  EXPECT_EQ(logits, last);
}

TEST_P(CausalLmSession, ChoosesTheGreatestThatIsNotBanned) {
  Session session(model_), other(model_);
  if (session.choosing() == nullptr) {
    EXPECT_GT(model_->config().soft_cap, 0);
    GTEST_SKIP() << "its logits are capped";
  }
  session.start(std::vector<Ids>{source(0), source(1)}, 1);
  other.start(std::vector<Ids>{source(0), source(1)}, 1);
  Ids tokens = {start(0), start(1)};
  for (int step = 0; step < 4; ++step) {
    const auto logits = other.step(tokens);
    const Floats first = row(logits, 0), second = row(logits, 1);
    const Ids banned = {likeliest(second)};
    const std::span<const int> of_each[] = {{}, banned};
    const auto chosen = session.choose(tokens, of_each);
    EXPECT_EQ(chosen[0].id, likeliest(first));
    EXPECT_EQ(chosen[1].id, device::chosen_of(second, banned).id);
    EXPECT_NE(chosen[1].id, banned[0]);
    tokens = {chosen[0].id, chosen[1].id};
  }
}

TEST_P(CausalLmSession, RowsOfAShortlistAreThoseOfTheWholeHead) {
  const Ids ids = {3, 8, 20, 21, 300};
  auto rows = OutputRows::gather(model_->backend(), model_->output(), ids);
  ASSERT_TRUE(rows) << rows.error().message;
  const auto session = model_->open_session(*rows);
  EXPECT_TRUE(std::ranges::equal(session->outputs(), ids));
  session->start(std::vector<Ids>{source(0)}, 1);
  const auto few = session->step(Ids{start(0)});
  const Floats all = alone(0, {start(0)});
  ASSERT_EQ(few.size(), ids.size());
  for (size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(few[i], all[static_cast<size_t>(ids[i])]);
}

TEST_P(CausalLmSession, ASharedBeginningIsReadOnce) {
  const Ids prefix(prompts_[0].begin(), prompts_[0].begin() + 6);
  Recorder trace;
  Session session(model_, &trace, nullptr, prefix);
  const auto d = static_cast<size_t>(model_->config().d_model);
  const size_t own = prompts_[0].size() - prefix.size();
  for (int times = 0; times < 3; ++times) {
    session.start(std::vector<Ids>{source(0)}, 1);
    session.step(Ids{start(0)});
    const size_t rows = trace.seen["embed"].size() / d;
    EXPECT_EQ(rows, prefix.size() + static_cast<size_t>(times + 1) * own);
  }
}

// Eight callers, who come at the same time, between the steps of others, and when all are gone.
TEST_P(CausalLmSession, EightCallersShareOneReadingOfTheBeginning) {
  const Ids prefix(prompts_[0].begin(), prompts_[0].begin() + 6);
  Recorder trace;
  Session session(model_, &trace, nullptr, prefix);
  const auto d = static_cast<size_t>(model_->config().d_model);
  const size_t own = prompts_[0].size() - prefix.size();  // with the token that begins
  session.start(std::vector<Ids>(3, source(0)), 1);
  const auto first = session.step(Ids(3, start(0)));
  const Floats logits(first.begin(), first.end());
  size_t expected = prefix.size() + 3 * own;
  EXPECT_EQ(trace.seen["embed"].size() / d, expected);
  session.add(std::vector<Ids>(4, source(0)));
  Ids tokens(7, start(0));
  session.step(tokens);
  expected += 3 + 4 * own;
  EXPECT_EQ(trace.seen["embed"].size() / d, expected);
  session.clear();
  session.add(std::vector<Ids>(1, source(0)));
  const auto last = session.step(Ids{start(0)});
  expected += own;
  EXPECT_EQ(trace.seen["embed"].size() / d, expected);
  EXPECT_TRUE(std::ranges::equal(last, std::span(logits).first(last.size())));
}

TEST_P(CausalLmSession, UnknownTokensAreReadAsTheFirst) {
  const int beyond = model_->config().vocab_size;
  EXPECT_EQ(alone(0, {beyond, -1}), alone(0, {0, 0}));
}

#ifndef SOTTO_SANITIZED
TEST_P(CausalLmSession, AStepAllocatesNothing) {
  Session session(model_);
  const std::vector<Ids> sources = {source(0), source(1)};
  const Ids tokens = {start(0), start(1)}, parents = {0, 1};
  long most = 0;
  for (const int steps : {40, 20}) {  // memory grows in the first round
    session.start(sources, 1);
    session.step(tokens);
    most = 0;
    for (int step = 0; step < steps; ++step) {
      const long before = sotto::testing::allocations_of_this_thread();
      session.step(tokens);
      session.select(parents);
      most = std::max(most, sotto::testing::allocations_of_this_thread() - before);
    }
  }
  EXPECT_EQ(most, 0);
}
#endif

INSTANTIATE_TEST_SUITE_P(All, CausalLmSession,
                         ::testing::ValuesIn(std::vector<std::string>(std::begin(kNames),
                                                                      std::end(kNames))),
                         sotto::testing::BackendName());

}  // namespace
}  // namespace sotto::models::causal_lm::testing::causal_lm_session_test
