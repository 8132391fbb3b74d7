#include "device_cpu/elementwise.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

#include "device_cpu/exponential.h"
#include "device_cpu/simd_avx2.h"
#include "device_cpu/simd_neon.h"

namespace sotto::device::cpu::elementwise_test {
namespace {

// Densely where the functions bend, and far out.
std::vector<float> arguments() {
  std::vector<float> v = {0.0f, -0.0f, 1e-30f, -1e-30f, -87.0f, 88.0f, -1000.0f, 1000.0f, -1e30f};
  for (int i = -4000; i <= 4000; ++i) v.push_back(static_cast<float>(i) * 0.005f);
  return v;
}

std::vector<float> activated(Activation f, std::vector<float> x) {
  activate(f, x.data(), x.size(), x.data());
  return x;
}

// Two units in the last place for the exponential, two more for what is done with it.
double tolerance(double exact) { return 0x1p-22 * std::max(1.0, std::abs(exact)); }

TEST(NormalizeSnake, IsBothOneAfterTheOther) {
  const std::vector<float> x = arguments();
  const size_t n = x.size();
  std::vector<float> mean(n), scale(n), shift(n), alpha(n), inverse(n), y(n), both(n);
  for (size_t i = 0; i < n; ++i) {
    const auto at = static_cast<float>(i % 17);
    mean[i] = 0.3f * at - 2;
    scale[i] = 0.5f + 0.1f * at;
    shift[i] = 1 - 0.2f * at;
    alpha[i] = 0.7f + at;
    inverse[i] = 1 / alpha[i];
  }
  normalize(x.data(), mean.data(), scale.data(), shift.data(), n, y.data());
  snake(y.data(), alpha.data(), inverse.data(), n, y.data());
  normalize_snake(x.data(), mean.data(), scale.data(), shift.data(), alpha.data(), inverse.data(),
                  n, both.data());
  EXPECT_EQ(both, y);
}

TEST(Activation, EluIsItsFormula) {
  const std::vector<float> x = arguments();
  std::vector<float> y(x.size());
  activate(Activation::elu, x.data(), x.size(), y.data());
  for (size_t i = 0; i < x.size(); ++i) {
    const double exact = x[i] > 0 ? double{x[i]} : std::expm1(double{x[i]});
    ASSERT_NEAR(double{y[i]}, exact, tolerance(1)) << x[i];
    if (x[i] > 0) {
      ASSERT_EQ(y[i], x[i]);
    }
  }
  EXPECT_EQ(activated(Activation::elu, x), y);
}

// Where x is negative, as exact as its own size, though 1 + erf(x / sqrt 2) is the difference of
// numbers near 1: up to the exponential, whose argument x^2 / 2 is rounded to a float.
TEST(Activation, GeluIsItsFormula) {
  const std::vector<float> x = arguments(), y = activated(Activation::gelu, x);
  for (size_t i = 0; i < x.size(); ++i) {
    const double a = x[i], exact = a * std::erfc(-a / std::sqrt(2.0)) / 2;
    ASSERT_NEAR(double{y[i]}, exact, 0x1p-22 * std::abs(a)) << x[i];
    if (a < 0 && a > -12) {
      ASSERT_NEAR(double{y[i]}, exact, (0x1p-21 + 0x1p-24 * a * a) * std::abs(exact)) << x[i];
    }
  }
}

TEST(Activation, GeluNearIsNear) {
  const std::vector<float> x = arguments(), y = activated(Activation::gelu_near, x);
  for (size_t i = 0; i < x.size(); ++i) {
    const double a = x[i], exact = a * std::erfc(-a / std::sqrt(2.0)) / 2;
    ASSERT_NEAR(double{y[i]}, exact, 0x1p-12 * std::max(1.0, std::abs(a) / 4)) << x[i];
  }
}

TEST(Activation, GeluIsItsFormulaWithTanh) {
  const std::vector<float> x = arguments(), y = activated(Activation::gelu_tanh, x);
  for (size_t i = 0; i < x.size(); ++i) {
    if (std::abs(x[i]) > 1e10f) continue;  // its cube is infinite; below
    const double a = x[i];
    const double u = std::sqrt(2 / std::numbers::pi) * (a + 0.044715 * a * a * a);
    ASSERT_NEAR(double{y[i]}, 0.5 * a * (1 + std::tanh(u)), 8 * tolerance(a)) << x[i];
  }
  const std::vector<float> far = activated(Activation::gelu_tanh, {1e30f, -1e30f});
  EXPECT_EQ(far[0], 1e30f);
  EXPECT_NEAR(double{far[1]}, 0.0, 1e30 * 0x1p-120);
}

TEST(Activation, SiluIsItsFormula) {
  const std::vector<float> x = arguments(), y = activated(Activation::silu, x);
  for (size_t i = 0; i < x.size(); ++i) {
    if (std::abs(x[i]) > 1e10f) continue;
    const double a = x[i];
    ASSERT_NEAR(double{y[i]}, a / (1 + std::exp(-a)), tolerance(a)) << x[i];
  }
}

TEST(Activation, MishTanhAndSigmoidAreTheirFormulas) {
  const std::vector<float> x = arguments(), m = activated(Activation::mish, x),
                           t = activated(Activation::tanh, x),
                           s = activated(Activation::sigmoid, x);
  for (size_t i = 0; i < x.size(); ++i) {
    const double a = x[i];
    const double softplus = a > 30 ? a : std::log1p(std::exp(a));
    ASSERT_NEAR(double{m[i]}, a * std::tanh(softplus), 4 * tolerance(a)) << a;
    ASSERT_NEAR(double{t[i]}, std::tanh(a), tolerance(1)) << a;
    ASSERT_NEAR(double{s[i]}, 1 / (1 + std::exp(-a)), tolerance(1)) << a;
  }
}

TEST(Activation, NanStaysNan) {
  for (const auto f :
       {Activation::gelu_tanh, Activation::gelu_near, Activation::silu, Activation::gelu,
        Activation::elu, Activation::mish, Activation::tanh, Activation::sigmoid})
    EXPECT_TRUE(std::isnan(activated(f, {std::numeric_limits<float>::quiet_NaN()})[0]));
}

TEST(Exponential, IsWithinTwoUnits) {
  for (int i = -86999; i <= 86999; ++i) {
    const float x = static_cast<float>(i) * 0.001f;
    ASSERT_NEAR(double{exponential(x)} / std::exp(double{x}), 1, 0x1p-22) << x;
  }
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(exponential(0), 1);
  EXPECT_EQ(exponential(-kInfinity), exponential(-87));
  EXPECT_EQ(exponential(kInfinity), exponential(87));
  EXPECT_TRUE(std::isnan(exponential(std::numeric_limits<float>::quiet_NaN())));
}

#if defined(SOTTO_X86) || defined(SOTTO_ARM64)
// Whatever the vectors, the terms are those of one number at a time, bit for bit; lengths around
// those of vectors.
TEST(Exponential, OfASoftmaxIsTheSameInVectors) {
#ifdef SOTTO_X86
  if (!supported(Isa::avx2)) GTEST_SKIP() << "not on this processor";
#endif
  for (const int n : {1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 100}) {
    SCOPED_TRACE(n);
    std::vector<float> x(static_cast<size_t>(n) + 1);
    for (size_t i = 0; i + 1 < x.size(); ++i)
      x[i] = static_cast<float>((i * 7919) % 2003) * 0.1f - 150.0f;
    x.back() = 42;  // somebody else's
    const float largest = *std::max_element(x.begin(), x.end() - 1);
    std::vector<float> expected(x.begin(), x.end() - 1);
    double total = 0;
    for (float& v : expected) total += v = exponential(v - largest);
#ifdef SOTTO_X86
    const float sum = avx2::exponentials(1, x.data(), n);
#else
    const float sum = neon::exponentials(x.data(), n);
#endif
    EXPECT_NEAR(double{sum}, total, 1e-6 * total);
    EXPECT_EQ(x.back(), 42);
    x.pop_back();
    EXPECT_EQ(x, expected);
  }
}
#endif

// Lengths around those of its sums; terms from 1 down to nothing.
TEST(Elementwise, SoftmaxIsItsFormula) {
  for (const size_t n : {1, 2, 15, 16, 17, 33, 250}) {
    SCOPED_TRACE(n);
    std::vector<float> x(n + 1);
    for (size_t i = 0; i < n; ++i) x[i] = static_cast<float>((i * 7919) % 2003) * 0.1f - 150.0f;
    x.back() = 42;  // somebody else's
    std::vector<double> exact(x.begin(), x.end() - 1);
    const double largest = *std::ranges::max_element(exact);
    double total = 0;
    for (double& v : exact) total += v = std::exp(v - largest);
    softmax(x.data(), n);
    for (size_t i = 0; i < n; ++i) EXPECT_NEAR(double{x[i]}, exact[i] / total, 0x1p-20) << i;
    EXPECT_EQ(x.back(), 42);
  }
  std::vector<float> bad = {1, std::numeric_limits<float>::quiet_NaN(), 2};
  softmax(bad.data(), bad.size());
  EXPECT_EQ(bad, std::vector<float>(3, 0.0f));
}

TEST(Elementwise, TurnsAdjacentPairs) {
  const double angle = 0.7;
  const auto c = static_cast<float>(std::cos(angle)), s = static_cast<float>(std::sin(angle));
  std::vector<float> x = {1, 2, 3, 4};
  const std::vector<float> angles = {c, s, 1, 0};
  rotate(x.data(), angles.data(), x.size());
  EXPECT_EQ(x, (std::vector<float>{c - 2 * s, s + 2 * c, 3, 4}));
}

}  // namespace
}  // namespace sotto::device::cpu::elementwise_test
