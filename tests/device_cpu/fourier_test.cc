// Transforms of tiles against the sums that they are, and against a convolution.
#include "device_cpu/fourier.h"

#include <gtest/gtest.h>

#include <cmath>

#include "device_cpu/matmul_checks.h"
#include "device_cpu/variant_test.h"

namespace sotto::device::cpu::testing::fourier_test {
namespace {

using Floats = std::vector<float>;

// Rows of `cols` numbers, and one number behind them that nobody may touch.
struct Matrix {
  int rows, cols;
  Floats numbers;

  Matrix(int rows, int cols, unsigned seed)
      : rows(rows), cols(cols), numbers(normals(size_t(rows) * size_t(cols), seed)) {
    numbers.push_back(7);
  }
  float at(int r, int c) const { return numbers[size_t(r) * size_t(cols) + size_t(c)]; }
  std::vector<const float*> from() const {
    std::vector<const float*> all;
    for (int r = 0; r < rows; ++r) all.push_back(numbers.data() + size_t(r) * size_t(cols));
    return all;
  }
  std::vector<float*> to() {
    std::vector<float*> all;
    for (int r = 0; r < rows; ++r) all.push_back(numbers.data() + size_t(r) * size_t(cols));
    return all;
  }
};

// y = table x, for as many rows of x as there are.
void expect_sums(const Floats& table, int width, const Matrix& x, const Matrix& y) {
  for (int p = 0; p < y.rows; ++p) {
    for (int c = 0; c < y.cols; ++c) {
      double sum = 0, size = 0;
      for (int r = 0; r < x.rows; ++r) {
        const double term =
            double{table[size_t(p) * size_t(width) + size_t(r)]} * double{x.at(r, c)};
        sum += term;
        size += std::abs(term);
      }
      // Sums as they stand round once a row; those by halves a few times for each half.
      ASSERT_NEAR(double{y.at(p, c)}, sum, size * (x.rows + 16) * 0x1p-24) << p << ", " << c;
    }
  }
  EXPECT_EQ(y.numbers.back(), 7) << "written past the end";
}

class FourierTest : public VariantTest<FourierKernels> {};

TEST_P(FourierTest, PointsAreTheirSums) {
  for (const int size : {Fourier::kLeast, Fourier::kMost}) {
    const Fourier f(size);
    const int points = Fourier::points_of(size);
    for (const int n : {1, 4, 7, 8, 9, 31, 40}) {
      SCOPED_TRACE(::testing::Message() << size << " rows, " << n << " columns");
      const Matrix x(size, n, 1), products(points, n, 3);
      Matrix inputs(points, n, 2), weights(points, n, 2), outputs(size, n, 2);
      GetParam().fn.inputs(size, x.from().data(), n, inputs.numbers.data(), size_t(n));
      expect_sums(f.input, size, x, inputs);
      for (const int taps : {1, 3, 11, size}) {
        const Matrix w(taps, n, 4);
        GetParam().fn.weights(size, w.from(), n, weights.numbers.data(), size_t(n));
        expect_sums(f.weights, size, w, weights);
      }
      const Floats ones(size_t(n), 1), zeros(size_t(n), 0);
      GetParam().fn.outputs(size, products.numbers.data(), size_t(n), n,
                            {ones.data(), zeros.data()}, outputs.to());
      expect_sums(f.output, points, products, outputs);
    }
  }
}

TEST_P(FourierTest, OutputsAreScaledAndAdded) {
  constexpr int kCols = 21, kSize = Fourier::kLeast;
  const int points = Fourier::points_of(kSize);
  const Matrix products(points, kCols, 1);
  const Floats ones(kCols, 1), zeros(kCols, 0), scales = normals(kCols, 2),
                                                bias = normals(kCols, 3);
  const auto made = [&](const Floats& factors, const Floats& added, bool add) {
    Matrix y(kSize, kCols, 4);
    GetParam().fn.outputs(kSize, products.numbers.data(), kCols, kCols,
                          {factors.data(), added.data(), add}, y.to());
    EXPECT_EQ(y.numbers.back(), 7) << "written past the end";
    return y;
  };
  const Matrix before(kSize, kCols, 4), sums = made(ones, zeros, false);
  const Matrix scaled = made(scales, bias, false), added = made(scales, bias, true);
  for (int r = 0; r < kSize; ++r) {
    for (int c = 0; c < kCols; ++c) {
      const float v = sums.at(r, c) * scales[size_t(c)] + bias[size_t(c)];
      EXPECT_EQ(scaled.at(r, c), v);
      EXPECT_EQ(added.at(r, c), before.at(r, c) + v);
    }
  }
}

TEST_P(FourierTest, ProductsOfPointsAreAConvolution) {
  constexpr int kTaps = 11, kCols = 13;
  for (const int size : {Fourier::kLeast, Fourier::kMost}) {
    const int points = Fourier::points_of(size), outputs = Fourier::outputs_of(size, kTaps);
    const Matrix x(size, kCols, 1), w(kTaps, kCols, 2);
    Matrix inputs(points, kCols, 3), weights(points, kCols, 3), y(outputs, kCols, 3);
    GetParam().fn.inputs(size, x.from().data(), kCols, inputs.numbers.data(), kCols);
    GetParam().fn.weights(size, w.from(), kCols, weights.numbers.data(), kCols);
    for (size_t i = 0; i + 1 < inputs.numbers.size(); ++i) inputs.numbers[i] *= weights.numbers[i];
    const Floats ones(kCols, 1), zeros(kCols, 0);
    GetParam().fn.outputs(size, inputs.numbers.data(), kCols, kCols, {ones.data(), zeros.data()},
                          y.to());
    double squares = 0;
    for (int r = 0; r < outputs; ++r) {
      for (int c = 0; c < kCols; ++c) {
        double sum = 0;
        for (int k = 0; k < kTaps; ++k) sum += double{x.at(r + k, c)} * double{w.at(k, c)};
        squares += std::pow(double{y.at(r, c)} - sum, 2) / (outputs * kCols);
      }
    }
    // Beside outputs of a deviation of sqrt(11).
    EXPECT_LT(std::sqrt(squares), 1.5e-6) << size << " rows";
    EXPECT_EQ(y.numbers.back(), 7) << "written past the end";
  }
}

INSTANTIATE_TEST_SUITE_P(Cpu, FourierTest, ::testing::ValuesIn(fourier_variants()), VariantName());

}  // namespace
}  // namespace sotto::device::cpu::testing::fourier_test
