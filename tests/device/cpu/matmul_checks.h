// What every variant of a matrix kernel must fulfil: for the tables of the library, and for kernels
// that run through an emulation.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "device/cpu/matmul_f32.h"
#include "device/cpu/matmul_q8.h"

namespace sotto::device::cpu::testing {

inline std::vector<float> normals(size_t n, unsigned seed, float spread = 1) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0, spread);
  std::vector<float> values(n);
  for (float& v : values) v = normal(random);
  return values;
}

// A product x W^T + b of int8 rows and 8-bit weights, with room for the result.
struct CaseQ8 {
  int n, rows, cols, group;
  std::vector<int8_t> xq;
  std::vector<float> xscale, xsum, bias, y;
  quant::AffineMatrix w;

  CaseQ8(int n, int rows, int cols, int group, unsigned seed)
      : n(n), rows(rows), cols(cols), group(group), w(quant::make_affine(rows, cols, group, 8)) {
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> byte(0, 255), signed_byte(-127, 127);
    const auto size = [](int a, int b) { return static_cast<size_t>(a) * static_cast<size_t>(b); };
    for (uint32_t& word : w.packed) {
      for (int k = 0; k < 4; ++k) word = word << 8 | static_cast<uint32_t>(byte(random));
    }
    w.scales = normals(w.scales.size(), seed + 1, 0.01f);  // of both signs, as MLX has them
    w.biases = normals(w.biases.size(), seed + 2);
    xq.resize(size(n, cols));
    for (int8_t& q : xq) q = static_cast<int8_t>(signed_byte(random));
    bias = normals(static_cast<size_t>(rows), seed + 3);
    y.assign(size(n, rows), NAN);
    set_scales(normals(size(n, cols / group), seed + 4, 0.02f));
  }

  void set_scales(std::vector<float> scales) {
    xscale = std::move(scales);
    xsum.resize(xscale.size());
    for (size_t i = 0; i < xsum.size(); ++i) {
      int total = 0;
      for (int c = 0; c < group; ++c) total += xq[i * static_cast<size_t>(group) + c];
      xsum[i] = xscale[i] * static_cast<float>(total);
    }
  }

  QuantizedRows x() { return {xq.data(), xscale.data(), xsum.data(), n, cols, group}; }
  Tensor out() { return {y.data(), n, rows}; }

  // The result in double, and the sum of the magnitudes of what is added up.
  struct Exact {
    double value, magnitude;
  };
  Exact exact(int i, int r) const {
    const auto* q = reinterpret_cast<const uint8_t*>(w.packed.data());
    Exact e{double{bias[r]}, std::fabs(double{bias[r]})};
    for (int c = 0; c < cols; ++c) {
      const int wg = r * (cols / group) + c / group, xg = i * (cols / group) + c / group;
      const double x = double{xscale[xg]} * xq[int64_t{i} * cols + c];
      const double scaled = double{w.scales[wg]} * q[int64_t{r} * cols + c];
      e.value += (scaled + double{w.biases[wg]}) * x;
      e.magnitude += std::fabs(scaled * x) + std::fabs(double{w.biases[wg]} * x);
    }
    return e;
  }

  // Dots are exact; every lane adds up one number a group, and so does the offset. 2^-24 is the
  // rounding of one float operation; 16 more for the products, the lanes and the last sums.
  void expect_exact() const {
    const double tolerance = (2 * (cols / group) + 16) * 0x1p-24;
    for (int i = 0; i < n; ++i) {
      for (int r = 0; r < rows; ++r) {
        const Exact e = exact(i, r);
        ASSERT_NEAR(y[int64_t{i} * rows + r], e.value, tolerance * e.magnitude)
            << "x row " << i << ", w row " << r;
      }
    }
  }
};

inline void check_q8_against_double(MatmulAffine fn) {
  for (const int group : {32, 64, 128}) {
    for (const int groups : {1, 3, 16}) {
      for (const int rows : {1, 3, 17}) {
        for (const int n : {1, 3, 4, 9}) {
          CaseQ8 c(n, rows, group * groups, group, static_cast<unsigned>(rows * 7919 + n));
          SCOPED_TRACE(::testing::Message() << n << " x rows, " << rows << " w rows, " << groups
                                            << " groups of " << group);
          fn(c.x(), c.w.view(), {c.out(), c.bias.data()}, 0, rows);
          c.expect_exact();
        }
      }
    }
  }
}

// The largest products there are, of one sign: what saturates at 16 bits goes wrong here.
inline void check_q8_extremes(MatmulAffine fn) {
  for (const int sign : {-1, 1}) {
    for (const int group : {32, 64, 128}) {
      CaseQ8 c(5, 4, 1024, group, 1);
      std::fill(c.w.packed.begin(), c.w.packed.end(), 0xffffffffu);
      std::fill(c.xq.begin(), c.xq.end(), static_cast<int8_t>(sign * 127));
      c.set_scales(std::vector<float>(c.xscale.size(), 0.5f));
      fn(c.x(), c.w.view(), {c.out(), c.bias.data()}, 0, c.rows);
      c.expect_exact();
    }
  }
}

// The same bits for a row alone, in a batch, and however rows are split between threads.
inline void check_q8_order(MatmulAffine fn) {
  CaseQ8 c(7, 13, 192, 64, 5);
  fn(c.x(), c.w.view(), {c.out(), c.bias.data()}, 0, c.rows);
  const std::vector<float> whole = c.y;
  std::fill(c.y.begin(), c.y.end(), NAN);
  fn(c.x(), c.w.view(), {c.out(), c.bias.data()}, 0, 5);
  fn(c.x(), c.w.view(), {c.out(), c.bias.data()}, 5, 6);
  fn(c.x(), c.w.view(), {c.out(), c.bias.data()}, 6, 13);
  EXPECT_EQ(c.y, whole);
  for (int i = 0; i < c.n; ++i) {
    std::vector<float> row(static_cast<size_t>(c.rows), NAN);
    QuantizedRows x = c.x();
    x.q += i * c.cols;
    x.scale += i * x.groups();
    x.sum += i * x.groups();
    x.rows = 1;
    fn(x, c.w.view(), {{row.data(), 1, c.rows}, c.bias.data()}, 0, c.rows);
    for (int r = 0; r < c.rows; ++r) EXPECT_EQ(row[r], whole[i * c.rows + r]) << i << ", " << r;
  }
}

struct CaseF32 {
  int n, rows, cols;
  std::vector<float> x, w, bias, y;

  CaseF32(int n, int rows, int cols, unsigned seed)
      : n(n),
        rows(rows),
        cols(cols),
        x(normals(static_cast<size_t>(n * cols), seed)),
        w(normals(static_cast<size_t>(rows * cols), seed + 1)),
        bias(normals(static_cast<size_t>(rows), seed + 2)),
        y(static_cast<size_t>(n * rows), NAN) {}

  Tensor in() { return {x.data(), n, cols}; }
  Tensor out() { return {y.data(), n, rows}; }
  F32Matrix matrix() const { return {w.data(), rows, cols}; }

  // Error of a float sum: at most its length times 2^-24 times the sum of magnitudes.
  void expect_exact(bool with_bias) const {
    for (int i = 0; i < n; ++i) {
      for (int r = 0; r < rows; ++r) {
        double value = with_bias ? double{bias[r]} : 0, magnitude = std::fabs(value);
        for (int c = 0; c < cols; ++c) {
          const double product = double{x[i * cols + c]} * double{w[r * cols + c]};
          value += product;
          magnitude += std::fabs(product);
        }
        ASSERT_NEAR(y[i * rows + r], value, (cols + 1) * 0x1p-24 * magnitude)
            << "x row " << i << ", w row " << r;
      }
    }
  }
};

inline void check_f32_against_double(MatmulF32 fn) {
  for (const int cols : {1, 7, 8, 15, 16, 64, 131}) {
    for (const int rows : {1, 3, 8, 37}) {
      for (const int n : {1, 3, 4, 9}) {
        SCOPED_TRACE(::testing::Message() << n << " x " << cols << " times " << rows << " rows");
        CaseF32 c(n, rows, cols, static_cast<unsigned>(rows * 7919 + cols));
        fn(c.in(), c.matrix(), {c.out(), c.bias.data()}, 0, rows);
        c.expect_exact(true);
        fn(c.in(), c.matrix(), {c.out()}, 0, rows);
        c.expect_exact(false);
      }
    }
  }
}

inline void check_f32_order(MatmulF32 fn) {
  CaseF32 c(7, 41, 67, 5);
  fn(c.in(), c.matrix(), {c.out(), c.bias.data()}, 0, c.rows);
  const std::vector<float> whole = c.y;
  std::fill(c.y.begin(), c.y.end(), NAN);
  fn(c.in(), c.matrix(), {c.out(), c.bias.data()}, 0, 9);
  fn(c.in(), c.matrix(), {c.out(), c.bias.data()}, 9, 10);
  fn(c.in(), c.matrix(), {c.out(), c.bias.data()}, 10, c.rows);
  EXPECT_EQ(c.y, whole);
  for (int i = 0; i < c.n; ++i) {
    std::vector<float> row(static_cast<size_t>(c.rows), NAN);
    fn({c.x.data() + i * c.cols, 1, c.cols}, c.matrix(), {{row.data(), 1, c.rows}, c.bias.data()},
       0, c.rows);
    for (int r = 0; r < c.rows; ++r) EXPECT_EQ(row[r], whole[i * c.rows + r]) << i << ", " << r;
  }
}

}  // namespace sotto::device::cpu::testing
