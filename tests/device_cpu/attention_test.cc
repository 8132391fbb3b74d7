#include "device_cpu/attention.h"

#include <cmath>

#include "device_cpu/matmul_checks.h"
#include "device_cpu/variant_test.h"

namespace sotto::device::cpu::testing::attention_test {
namespace {

class AttentionTest : public VariantTest<Attention> {
 protected:
  // Heads [2, 2 + heads) of `size`, of which two share their keys and values; `spread` of q makes
  // the softmax sharp.
  void check(int heads, int size, int count, const int* rows, float spread) {
    const int stride = (2 + heads) * size + 5, all = 2 * count + 2;
    const std::vector<float> q = normals(static_cast<size_t>(heads * size), 1, spread);
    const std::vector<float> k = normals(static_cast<size_t>(stride * all), 2);
    const std::vector<float> v = normals(static_cast<size_t>(stride * all), 3);
    std::vector<float> scores(static_cast<size_t>(heads * (count + 1)), NAN), out(q.size(), NAN);
    const VisibleKeys seen{rows != nullptr ? 0 : 2, count, rows};
    const AttentionHeads given{.q = q.data(),
                               .k = k.data(),
                               .v = v.data(),
                               .stride = static_cast<size_t>(stride),
                               .size = size,
                               .scale = 1 / std::sqrt(static_cast<float>(size)),
                               .seen = seen,
                               .scores = scores.data(),
                               .out = out.data(),
                               .first = 2,
                               .count = heads,
                               .sharing = 2};
    GetParam().fn(given);
    for (int head = 0; head < heads; ++head) check_head(given, head);
  }

  static void check_head(const AttentionHeads& h, int head) {
    const int count = h.seen.count, size = h.size, column = (2 + head) / 2 * size;
    const float *q = h.q + head * size, *out = h.out + head * size;
    const auto at = [&](const void* x, int i, int c) {
      const size_t row = static_cast<size_t>(h.seen.row(i)) * h.stride;
      return double{static_cast<const float*>(x)[row + static_cast<size_t>(column + c)]};
    };
    std::vector<double> p(static_cast<size_t>(count)), expected(static_cast<size_t>(size));
    double largest = -INFINITY, total = 0, magnitude = 0;
    for (int i = 0; i < count; ++i) {
      double sum = 0;
      for (int c = 0; c < size; ++c) {
        const double product = double{q[c]} * at(h.k, i, c);
        sum += product;
        magnitude = std::max(magnitude, std::fabs(product));
      }
      p[i] = sum * double{h.scale};
      largest = std::max(largest, p[i]);
    }
    for (double& x : p) total += x = std::exp(x - largest);
    for (int i = 0; i < count; ++i) {
      for (int c = 0; c < size; ++c) expected[c] += p[i] / total * at(h.v, i, c);
    }
    // A score errs by size * 2^-24 of its terms, which exp makes a relative error of p (twice: of
    // the sum too); a float sum of `count` more; values are below 5.
    const double score_error = size * 0x1p-24 * size * magnitude * double{h.scale};
    const double tolerance = 5 * (2 * score_error + (count + 8) * 0x1p-24);
    for (int c = 0; c < size; ++c)
      EXPECT_NEAR(out[c], expected[c], tolerance) << "head " << head << ", column " << c;
  }
};

TEST_P(AttentionTest, AgreesWithDoubles) {
  for (const int size : {1, 7, 16, 33, 64, 100, 128}) {
    for (const int count : {1, 2, 7, 8, 9, 50, 401}) {
      SCOPED_TRACE(::testing::Message() << "heads of " << size << ", " << count << " rows");
      for (const int heads : {1, 3}) check(heads, size, count, nullptr, 1);
    }
  }
}

TEST_P(AttentionTest, FollowsAListOfRows) {
  const int rows[] = {9, 0, 4, 4, 21, 3, 1, 8, 2, 5, 11};
  check(3, 16, 11, rows, 1);
}

TEST_P(AttentionTest, SharpScoresDoNotOverflow) { check(2, 64, 33, nullptr, 100); }

TEST_P(AttentionTest, NothingSeenGivesZeros) {
  std::vector<float> q(16, 1.0f), out(16, NAN);
  GetParam().fn({q.data(), nullptr, nullptr, 16, 16, 1, {}, nullptr, out.data()});
  EXPECT_EQ(out, std::vector<float>(16, 0.0f));
}

INSTANTIATE_TEST_SUITE_P(Cpu, AttentionTest, ::testing::ValuesIn(attention_variants()),
                         VariantName());

}  // namespace
}  // namespace sotto::device::cpu::testing::attention_test
