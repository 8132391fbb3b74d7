#include "nn/activation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace sotto::nn {
namespace {

// Densely where the functions bend, and far out.
std::vector<float> arguments() {
  std::vector<float> v = {0.0f, -0.0f, 1e-30f, -1e-30f, -87.0f, 88.0f, -1000.0f, 1000.0f, -1e30f};
  for (int i = -4000; i <= 4000; ++i) v.push_back(static_cast<float>(i) * 0.005f);
  return v;
}

device::Tensor row(std::vector<float>& v) { return {v.data(), 1, static_cast<int>(v.size())}; }

// Two units in the last place for the exponential, two more for what is done with it.
double tolerance(double exact) { return 0x1p-22 * std::max(1.0, std::abs(exact)); }

TEST(Activation, EluIsItsFormula) {
  std::vector<float> x = arguments(), y(x.size());
  elu(row(x), row(y));
  for (size_t i = 0; i < x.size(); ++i) {
    const double exact = x[i] > 0 ? double{x[i]} : std::expm1(double{x[i]});
    ASSERT_NEAR(double{y[i]}, exact, tolerance(1)) << x[i];
    if (x[i] > 0) {
      ASSERT_EQ(y[i], x[i]);
    }
  }
  std::vector<float> same = x;
  elu(row(same), row(same));
  EXPECT_EQ(same, y);
}

TEST(Activation, GeluIsItsFormulaWithTanh) {
  std::vector<float> x = arguments(), y = x;
  gelu_tanh(row(y));
  for (size_t i = 0; i < x.size(); ++i) {
    if (std::abs(x[i]) > 1e10f) continue;  // its cube is infinite; below
    const double a = x[i];
    const double u = std::sqrt(2 / std::numbers::pi) * (a + 0.044715 * a * a * a);
    ASSERT_NEAR(double{y[i]}, 0.5 * a * (1 + std::tanh(u)), 8 * tolerance(a)) << x[i];
  }
  std::vector<float> far = {1e30f, -1e30f};
  gelu_tanh(row(far));
  EXPECT_EQ(far[0], 1e30f);
  EXPECT_NEAR(double{far[1]}, 0.0, 1e30 * 0x1p-120);
}

TEST(Activation, SiluIsItsFormula) {
  std::vector<float> x = arguments(), y = x;
  silu(row(y));
  for (size_t i = 0; i < x.size(); ++i) {
    if (std::abs(x[i]) > 1e10f) continue;
    const double a = x[i];
    ASSERT_NEAR(double{y[i]}, a / (1 + std::exp(-a)), tolerance(a)) << x[i];
  }
}

TEST(Activation, NanStaysNan) {
  for (const auto f : {gelu_tanh, silu}) {
    std::vector<float> x = {std::numeric_limits<float>::quiet_NaN()};
    f(row(x));
    EXPECT_TRUE(std::isnan(x[0]));
  }
  std::vector<float> x = {std::numeric_limits<float>::quiet_NaN()};
  elu(row(x), row(x));
  EXPECT_TRUE(std::isnan(x[0]));
}

TEST(Activation, AddScaledTakesAScaleForEachColumn) {
  std::vector<float> x = {1, 2, 3, 4, 5, 6}, y = {10, 20, 30, 40, 50, 60};
  const float scale[] = {1, 0.5f, -1};
  add_scaled({x.data(), 2, 3}, scale, {y.data(), 2, 3});
  EXPECT_EQ(y, (std::vector<float>{11, 21, 27, 44, 52.5f, 54}));
}

}  // namespace
}  // namespace sotto::nn
