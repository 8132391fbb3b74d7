#include "nn/kv_cache.h"

#include <gmock/gmock.h>

#include <numeric>
#include <random>

#include "device_cpu/backend.h"

namespace sotto::nn::kv_cache_test {
namespace {

using ::testing::ElementsAre;
using Rows = std::vector<int>;

std::vector<Rows> seen_by(const Lineage& lineage) {
  std::vector<Rows> all;
  for (const device::VisibleKeys& s : lineage.seen()) {
    Rows rows;
    for (int i = 0; i < s.count; ++i) rows.push_back(s.row(i));
    all.push_back(rows);
  }
  return all;
}

std::unique_ptr<device::Device> open_device() {
  return (*device::cpu::open_backend(1, ""))->open();
}

// Appends rows of those numbers to the keys, and of their negatives to the values.
void append(device::Device& d, KvCache& cache, int rows, std::vector<float> numbers) {
  const KeysValues now = cache.append(rows);
  d.upload(numbers, now.k);
  for (float& x : numbers) x = -x;
  d.upload(numbers, now.v);
}

TEST(KvCache, KeepsItsRowsWhileItGrows) {
  const auto d = open_device();
  KvCache cache(*d, 3, 1);
  for (int use = 0; use < 2; ++use) {
    cache.clear();
    for (int step = 0; step < 100; ++step) {
      std::vector<float> numbers(6);
      std::iota(numbers.begin(), numbers.end(), static_cast<float>(use * 10000 + step * 6));
      append(*d, cache, 2, numbers);
    }
    const auto k = d->read(cache.all().k), v = d->read(cache.all().v);
    ASSERT_EQ(k.size(), 600u);
    for (size_t i = 0; i < 600; ++i) {
      ASSERT_EQ(k[i], static_cast<float>(use * 10000 + static_cast<int>(i)));
      ASSERT_EQ(v[i], -k[i]);
    }
  }
}

TEST(KvCache, KeepsTheRowsThatItIsTold) {
  const auto d = open_device();
  KvCache cache(*d, 2, 1);
  append(*d, cache, 6, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  cache.keep(Rows{0, 3, 5});
  EXPECT_THAT(d->read(cache.all().k), ElementsAre(0, 1, 6, 7, 10, 11));
  EXPECT_THAT(d->read(cache.all().v), ElementsAre(0, -1, -6, -7, -10, -11));
}

TEST(Lineage, FollowsParents) {
  Lineage lineage;
  lineage.add(3);
  lineage.append();
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{0}, {1}, {2}}));
  lineage.select(Rows{2, 0, 2});
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{2}, {0}, {2}}));
  lineage.append();
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{2, 3}, {0, 4}, {2, 5}}));
  lineage.select(Rows{1, 0});
  lineage.add(1);
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{0, 4}, {2, 3}, {}}));
  lineage.append();
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{0, 4, 6}, {2, 3, 7}, {8}}));
  lineage.select(Rows{2, 2, 0, 1});
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{8}, {8}, {0, 4, 6}, {2, 3, 7}}));
  lineage.clear();
  lineage.add(2);
  lineage.append();
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{0}, {1}}));
}

// What the hypotheses of the steps that are taken back appended is given back with them.
TEST(Lineage, DropsAlsoWhatOthersAppended) {
  Lineage lineage;
  lineage.add(1);
  lineage.append();
  lineage.select(Rows{0, 0, 0});
  lineage.append();
  lineage.select(Rows{1});
  ASSERT_EQ(seen_by(lineage), (std::vector<Rows>{{0, 2}}));
  EXPECT_EQ(lineage.drop(1), 3);
  lineage.append();
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{0, 1}}));
  EXPECT_EQ(lineage.drop(2), 2);
  EXPECT_EQ(lineage.length(0), 0);
}

TEST(Lineage, DropsOfEveryHypothesis) {
  Lineage lineage;
  lineage.add(2);
  lineage.append();
  lineage.append();
  lineage.append();
  EXPECT_EQ(lineage.drop(2), 4);
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{0}, {1}}));
  lineage.append();
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{0, 2}, {1, 3}}));
}

TEST(Lineage, OthersBeginWithWhatIsShared) {
  Lineage lineage;
  lineage.add(1);
  lineage.append(Rows{2});
  lineage.share();
  lineage.select({});
  lineage.add(1, lineage.shared());
  lineage.add(1);
  lineage.append(Rows{1, 3});
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{0, 1, 2}, {3, 4, 5}}));
  lineage.append(Rows{2, 0});
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{0, 1, 2, 6, 7}, {3, 4, 5}}));
  lineage.clear();
  EXPECT_EQ(lineage.hypotheses(), 0);
  lineage.add(2, 2);
  lineage.append();
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{0, 1, 2}, {0, 1, 3}}));
  EXPECT_EQ(lineage.drop(1), 2);
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{0, 1}, {0, 1}}));
}

TEST(Lineage, WhatIsSharedMayBeLong) {
  Lineage lineage;
  lineage.add(1);
  lineage.append(Rows{1000});
  lineage.share();
  lineage.select({});
  lineage.add(30, 1000);
  lineage.append();
  for (int h = 0; h < 30; ++h) {
    ASSERT_EQ(lineage.length(h), 1001);
    EXPECT_EQ(lineage.seen()[static_cast<size_t>(h)].row(999), 999);
    EXPECT_EQ(lineage.seen()[static_cast<size_t>(h)].row(1000), 1000 + h);
  }
}

// Rows that nobody sees are given up, but not those that others may begin with.
TEST(Lineage, WhatIsSharedStaysWhereRoomIsMade) {
  Lineage lineage;
  lineage.add(1);
  lineage.append(Rows{3});
  lineage.share();
  lineage.select({});
  lineage.add(1);
  lineage.append(Rows{500});
  lineage.select({});
  lineage.add(1);
  lineage.append(Rows{1});
  const auto kept = lineage.make_room();
  ASSERT_TRUE(kept);
  EXPECT_EQ(Rows(kept->begin(), kept->end()), (Rows{0, 1, 2, 503}));
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{3}}));
  lineage.add(1, lineage.shared());
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{3}, {0, 1, 2}}));
}

// Hypotheses come, go and are copied at random, past the first capacity; each must see the values
// that were appended for it, whatever rows they are moved to.
TEST(Lineage, EqualsCopiedHistories) {
  std::mt19937 random(1);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Lineage lineage;
  const auto d = open_device();
  KvCache cache(*d, 1, 1);
  std::vector<Rows> expected;  // values
  int value = 0, moves = 0, most_rows = 0;
  for (int step = 0; step < 3000; ++step) {
    if (expected.size() < 12 && (expected.empty() || below(8) == 0)) {
      if (const auto kept = lineage.make_room()) {
        cache.keep(*kept);
        ++moves;
      }
      const int more = 1 + below(3);
      lineage.add(more);
      expected.resize(expected.size() + static_cast<size_t>(more));
    }
    lineage.append();
    std::vector<float> values;
    for (Rows& history : expected) {
      history.push_back(++value);
      values.push_back(static_cast<float>(value));
    }
    append(*d, cache, lineage.hypotheses(), values);
    Rows parents;
    for (int h = 0; h < lineage.hypotheses(); ++h) {
      const int parent = below(lineage.hypotheses());
      if (expected[static_cast<size_t>(parent)].size() < 150 && below(10) > 0)
        parents.push_back(parent);
    }
    std::vector<Rows> next;
    for (const int parent : parents) next.push_back(expected[static_cast<size_t>(parent)]);
    lineage.select(parents);
    expected = next;

    const auto keys = d->read(cache.all().k);
    most_rows = std::max(most_rows, cache.rows());
    std::vector<Rows> found = seen_by(lineage);
    for (Rows& history : found)
      for (int& row : history) row = static_cast<int>(keys[static_cast<size_t>(row)]);
    ASSERT_EQ(found, expected) << "step " << step;
  }
  EXPECT_GT(moves, 3);
  EXPECT_LT(most_rows, value / 3);
}

}  // namespace
}  // namespace sotto::nn::kv_cache_test
