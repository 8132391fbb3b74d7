#include "nn/kv_cache.h"

#include <gtest/gtest.h>

#include <random>

namespace sotto::nn {
namespace {

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

TEST(Lineage, FollowsParents) {
  Lineage lineage;
  lineage.start(3);
  lineage.append();
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{0}, {1}, {2}}));
  lineage.reorder(std::vector<int>{2, 0, 2});
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{2}, {0}, {2}}));
  lineage.append();
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{2, 3}, {0, 4}, {2, 5}}));
  lineage.reorder(std::vector<int>{1, 1, 0});
  lineage.append();
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{0, 4, 6}, {0, 4, 7}, {2, 3, 8}}));
  lineage.start(2);
  lineage.append();
  EXPECT_EQ(seen_by(lineage), (std::vector<Rows>{{0}, {1}}));
}

// Against lists that are copied as a whole, past the first capacity and with fewer, then more
// hypotheses.
TEST(Lineage, EqualsCopiedHistories) {
  std::mt19937 random(1);
  Lineage lineage;
  for (const int hypotheses : {4, 1, 7}) {
    lineage.start(hypotheses);
    std::vector<Rows> expected(static_cast<size_t>(hypotheses));
    for (int step = 0; step < 300; ++step) {
      lineage.append();
      for (int h = 0; h < hypotheses; ++h) {
        expected[static_cast<size_t>(h)].push_back(step * hypotheses + h);
      }
      ASSERT_EQ(seen_by(lineage), expected);
      Rows parents;
      std::vector<Rows> next;
      for (int h = 0; h < hypotheses; ++h) {
        parents.push_back(static_cast<int>(random() % static_cast<unsigned>(hypotheses)));
        next.push_back(expected[static_cast<size_t>(parents.back())]);
      }
      lineage.reorder(parents);
      expected = next;
      ASSERT_EQ(seen_by(lineage), expected);
    }
    EXPECT_EQ(lineage.steps(), 300);
  }
}

}  // namespace
}  // namespace sotto::nn
