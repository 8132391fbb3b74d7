// Attention with a bias, or that gives its weights, against the formula in double.
#include <gtest/gtest.h>

#include <cmath>

#include "device_cpu/backend.h"
#include "device_cpu/matmul_checks.h"

namespace sotto::device::cpu::scores_test {
namespace {

using testing::normals;
using Floats = std::vector<float>;

constexpr int kHeads = 4, kSize = 6, kQueries = 5, kKeys = 7;

// Splits every operation, however small.
std::shared_ptr<const Backend> backend(int threads) {
  auto opened = open_backend(threads, {}, 1);
  EXPECT_TRUE(opened);
  return *opened;
}

Floats copy(Device& d, const Tensor& t) {
  const auto numbers = d.read(t);
  return {numbers.begin(), numbers.end()};
}

// `sharing` heads have the same keys and values.
struct Case {
  int sharing = 1;
  float scale = 0;
  bool bias = false, relative = false;
};

class ScoringTest : public ::testing::TestWithParam<Case> {
 protected:
  int kv_cols() const { return kHeads / GetParam().sharing * kSize; }
  int bias_cols() const { return GetParam().relative ? kQueries + kKeys - 1 : kKeys; }

  double q(int i, int h, int c) const { return double{q_[size_t((i * kHeads + h) * kSize + c)]}; }
  double kv(const Floats& x, int j, int h, int c) const {
    return double{x[size_t(j * kv_cols() + h / GetParam().sharing * kSize + c)]};
  }
  double score(int i, int j, int h) const {
    double sum = 0;
    for (int c = 0; c < kSize; ++c) sum += q(i, h, c) * kv(k_, j, h, c);
    if (GetParam().bias) {
      const int column = GetParam().relative ? kQueries - 1 - i + j : j;
      sum += double{bias_[size_t((h * kQueries + i) * bias_cols() + column)]};
    }
    return sum * (GetParam().scale != 0 ? double{GetParam().scale} : 1 / std::sqrt(double{kSize}));
  }

  const Floats q_ = normals(kQueries * kHeads * kSize, 1);
  const Floats k_ = normals(size_t(kKeys * kv_cols()), 2);
  const Floats v_ = normals(size_t(kKeys * kv_cols()), 3);
  const Floats bias_ = normals(size_t(kHeads * kQueries * bias_cols()), 4);
};

TEST_P(ScoringTest, IsItsFormula) {
  const int listed[] = {6, 0, 3};
  const std::vector<VisibleKeys> seen = {
      {0, kKeys}, {2, 3}, {0, 0}, {.first = 0, .count = 3, .rows = listed}, {6, 1}};
  const auto d = backend(1)->open();
  const Tensor y = d->make(kQueries, kHeads * kSize);
  const Tensor weights = d->make(kHeads * kQueries, kKeys);
  Scoring scoring;
  scoring.scale = GetParam().scale;
  scoring.relative = GetParam().relative;
  scoring.weights = weights;
  if (GetParam().bias) scoring.bias = d->upload(bias_, kHeads * kQueries, bias_cols());
  const Tensor q = d->upload(q_, kQueries, kHeads * kSize);
  const Tensor k = d->upload(k_, kKeys, kv_cols()), v = d->upload(v_, kKeys, kv_cols());
  d->attention(q, k, v, seen, kHeads, scoring, y);
  const Floats out = copy(*d, y), p = copy(*d, weights);
  for (int h = 0; h < kHeads; ++h) {
    for (int i = 0; i < kQueries; ++i) {
      const VisibleKeys& s = seen[size_t(i)];
      std::vector<double> exact(kKeys, 0.0);
      double total = 0;
      for (int n = 0; n < s.count; ++n)
        total += exact[size_t(s.row(n))] = std::exp(score(i, s.row(n), h));
      for (int j = 0; j < kKeys; ++j) {
        if (total > 0) exact[size_t(j)] /= total;
        ASSERT_NEAR(double{p[size_t((h * kQueries + i) * kKeys + j)]}, exact[size_t(j)], 1e-6);
      }
      for (int c = 0; c < kSize; ++c) {
        double mean = 0;
        for (int j = 0; j < kKeys; ++j) mean += exact[size_t(j)] * kv(v_, j, h, c);
        ASSERT_NEAR(double{out[size_t((i * kHeads + h) * kSize + c)]}, mean, 4e-6);
      }
    }
  }
  // Without asking for the weights, the same.
  scoring.weights = {};
  const Tensor again = d->make(kQueries, kHeads * kSize);
  d->attention(q, k, v, seen, kHeads, scoring, again);
  EXPECT_EQ(copy(*d, again), out);
}

INSTANTIATE_TEST_SUITE_P(Scorings, ScoringTest,
                         ::testing::Values(Case{}, Case{.sharing = 2}, Case{.scale = 1},
                                           Case{.bias = true},
                                           Case{.sharing = 4, .bias = true, .relative = true}));

TEST(Scores, AreProductsByHead) {
  const auto d = backend(2)->open();
  const Floats q = normals(kQueries * kHeads * kSize, 1), k = normals(kKeys * 2 * kSize, 2);
  const Tensor y = d->make(kHeads * kQueries, kKeys);
  d->scores(d->upload(q, kQueries, kHeads * kSize), d->upload(k, kKeys, 2 * kSize), kHeads, y);
  const auto found = d->read(y);
  for (int h = 0; h < kHeads; ++h) {
    for (int i = 0; i < kQueries; ++i) {
      for (int j = 0; j < kKeys; ++j) {
        double sum = 0;
        for (int c = 0; c < kSize; ++c)
          sum += double{q[size_t((i * kHeads + h) * kSize + c)]} *
                 double{k[size_t((j * 2 + h / 2) * kSize + c)]};
        EXPECT_NEAR(double{found[size_t((h * kQueries + i) * kKeys + j)]}, sum, 4e-6);
      }
    }
  }
}

// The columns that two heads of a relative bias read lie within their rows: at the ends, too.
TEST(Scoring, RelativeBiasOfOneQueryAndOneKey) {
  const auto d = backend(1)->open();
  const Tensor q = d->upload(Floats{1, 2}, 1, 2), k = d->upload(Floats{3, 4}, 1, 2);
  const Tensor v = d->upload(Floats{5, 6}, 1, 2), y = d->make(1, 2);
  const VisibleKeys seen[] = {{0, 1}};
  Scoring scoring;
  scoring.bias = d->upload(Floats{7}, 1, 1);
  scoring.relative = true;
  d->attention(q, k, v, seen, 1, scoring, y);
  EXPECT_EQ(copy(*d, y), (Floats{5, 6}));
}

// Large enough to be split.
TEST(Scoring, DoesNotDependOnThreads) {
  constexpr int kRows = 150, kCols = 8 * 24;
  std::vector<Floats> found;
  for (const int threads : {1, 3}) {
    const auto d = backend(threads)->open();
    const Tensor q = d->upload(normals(kRows * kCols, 1), kRows, kCols);
    const Tensor k = d->upload(normals(kRows * kCols, 2), kRows, kCols), y = d->make(kRows, kCols);
    Scoring scoring;
    scoring.bias = d->make(8 * kRows, kRows);
    d->scores(k, q, 8, scoring.bias);
    d->attention(q, k, k, std::vector<VisibleKeys>(kRows, VisibleKeys{0, kRows}), 8, scoring, y);
    found.push_back(copy(*d, y));
  }
  EXPECT_EQ(found[0], found[1]);
}

}  // namespace
}  // namespace sotto::device::cpu::scores_test
