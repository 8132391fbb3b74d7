// Convolutions whose channels lie in groups, on every backend, against the formula.
#include <gtest/gtest.h>

#include <random>

#include "models/backends.h"
#include "nn/group_conv.h"

namespace sotto::nn::group_conv_test {
namespace {

using Floats = std::vector<float>;

Floats normals(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  Floats numbers(count);
  for (float& x : numbers) x = normal(random);
  return numbers;
}

struct Shape {
  int groups, in, out, kernel, stride, dilation, padding;  // in, out: of one group
};

class GroupConv : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (!sotto::testing::has_backend(GetParam())) GTEST_SKIP() << "not on this processor";
    backend_ = sotto::testing::open_backend(GetParam());
  }

  std::shared_ptr<const device::Backend> backend_;
};

TEST_P(GroupConv, IsItsFormula) {
  constexpr int kRows = 17;
  const Shape shapes[] = {{2, 3, 5, 3, 1, 1, 1}, {4, 2, 2, 5, 2, 1, 2}, {3, 4, 1, 3, 1, 2, 2},
                          {1, 6, 4, 3, 1, 1, 0}, {6, 1, 1, 4, 1, 1, 3}, {2, 16, 16, 3, 1, 1, 1}};
  for (const Shape& s : shapes) {
    SCOPED_TRACE(::testing::Message() << s.groups << " groups of " << s.in << " to " << s.out
                                      << ", kernel " << s.kernel << ", stride " << s.stride);
    const int in = s.groups * s.in, out = s.groups * s.out;
    const Floats x = normals(size_t(kRows * in), 1), bias = normals(size_t(out), 3);
    const Floats stored = normals(size_t(out * s.in * s.kernel), 2);  // [out, in a group, kernel]
    const GroupConv1d conv = {
        .groups = group_convs(*backend_, stored, bias, s.groups, s.in,
                              {.kernel = s.kernel, .stride = s.stride, .dilation = s.dilation},
                              s.padding)};
    const auto d = backend_->open();
    const device::Tensor made = conv(*d, d->upload(x, kRows, in));
    const int rows = (kRows + 2 * s.padding - (s.kernel - 1) * s.dilation - 1) / s.stride + 1;
    ASSERT_EQ(made.rows, rows);
    ASSERT_EQ(made.cols, out);
    const auto y = d->read(made);
    for (int t = 0; t < rows; ++t) {
      for (int o = 0; o < out; ++o) {
        double sum = double{bias[size_t(o)]};
        for (int k = 0; k < s.kernel; ++k) {
          const int row = t * s.stride + k * s.dilation - s.padding;
          for (int i = 0; i < s.in && row >= 0 && row < kRows; ++i)
            sum += double{x[size_t(row * in + o / s.out * s.in + i)]} *
                   double{stored[size_t((o * s.in + i) * s.kernel + k)]};
        }
        ASSERT_NEAR(double{y[size_t(t * out + o)]}, sum, 2e-5) << "row " << t << ", output " << o;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Backends, GroupConv, sotto::testing::all_backends(),
                         sotto::testing::BackendName());

}  // namespace
}  // namespace sotto::nn::group_conv_test
