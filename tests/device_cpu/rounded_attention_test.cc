#include "device_cpu/rounded_attention.h"

#include <cmath>
#include <limits>
#include <vector>

#include "device_cpu/backend.h"
#include "device_cpu/matmul_checks.h"
#include "device_cpu/variant_test.h"

namespace sotto::device::cpu::testing::rounded_attention_test {
namespace {

class RoundedAttentionTest : public VariantTest<BlockAttention> {};

// Two heads beside each other, of which the second is computed. All keys have something in common,
// which no rounding may pay for.
struct Case {
  int queries, keys, size;
  std::vector<float> q, k, v, out;

  Case(int queries, int keys, int size)
      : queries(queries),
        keys(keys),
        size(size),
        q(normals(static_cast<size_t>(queries * 2 * size), 1)),
        k(normals(static_cast<size_t>(keys * 2 * size), 2)),
        v(normals(static_cast<size_t>(keys * 2 * size), 3)),
        out(q.size(), 7.0f) {
    for (size_t i = 0; i < k.size(); ++i) k[i] += i % static_cast<size_t>(size) == 3 ? 20.0f : 0.0f;
  }

  void run(BlockAttention fn, int from, int count) {
    const std::vector<VisibleKeys> seen(static_cast<size_t>(count), {.first = 0, .count = keys});
    const auto room = rounded_attention_scratch(count, keys, size);
    std::vector<float> scratch(room, std::numeric_limits<float>::quiet_NaN());
    fn({.q = q.data() + from * 2 * size + size,
        .k = k.data() + size,
        .v = v.data() + size,
        .q_step = static_cast<size_t>(2 * size),
        .kv_step = static_cast<size_t>(2 * size),
        .size = size,
        .scale = 0.125f,
        .seen = seen,
        .first = 0,
        .count = keys,
        .scratch = scratch.data(),
        .out = out.data() + from * 2 * size + size});
  }
  void run(BlockAttention fn) { run(fn, 0, queries); }

  float key(int j, int c) const { return k[static_cast<size_t>(j * 2 * size + size + c)]; }
  float query(int i, int c) const { return q[static_cast<size_t>(i * 2 * size + size + c)]; }
  float value(int j, int c) const { return v[static_cast<size_t>(j * 2 * size + size + c)]; }
  float found(int i, int c) const { return out[static_cast<size_t>(i * 2 * size + size + c)]; }

  // Rows as they are, or as the nearest multiples of their largest number's 127th part.
  using Rows = std::vector<std::vector<double>>;
  Rows rows(bool of_keys, bool rounded) const {
    Rows all;
    for (int r = 0; r < (of_keys ? keys : queries); ++r) {
      std::vector<double> row;
      double most = 0;
      for (int c = 0; c < size; ++c) {
        double mean = 0;
        for (int j = 0; of_keys && j < keys; ++j) mean += double{key(j, c)} / keys;
        row.push_back((of_keys ? double{key(r, c)} : double{query(r, c)}) - mean);
        most = std::max(most, std::abs(row.back()));
      }
      if (rounded && most > 0)
        for (double& x : row) x = std::round(x * 127 / most) * most / 127;
      all.push_back(row);
    }
    return all;
  }

  // The mean of values, and that of their magnitudes, which rounding is a part of.
  struct Expected {
    std::vector<double> mean, magnitude;
  };
  Expected expected(bool rounded) const {
    const Rows a = rows(false, rounded), b = rows(true, rounded);
    Expected e;
    for (const std::vector<double>& x : a) {
      std::vector<double> p;
      double total = 0;
      for (const std::vector<double>& y : b) {
        double dot = 0;
        for (size_t c = 0; c < x.size(); ++c) dot += x[c] * y[c];
        p.push_back(std::exp(0.125 * dot));
        total += p.back();
      }
      for (int c = 0; c < size; ++c) {
        double mean = 0, magnitude = 0;
        for (int j = 0; j < keys; ++j) {
          mean += p[static_cast<size_t>(j)] / total * double{value(j, c)};
          magnitude += p[static_cast<size_t>(j)] / total * std::abs(double{value(j, c)});
        }
        e.mean.push_back(mean);
        e.magnitude.push_back(magnitude);
      }
    }
    return e;
  }
};

constexpr std::tuple<int, int, int> kShapes[] = {{1, 1, 16},    {12, 32, 64},   {13, 33, 64},
                                                 {50, 250, 64}, {7, 64, 48},    {100, 31, 32},
                                                 {5, 20, 24},   {25, 101, 128}, {3, 7, 8}};

// Whatever is rounded, the result is near that of real numbers: integers of 127 steps err by a part
// of 0.3 / 127 of the largest number on average, dots of 64 of them by 0.02, scores by 0.003.
TEST_P(RoundedAttentionTest, IsNearTheMeanThatItStandsFor) {
  for (const auto& [queries, keys, size] : kShapes) {
    SCOPED_TRACE(::testing::Message() << queries << " queries, " << keys << " keys of " << size);
    Case c(queries, keys, size);
    c.run(GetParam().fn);
    const Case::Expected exact = c.expected(false);
    double squares = 0, errors = 0;
    for (int i = 0; i < queries; ++i) {
      for (int d = 0; d < size; ++d) {
        EXPECT_EQ(c.out[static_cast<size_t>(i * 2 * size + d)], 7.0f) << "the other head's";
        const auto at = static_cast<size_t>(i * size + d);
        const double error = double{c.found(i, d)} - exact.mean[at];
        errors += error * error;
        squares += exact.magnitude[at] * exact.magnitude[at];
      }
    }
    EXPECT_LT(std::sqrt(errors / squares), 0.01);
  }
}

// Terms and values are off by 2^-9 of them at most, the sum of terms, which are not rounded, by
// nothing: together 2^-8 of the mean of magnitudes, and the polynomial's 2^-13 twice. An integer
// that falls to the other side of a half, in floats, is worth another 2^-8.
TEST(RoundedAttention, RoundsAsItSays) {
  if (!supported(Isa::avx512bf16)) GTEST_SKIP() << "not on this processor";
  for (const auto& [queries, keys, size] : kShapes) {
    if (size % 16 != 0) continue;
    SCOPED_TRACE(::testing::Message() << queries << " queries, " << keys << " keys of " << size);
    Case c(queries, keys, size);
    c.run(rounded_attention_variants().back().fn);
    const Case::Expected rounded = c.expected(true);
    for (int i = 0; i < queries; ++i) {
      for (int d = 0; d < size; ++d) {
        const auto at = static_cast<size_t>(i * size + d);
        ASSERT_NEAR(c.found(i, d), rounded.mean[at], rounded.magnitude[at] * 0x1p-7)
            << "query " << i << ", column " << d;
      }
    }
  }
}

TEST_P(RoundedAttentionTest, SameBitsAloneAndInAnyCompany) {
  Case whole(40, 80, 64), parts(40, 80, 64);
  whole.run(GetParam().fn);
  for (const auto& [from, count] : {std::pair(0, 1), {1, 12}, {13, 25}, {38, 2}})
    parts.run(GetParam().fn, from, count);
  EXPECT_EQ(whole.out, parts.out);
}

// Where queries see different keys, it is block_attention.
TEST_P(RoundedAttentionTest, LeavesWindowsToFloats) {
  Case c(4, 20, 16), exact(4, 20, 16);
  std::vector<float> scratch(rounded_attention_scratch(4, 20, 16));
  const std::vector<VisibleKeys> seen = {{0, 5}, {3, 17}, {0, 20}, {2, 0}};
  const auto run = [&](BlockAttention fn, Case& to) {
    fn({.q = to.q.data(),
        .k = to.k.data(),
        .v = to.v.data(),
        .q_step = 32,
        .kv_step = 32,
        .size = 16,
        .scale = 0.25f,
        .seen = seen,
        .first = 0,
        .count = 20,
        .scratch = scratch.data(),
        .out = to.out.data()});
  };
  run(GetParam().fn, c);
  run(best(block_attention_variants(), features_of(GetParam().isa)).fn, exact);
  EXPECT_EQ(c.out, exact.out);
}

INSTANTIATE_TEST_SUITE_P(Cpu, RoundedAttentionTest,
                         ::testing::ValuesIn(rounded_attention_variants()), VariantName());

// A device rounds only where it is asked to.
TEST(RoundedAttention, IsWhatADeviceDoesWhenAsked) {
  const auto backend = *open_backend(2, {}, 1);
  Case c(30, 50, 64);
  const auto d = backend->open();
  const std::vector<VisibleKeys> seen(30, {.first = 0, .count = 50});
  const Tensor q = d->upload(c.q, 30, 128), k = d->upload(c.k, 50, 128),
               v = d->upload(c.v, 50, 128);
  const Tensor plain = d->attention(q, k, v, seen, 2, Rows::prefill), rounded = d->make(30, 128);
  Scoring scoring;
  scoring.rounded = true;
  d->attention(q, k, v, seen, 2, scoring, rounded);
  const auto a = d->read(plain), b = d->read(rounded);
  double worst = 0;
  for (size_t i = 0; i < a.size(); ++i)
    worst = std::max(worst, std::abs(double{a[i]} - double{b[i]}));
  EXPECT_LT(worst, 0.05);
  EXPECT_EQ(worst == 0, !supported(Isa::avx512bf16));
}

}  // namespace
}  // namespace sotto::device::cpu::testing::rounded_attention_test
