#include "nn/kv_cache.h"

#include <gmock/gmock.h>

#include <random>

namespace sotto::nn {
namespace {

using ::testing::ElementsAre;
using Rows = std::vector<int>;

std::vector<Rows> seen_by(const Lineage& lineage) {
  std::vector<Rows> all;
  for (const device::Seen& s : lineage.seen()) {
    Rows rows;
    for (int i = 0; i < s.count; ++i) rows.push_back(s.row(i));
    all.push_back(rows);
  }
  return all;
}

TEST(KvCache, KeepsItsRowsWhileItGrows) {
  KvCache cache;
  for (int use = 0; use < 2; ++use) {
    cache.clear(3);
    for (int step = 0; step < 100; ++step) {
      const KeysValues rows = cache.append(2);
      ASSERT_EQ(rows.k.rows, 2);
      for (int i = 0; i < 6; ++i) {
        rows.k.data[i] = static_cast<float>(use * 10000 + step * 6 + i);
        rows.v.data[i] = -rows.k.data[i];
      }
    }
    const KeysValues all = cache.all();
    ASSERT_EQ(all.k.rows, 200);
    for (int i = 0; i < 600; ++i) {
      ASSERT_EQ(all.k.data[i], static_cast<float>(use * 10000 + i));
      ASSERT_EQ(all.v.data[i], -all.k.data[i]);
    }
  }
}

TEST(KvCache, KeepsTheRowsThatItIsTold) {
  KvCache cache;
  cache.clear(2);
  const KeysValues rows = cache.append(6);
  for (int i = 0; i < 12; ++i) rows.v.data[i] = -(rows.k.data[i] = static_cast<float>(i));
  cache.keep(Rows{0, 3, 5});
  const KeysValues all = cache.all();
  EXPECT_THAT(all.k.all(), ElementsAre(0, 1, 6, 7, 10, 11));
  EXPECT_THAT(all.v.all(), ElementsAre(0, -1, -6, -7, -10, -11));
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

// Hypotheses come, go and are copied at random, past the first capacity; each must see the values
// that were appended for it, whatever rows they are moved to.
TEST(Lineage, EqualsCopiedHistories) {
  std::mt19937 random(1);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Lineage lineage;
  KvCache cache;
  cache.clear(1);
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
    const KeysValues rows = cache.append(lineage.hypotheses());
    for (size_t h = 0; h < expected.size(); ++h) {
      rows.k.data[h] = static_cast<float>(++value);
      expected[h].push_back(value);
    }
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

    const device::Tensor keys = cache.all().k;
    most_rows = std::max(most_rows, keys.rows);
    std::vector<Rows> found = seen_by(lineage);
    for (Rows& history : found)
      for (int& row : history) row = static_cast<int>(keys.row(row)[0]);
    ASSERT_EQ(found, expected) << "step " << step;
  }
  EXPECT_GT(moves, 3);
  EXPECT_LT(most_rows, value / 3);
}

}  // namespace
}  // namespace sotto::nn
