// Products with stored matrices, against MLX's own of what MLX itself quantized.
#include "device_mlx/mlx_matrix.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "device_mlx/mlx_backend.h"
#include "quant/affine.h"
#include "quant/sym8.h"

namespace sotto::device::mlx::mlx_matrix_test {
namespace {

using Floats = std::vector<float>;

Floats normals(int count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  Floats numbers(static_cast<size_t>(count));
  for (float& number : numbers) number = normal(random);
  return numbers;
}

Floats times(const Weight& w, const Floats& x) {
  const auto device = open_backend()->open();
  const Frame frame(*device);
  const int rows = static_cast<int>(x.size()) / w->cols;
  const auto y = device->read(device->linear(device->upload(x, rows, w->cols), w, {}));
  return {y.begin(), y.end()};
}

Floats numbers_of(const mx::array& a) {
  mx::array all = mx::contiguous(a);
  evaluate({all});
  return {all.data<float>(), all.data<float>() + all.size()};
}

TEST(MlxMatrix, GroupsAreMultipliedAsMlxMultipliesItsOwn) {
  constexpr int kRows = 24, kCols = 256;
  const Floats w = normals(kRows * kCols, 1);
  for (const int bits : {8, 6, 4}) {
    for (const int group : {32, 64, 128}) {
      const quant::AffineMatrix stored = quant::quantize_affine(w, kRows, kCols, group, bits);
      const Weight prepared = open_backend()->prepare(stored.view(), nullptr, {Rows::any});
      for (const int rows : {1, 3, 40}) {
        SCOPED_TRACE(::testing::Message() << bits << " bits, groups of " << group << ", " << rows);
        const Floats x = normals(rows * kCols, 2);
        const auto own = mx::quantize(uploaded(w, {kRows, kCols}), group, bits);
        EXPECT_EQ(times(prepared, x),
                  numbers_of(mx::quantized_matmul(uploaded(x, {rows, kCols}), own[0], own[1],
                                                  own[2], /*transpose=*/true, group, bits)));
      }
    }
  }
}

// In groups of 8 bits, or as floats where they do not fit.
TEST(MlxMatrix, RowsOfBytesKeepTheirValues) {
  for (const int cols : {64, 96, 50}) {
    SCOPED_TRACE(cols);
    constexpr int kRows = 5;
    const Floats w = normals(kRows * cols, 3), x = normals(2 * cols, 4);
    const quant::Sym8Matrix stored = quant::quantize_sym8(w, kRows, cols);
    const Floats y = times(open_backend()->prepare(stored.view(), nullptr, {Rows::any}), x);
    for (int i = 0; i < 2; ++i) {
      for (int r = 0; r < kRows; ++r) {
        double exact = 0, largest = 0;
        for (int c = 0; c < cols; ++c) {
          const double product = double{stored.scales[size_t(r)]} * stored.q[size_t(r * cols + c)] *
                                 x[size_t(i * cols + c)];
          exact += product;
          largest += std::abs(product);
        }
        // Sums of `cols` floats, and a bias of 128 steps that is taken off a sum as large.
        EXPECT_NEAR(y[size_t(i * kRows + r)], exact, 128 * cols * 0x1p-24 * largest / cols * 4)
            << i << " " << r;
      }
    }
  }
}

}  // namespace
}  // namespace sotto::device::mlx::mlx_matrix_test
