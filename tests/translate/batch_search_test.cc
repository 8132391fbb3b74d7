// Sources that join and leave are searched as if each had the network to itself.
#include "translate/search/batch_search.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <random>
#include <thread>

#include "table_network.h"

namespace sotto::translate::batch_search_test {
namespace {

using testing::ChoosingTable;
using testing::Ids;
using testing::Table;

constexpr int kStart = 2, kEos = 2, kLanguage = 4;

// The source's first id decides how long the output is.
std::vector<float> length_of_source(const Ids& source, const Ids& sequence) {
  std::mt19937 random(static_cast<unsigned>(source[0] * 1000 + sequence.size()) +
                      static_cast<unsigned>(sequence.back()));
  std::vector<float> logits(8);
  for (float& logit : logits) logit = static_cast<float>(random() % 1000) / 250;
  logits[kEos] = sequence.size() > static_cast<size_t>(source[0]) ? 5 : -2;
  return logits;
}

BatchSearch::Source source_of(models::Seq2SeqSession& session, size_t name, int length, int beams) {
  const SearchOptions options = {.beams = beams, .max_new_tokens = 30};
  return {name, {length, 2}, *rules_for(session, kStart, kLanguage, options)};
}

std::vector<Ids> ids_of(const std::vector<Hypothesis>& pool) {
  std::vector<Ids> ids;
  for (const Hypothesis& hypothesis : pool) ids.push_back(hypothesis.ids);
  return ids;
}

std::vector<Ids> alone(int length, int beams) {
  Table network(8, length_of_source);
  BatchSearch batch(network);
  batch.add({source_of(network, 0, length, beams)});
  std::vector<Ids> found;
  while (!batch.is_empty())
    batch.step([&](size_t, const std::vector<Hypothesis>& pool) { found = ids_of(pool); });
  return found;
}

TEST(BatchSearchTest, SourcesJoinAndLeaveWhileOthersAreSearched) {
  std::mt19937 random(3);
  Table network(8, length_of_source);
  BatchSearch batch(network);
  std::map<size_t, std::pair<int, int>> asked;  // lengths and beams
  size_t done = 0, removed = 0;
  for (size_t step = 0; step < 400 || !batch.is_empty(); ++step) {
    if (step < 400 && random() % 3 == 0) {
      std::vector<BatchSearch::Source> sources;
      for (size_t i = 0; i <= random() % 2; ++i) {
        const int length = 2 + static_cast<int>(random() % 12);
        const int beams = 1 << (random() % 3);
        asked[2 * step + i] = {length, beams};
        sources.push_back(source_of(network, 2 * step + i, length, beams));
      }
      batch.add(std::move(sources));
    }
    if (random() % 20 == 0 && !asked.empty()) {
      batch.remove(asked.begin()->first);
      asked.erase(asked.begin());
      ++removed;
    }
    if (batch.is_empty()) continue;
    batch.step([&](size_t name, const std::vector<Hypothesis>& pool) {
      ASSERT_TRUE(asked.contains(name));
      const auto [length, beams] = asked.at(name);
      EXPECT_EQ(ids_of(pool), alone(length, beams)) << length << ' ' << beams;
      asked.erase(name);
      ++done;
    });
  }
  EXPECT_TRUE(asked.empty());
  EXPECT_GT(done, 150u);
  EXPECT_GT(removed, 5u);
}

TEST(BatchSearchTest, NoRowIsComputedForWhatIsKnownOrDone) {
  Table network(8, length_of_source);
  BatchSearch batch(network);
  batch.add({source_of(network, 0, 4, 4), source_of(network, 1, 12, 1)});
  std::vector<int> rows;
  while (!batch.is_empty()) {
    const int before = network.rows;
    batch.step([](size_t, const std::vector<Hypothesis>&) {});
    rows.push_back(network.rows - before);
  }
  // The start token and the language are one hypothesis; then four beams, until the end of the
  // first source; then the other one alone.
  EXPECT_THAT(rows, ::testing::ElementsAre(2, 2, 5, 5, 5, 1, 1, 1, 1, 1, 1, 1, 1));
}

// A network that computes with three threads, and counts the steps whose logits nobody wanted.
class Threaded final : public Table {
 public:
  using Table::Table;

  void advance(std::span<const int> tokens) override {
    ++advances;
    step(tokens);
  }
  int threads() const override { return 3; }
  void share(int count, int64_t, const device::HostWork& work) override {
    most = std::max(most, count);
    std::vector<std::thread> all;
    for (int worker = 0; worker < threads(); ++worker)
      all.emplace_back([=, &work] {
        for (int piece = count - 1 - worker; piece >= 0; piece -= 3) work(worker, piece);
      });
    for (std::thread& thread : all) thread.join();
  }

  int advances = 0, most = 0;
};

// Rows of logits are looked at side by side, in any order.
TEST(BatchSearchTest, FindsTheSameOnSeveralThreads) {
  for (const bool renormalizes : {false, true}) {
    for (const int beams : {1, 3}) {
      SearchOptions options = {.beams = beams, .no_repeat_ngram = 2, .max_new_tokens = 12};
      options.forbidden = {3};
      options.renormalize = renormalizes;
      const std::vector<Ids> sources = {{5, 2}, {9, 2}, {14, 2}, {3, 2}};
      Table alone(8, length_of_source);
      Threaded together(8, length_of_source);
      const auto expected = search(alone, sources, kStart, kLanguage, options, {});
      const auto found = search(together, sources, kStart, kLanguage, options, {});
      ASSERT_TRUE(expected && found);
      for (size_t i = 0; i < sources.size(); ++i) {
        EXPECT_EQ(found->at(i).ids, expected->at(i).ids);
        EXPECT_EQ(found->at(i).score, expected->at(i).score);
        EXPECT_EQ(found->at(i).mean_logprob, expected->at(i).mean_logprob);
      }
      EXPECT_EQ(together.most, 4 * beams);
    }
  }
}

TEST(BatchSearchTest, NobodyAsksForLogitsBeforeAForcedToken) {
  for (const int beams : {1, 3}) {
    const std::vector<Ids> sources = {{5, 2}, {9, 2}};
    const SearchOptions options = {.beams = beams, .max_new_tokens = 12};
    Threaded forced(8, length_of_source), free(8, length_of_source);
    ASSERT_TRUE(search(forced, sources, kStart, kLanguage, options, {}));
    ASSERT_TRUE(search(free, sources, kStart, kNoForcedFirst, options, {}));
    EXPECT_EQ(forced.advances, 1);
    EXPECT_EQ(free.advances, 0);
  }
}

SearchOptions with(auto SearchOptions::*option, auto value) {
  SearchOptions options = {.beams = 1, .max_new_tokens = 12};
  options.*option = value;
  return options;
}

std::vector<Hypothesis> found_by(Table& network, const SearchOptions& options, int forced_first) {
  const std::vector<Ids> sources = {{5, 2}, {9, 2}, {14, 2}};
  auto found = search(network, sources, kStart, forced_first, options, {});
  EXPECT_TRUE(found);
  return *std::move(found);
}

// A network that chooses by itself gives what one gives that has to show all of its logits,
// whatever the rules; and it is asked wherever they leave it the choice.
TEST(BatchSearchTest, NetworksThatChooseFindTheSame) {
  const auto even_ids = std::vector<int>{0, 6};
  const auto limits =
      std::vector<TokenLimit>{{.id = 3, .most = 1}, {.id = 5, .most = 2, .least = 1}};
  const std::pair<SearchOptions, bool> cases[] = {
      {{.beams = 1, .max_new_tokens = 12}, true},
      {with(&SearchOptions::forbidden, even_ids), true},
      {with(&SearchOptions::no_repeat_ngram, 1), true},
      {with(&SearchOptions::no_repeat_ngram, 2), true},
      {with(&SearchOptions::min_new_tokens, 9), true},
      {with(&SearchOptions::token_limits, limits), true},
      {with(&SearchOptions::forced_eos, kEos), true},
      {with(&SearchOptions::repetition_penalty, 1.5f), false},
      {with(&SearchOptions::beams, 2), false},
  };
  for (const auto& [options, chooses] : cases) {
    for (const int forced_first : {kNoForcedFirst, kLanguage}) {
      SCOPED_TRACE(&options - &cases[0].first);
      Table shows(8, length_of_source);
      ChoosingTable choosing(8, length_of_source);
      const auto expected = found_by(shows, options, forced_first);
      const auto found = found_by(choosing, options, forced_first);
      ASSERT_EQ(found.size(), expected.size());
      for (size_t i = 0; i < found.size(); ++i) {
        EXPECT_EQ(found[i].ids, expected[i].ids);
        EXPECT_NEAR(found[i].mean_logprob, expected[i].mean_logprob, 1e-5);
        EXPECT_NEAR(found[i].score, expected[i].score, 1e-4);
      }
      EXPECT_EQ(choosing.choices > 0, chooses);
      EXPECT_EQ(choosing.steps, shows.steps);
    }
  }
}

}  // namespace
}  // namespace sotto::translate::batch_search_test
