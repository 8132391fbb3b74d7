#include "device_cpu/block_attention.h"

#include <cfenv>
#include <cmath>
#include <limits>
#include <vector>

#include "device_cpu/matmul_checks.h"
#include "device_cpu/variant_test.h"

namespace sotto::device::cpu::testing::block_attention_test {
namespace {

class BlockAttentionTest : public VariantTest<BlockAttention> {};

// Queries over a window of keys, two heads beside each other; the second one is computed.
struct Case {
  int queries, keys, window, size;
  std::vector<float> q, k, v, out;
  std::vector<VisibleKeys> seen;

  Case(int queries, int keys, int window, int size)
      : queries(queries),
        keys(keys),
        window(window),
        size(size),
        q(normals(static_cast<size_t>(queries * 2 * size), 1)),
        k(normals(static_cast<size_t>(keys * 2 * size), 2)),
        v(normals(static_cast<size_t>(keys * 2 * size), 3)),
        out(q.size(), 7.0f) {
    for (int i = 0; i < queries; ++i) {
      const int end = keys - queries + i + 1;  // the last keys are the queries' own
      const int first = std::max(0, end - window);
      seen.push_back({.first = first, .count = end - first});
    }
  }

  // The first `count` queries from `from` on.
  void run(BlockAttention fn, int from, int count) {
    const VisibleKeys& one = seen[static_cast<size_t>(from)];
    const VisibleKeys& last = seen[static_cast<size_t>(from + count - 1)];
    const int all = last.first + last.count - one.first;
    std::vector<float> scratch(attention_block_scratch(count, all, size),
                               std::numeric_limits<float>::signaling_NaN());
    fn({.q = q.data() + from * 2 * size + size,
        .k = k.data() + size,
        .v = v.data() + size,
        .q_step = static_cast<size_t>(2 * size),
        .kv_step = static_cast<size_t>(2 * size),
        .size = size,
        .scale = 0.3f,
        .seen = std::span(seen).subspan(static_cast<size_t>(from), static_cast<size_t>(count)),
        .first = one.first,
        .count = all,
        .scratch = scratch.data(),
        .out = out.data() + from * 2 * size + size});
  }

  double exact(int i, int c) const {
    const VisibleKeys& s = seen[static_cast<size_t>(i)];
    double total = 0, sum = 0;
    for (int r = s.first; r < s.first + s.count; ++r) {
      double dot = 0;
      for (int d = size; d < 2 * size; ++d) {
        dot += double{q[i * 2 * size + d]} * double{k[r * 2 * size + d]};
      }
      const double p = std::exp(0.3 * dot);
      total += p;
      sum += p * double{v[r * 2 * size + size + c]};
    }
    return sum / total;
  }
};

TEST_P(BlockAttentionTest, IsTheWeightedMeanOfWhatEachQuerySees) {
  for (const auto& [queries, keys, window, size] : {std::tuple(16, 266, 250, 64),
                                                    {16, 16, 250, 64},
                                                    {3, 40, 12, 16},
                                                    {7, 21, 5, 24},
                                                    {1, 1, 4, 8},
                                                    {2, 9, 100, 3}}) {
    SCOPED_TRACE(::testing::Message() << queries << " queries, " << keys << " keys, " << size);
    Case c(queries, keys, window, size);
    c.run(GetParam().fn, 0, queries);
    for (int i = 0; i < queries; ++i) {
      for (int d = 0; d < size; ++d) {
        EXPECT_EQ(c.out[static_cast<size_t>(i * 2 * size + d)], 7.0f) << "the other head's";
        // Scores below 40 are off by less than 64 * 2^-24 of their magnitudes' sum, 20 or so; means
        // of numbers below 5 then by 1e-4 of that.
        ASSERT_NEAR(c.out[static_cast<size_t>(i * 2 * size + size + d)], c.exact(i, d), 2e-5);
      }
    }
  }
}

// The scratch is full of signaling numbers: whoever computes with one sets the flag. Also in lanes
// whose result nobody takes: old bytes may be denormal, and slow.
TEST_P(BlockAttentionTest, ComputesOnlyWithWhatWasWritten) {
  for (int keys = 1; keys <= 33; ++keys) {
    Case c(1, keys, 100, 24);
    std::feclearexcept(FE_INVALID);
    c.run(GetParam().fn, 0, 1);
    EXPECT_EQ(std::fetestexcept(FE_INVALID), 0) << keys << " keys";
  }
}

TEST_P(BlockAttentionTest, SameBitsAloneAndInAnyCompany) {
  for (const int size : {64, 8, 20}) {
    Case whole(29, 80, 31, size), parts(29, 80, 31, size);
    whole.run(GetParam().fn, 0, 29);
    for (const auto& [from, count] : {std::pair(0, 1), {1, 6}, {7, 13}, {20, 2}, {22, 7}}) {
      parts.run(GetParam().fn, from, count);
    }
    EXPECT_EQ(whole.out, parts.out);
  }
}

INSTANTIATE_TEST_SUITE_P(Cpu, BlockAttentionTest, ::testing::ValuesIn(block_attention_variants()),
                         VariantName());

}  // namespace
}  // namespace sotto::device::cpu::testing::block_attention_test
