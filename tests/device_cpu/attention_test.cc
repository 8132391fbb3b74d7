#include "device_cpu/attention.h"

#include <cmath>

#include "device_cpu/matmul_checks.h"
#include "device_cpu/variant_test.h"

namespace sotto::device::cpu::testing::attention_test {
namespace {

class AttentionTest : public VariantTest<Attention> {
 protected:
  // One head of `size` in the middle of rows of `stride`; `spread` of q makes the softmax sharp.
  void check(int size, int count, const int* rows, float spread) {
    const int stride = size + 5, first = rows != nullptr ? 0 : 2, all = 2 * count + 2;
    const std::vector<float> q = normals(static_cast<size_t>(size), 1, spread);
    const std::vector<float> k = normals(static_cast<size_t>(stride * all), 2);
    const std::vector<float> v = normals(static_cast<size_t>(stride * all), 3);
    std::vector<float> scores(static_cast<size_t>(count), NAN), out(static_cast<size_t>(size), NAN);
    const float scale = 1 / std::sqrt(static_cast<float>(size));
    const Seen seen{first, count, rows};
    GetParam().fn({q.data(), k.data() + 3, v.data() + 3, static_cast<size_t>(stride), size, scale,
                   seen, scores.data(), out.data()});

    std::vector<double> p(static_cast<size_t>(count)), expected(static_cast<size_t>(size));
    double largest = -INFINITY, total = 0, magnitude = 0;
    for (int i = 0; i < count; ++i) {
      double sum = 0;
      for (int c = 0; c < size; ++c) {
        const double product = double{q[c]} * double{k[seen.row(i) * stride + 3 + c]};
        sum += product;
        magnitude = std::max(magnitude, std::fabs(product));
      }
      p[i] = sum * double{scale};
      largest = std::max(largest, p[i]);
    }
    for (double& x : p) total += x = std::exp(x - largest);
    for (int i = 0; i < count; ++i) {
      for (int c = 0; c < size; ++c) {
        expected[c] += p[i] / total * double{v[seen.row(i) * stride + 3 + c]};
      }
    }
    // A score errs by size * 2^-24 of its terms, which exp makes a relative error of p (twice: of
    // the sum too); a float sum of `count` more; values are below 5.
    const double score_error = size * 0x1p-24 * size * magnitude * double{scale};
    const double tolerance = 5 * (2 * score_error + (count + 8) * 0x1p-24);
    for (int c = 0; c < size; ++c) EXPECT_NEAR(out[c], expected[c], tolerance) << "column " << c;
  }
};

TEST_P(AttentionTest, AgreesWithDoubles) {
  for (const int size : {1, 7, 16, 33, 64, 100, 128}) {
    for (const int count : {1, 2, 7, 8, 9, 50}) {
      SCOPED_TRACE(::testing::Message() << "head of " << size << ", " << count << " rows");
      check(size, count, nullptr, 1);
    }
  }
}

TEST_P(AttentionTest, FollowsAListOfRows) {
  const int rows[] = {9, 0, 4, 4, 21, 3, 1, 8, 2, 5, 11};
  check(16, 11, rows, 1);
}

TEST_P(AttentionTest, SharpScoresDoNotOverflow) { check(64, 33, nullptr, 100); }

TEST_P(AttentionTest, NothingSeenGivesZeros) {
  std::vector<float> q(16, 1.0f), out(16, NAN);
  GetParam().fn({q.data(), nullptr, nullptr, 16, 16, 1, {}, nullptr, out.data()});
  EXPECT_EQ(out, std::vector<float>(16, 0.0f));
}

INSTANTIATE_TEST_SUITE_P(Cpu, AttentionTest, ::testing::ValuesIn(attention_variants()),
                         VariantName());

}  // namespace
}  // namespace sotto::device::cpu::testing::attention_test
