// What every variant of a matrix kernel must fulfil: for the tables of the library, and for kernels
// that run through an emulation.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "affine_integers.h"
#include "device_cpu/coarse_rows.h"
#include "device_cpu/matmul_f32.h"
#include "device_cpu/matmul_int.h"

namespace sotto::device::cpu::testing {

inline LargePages& pages_of_tests() {
  static LargePages pages;
  return pages;
}

inline std::vector<float> normals(size_t n, unsigned seed, float spread = 1) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0, spread);
  std::vector<float> values(n);
  for (float& v : values) v = normal(random);
  return values;
}

// Rows of int8 with scales, and room for them as kernels read them.
struct Inputs8 {
  std::vector<int8_t> natural;  // [n, cols]
  std::vector<int8_t> q;
  std::vector<float> scale, sum;
  std::vector<int32_t> sum128;
  QuantizedRows rows;

  Inputs8(int n, int cols, int group, Order order, unsigned seed)
      : rows{.rows = n, .cols = cols, .group = group, .order = order} {
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> signed_byte(-127, 127);
    natural.resize(static_cast<size_t>(n * cols));
    for (int8_t& v : natural) v = static_cast<int8_t>(signed_byte(random));
    q.resize(static_cast<size_t>(n * rows.stride()));
    scale = normals(static_cast<size_t>(n * rows.group_stride()), seed + 1, 0.02f);
    sum.resize(scale.size());
    sum128.resize(scale.size());
    rows.q = q.data();
    rows.scale = scale.data();
    rows.sum = sum.data();
    rows.sum128 = sum128.data();
    fill();
  }
  Inputs8(const Inputs8&) = delete;

  // After a change of `natural` or `scale`.
  void fill() {
    for (int i = 0; i < rows.rows; ++i) {
      const QuantizedRows row = rows.from(i, 1);
      for (int c = 0; c < rows.cols; ++c) row.q[rows.place(c)] = natural[i * rows.cols + c];
      for (int g = 0; g < rows.group_stride(); ++g) {
        int total = 0;
        if (g >= rows.groups()) row.scale[g] = 0;
        for (int c = 0; c < rows.group && g < rows.groups(); ++c) {
          total += natural[i * rows.cols + g * rows.group + c];
        }
        row.sum[g] = row.scale[g] * static_cast<float>(total);
        row.sum128[g] = 128 * total;
      }
    }
  }
};

// The result in double, and the sum of the magnitudes of what is added up.
struct Exact {
  double value, magnitude;
};

// A product of such rows and a matrix of groups, with room for the result.
struct CaseAffine {
  int n, rows, cols, group;
  Inputs8 x;
  std::vector<float> bias, y;
  quant::AffineMatrix w;
  std::vector<uint16_t> half_scales, half_biases;

  CaseAffine(int n, int rows, int cols, int group, int bits, unsigned seed)
      : n(n),
        rows(rows),
        cols(cols),
        group(group),
        x(n, cols, group, order_for(bits), seed),
        bias(normals(static_cast<size_t>(rows), seed + 3)),
        y(static_cast<size_t>(n * rows), NAN),
        w(quant::make_affine(rows, cols, group, bits)) {
    std::mt19937 random(seed + 5);
    for (uint32_t& word : w.packed) word = static_cast<uint32_t>(random());
    w.scales = normals(w.scales.size(), seed + 1, 0.01f);  // of both signs, as MLX has them
    w.biases = normals(w.biases.size(), seed + 2);
  }

  // The same numbers as f32 and as f16.
  quant::AffineView view(bool half) {
    if (!half) return w.view();
    quant::AffineView v = w.view();
    half_scales.clear();
    half_biases.clear();
    for (float& s : w.scales) s = quant::from_f16(half_scales.emplace_back(quant::to_f16(s)));
    for (float& b : w.biases) b = quant::from_f16(half_biases.emplace_back(quant::to_f16(b)));
    v.scales = half_scales.data();
    v.biases = half_biases.data();
    return v;
  }
  Activations out() { return {y.data(), n, rows}; }

  // q: the integers of row r of w.
  Exact exact(int i, int r, const std::vector<float>& q) const {
    Exact e{double{bias[r]}, std::fabs(double{bias[r]})};
    for (int c = 0; c < cols; ++c) {
      const int wg = r * (cols / group) + c / group;
      const double value = double{x.rows.from(i, 1).scale[c / group]} * x.natural[i * cols + c];
      const double scaled = double{w.scales[wg]} * q[c];
      e.value += (scaled + double{w.biases[wg]}) * value;
      e.magnitude += std::fabs(scaled * value) + std::fabs(double{w.biases[wg]} * value);
    }
    return e;
  }

  // Dots are exact; every lane adds up one number a group, and so do the offsets. 2^-24 is the
  // rounding of one float operation; 16 more for the products, the lanes and the last sums.
  void expect_exact() const {
    const double tolerance = (2 * (cols / group) + 16) * 0x1p-24;
    for (int r = 0; r < rows; ++r) {
      const std::vector<float> q = sotto::testing::affine_integers(w.view(), r);
      for (int i = 0; i < n; ++i) {
        const Exact e = exact(i, r, q);
        ASSERT_NEAR(y[i * rows + r], e.value, tolerance * e.magnitude)
            << "x row " << i << ", w row " << r;
      }
    }
  }
};

inline void check_affine_against_double(MatmulAffine fn, int bits) {
  for (const int group : {32, 64, 128}) {
    for (const int groups : {1, 3, 8, 13, 17}) {
      for (const int rows : {1, 3, 17}) {
        for (const int n : {1, 2, 3, 4, 5, 6, 7, 8, 9, 17}) {
          CaseAffine c(n, rows, group * groups, group, bits,
                       static_cast<unsigned>(rows * 7919 + n));
          SCOPED_TRACE(::testing::Message() << n << " x rows, " << rows << " w rows, " << groups
                                            << " groups of " << group);
          for (const bool half : {false, true}) {
            const quant::AffineView view = c.view(half);
            fn(c.x.rows, view, {c.out(), c.bias.data()}, 0, rows);
            c.expect_exact();
          }
        }
      }
    }
  }
}

// The largest and the smallest products there are, of one sign: what saturates at 16 bits goes
// wrong here. Scales as large and as small as they may be without leaving the floats.
inline void check_affine_extremes(MatmulAffine fn, int bits) {
  for (const int x : {-127, 0, 127}) {
    for (const uint32_t word : {0u, 0x80808080u, 0xffffffffu}) {
      for (const int group : {32, 64, 128}) {
        for (const float scale : {1e-30f, 0.5f, 1e30f}) {
          CaseAffine c(5, 4, 1024, group, bits, 1);
          std::fill(c.w.packed.begin(), c.w.packed.end(), word);
          std::fill(c.x.natural.begin(), c.x.natural.end(), static_cast<int8_t>(x));
          std::fill(c.x.scale.begin(), c.x.scale.end(), scale);
          c.x.fill();
          fn(c.x.rows, c.w.view(), {c.out(), c.bias.data()}, 0, c.rows);
          c.expect_exact();
        }
      }
    }
  }
}

// The same bits for a row alone, in a batch, and however rows are split between threads. `run`
// computes rows [begin, end) of w for those rows of x. Of many rows not every batch is tried, and of
// long ones each `step`-th.
template <class Run>
void check_order(const QuantizedRows& x, std::vector<float>& y, int w_rows, const Run& run,
                 int step = 1) {
  const int n = x.rows;
  run(x, Activations{y.data(), n, w_rows}, 0, w_rows);
  const std::vector<float> whole = y;
  std::fill(y.begin(), y.end(), NAN);
  for (const auto& [begin, end] : {std::pair(0, 5), std::pair(5, 6), std::pair(6, w_rows)}) {
    run(x, Activations{y.data(), n, w_rows}, begin, end);
  }
  EXPECT_EQ(y, whole);
  for (int together = 1; together < n; together += step + together / 16) {
    for (int i = 0; i + together <= n; i += step + n / 16) {
      run(x.from(i, together), Activations{y.data(), together, w_rows}, 0, w_rows);
      for (int k = 0; k < together * w_rows; ++k) EXPECT_EQ(y[k], whole[i * w_rows + k]) << i;
    }
  }
}

// What an epilogue makes of the numbers that come without one, bit by bit: run(y) multiplies.
template <class Run>
void check_epilogues(std::vector<float>& y, const Run& run) {
  run(Epilogue::none);
  const std::vector<float> product = y;
  run(Epilogue::relu);
  for (size_t k = 0; k < y.size(); ++k) EXPECT_EQ(y[k], std::max(product[k], 0.0f)) << k;
  const std::vector<float> before = y = normals(y.size(), 23);
  run(Epilogue::add);
  for (size_t k = 0; k < y.size(); ++k) EXPECT_EQ(y[k], before[k] + product[k]) << k;
}

inline void check_affine_epilogues(MatmulAffine fn, int bits) {
  for (const int n : {1, 2, 5, 8}) {
    CaseAffine c(n, 21, 192, 64, bits, 5);
    check_epilogues(c.y, [&](Epilogue e) {
      fn(c.x.rows, c.w.view(), {c.out(), c.bias.data(), e}, 0, c.rows);
    });
  }
}

inline void check_affine_order(MatmulAffine fn, int bits) {
  // The third has more rows of w than kernels take at a time, and some over; the fourth has more
  // columns, the last two other groups.
  struct {
    int n, w_rows, cols, step, group = 64;
  } const kShapes[] = {{10, 13, 192, 1},  {135, 13, 192, 1},    {9, 109, 192, 1},
                       {21, 37, 4160, 3}, {10, 13, 288, 1, 32}, {10, 13, 1152, 1, 128}};
  for (const auto& shape : kShapes) {
    CaseAffine c(shape.n, shape.w_rows, shape.cols, shape.group, bits, 5);
    check_order(
        c.x.rows, c.y, c.rows,
        [&](const QuantizedRows& x, const Activations& y, int begin, int end) {
          fn(x, c.w.view(), {y, c.bias.data()}, begin, end);
        },
        shape.step);
  }
}

// Biases that are the scales times a factor, and have no memory: the bits of those that have.
inline void check_affine_zero_of_all(MatmulAffine fn, int bits) {
  for (const int group : {32, 64, 128})
    for (const int n : {1, 4, 7, 20}) {
      CaseAffine c(n, 19, 5 * group, group, bits, static_cast<unsigned>(group + n));
      const auto zero = static_cast<float>(1 << (bits - 1));
      for (float& s : c.w.scales) s = quant::from_f16(quant::to_f16(s));
      std::ranges::transform(c.w.scales, c.w.biases.begin(), [&](float s) { return -zero * s; });
      for (const bool half : {false, true}) {
        quant::AffineView view = c.view(half);
        fn(c.x.rows, view, {c.out(), c.bias.data()}, 0, c.rows);
        const std::vector<float> expected = c.y;
        view.biases = view.scales.times(-zero);
        std::ranges::fill(c.y, NAN);
        fn(c.x.rows, view, {c.out(), c.bias.data()}, 0, c.rows);
        ASSERT_EQ(c.y, expected) << n << " x rows, groups of " << group;
      }
    }
}

// The same for int8 rows.
struct CaseInt8 {
  int n, rows, cols;
  Inputs8 x;
  std::vector<int8_t> q;
  std::vector<float> scales, bias, y;

  CaseInt8(int n, int rows, int cols, unsigned seed)
      : n(n),
        rows(rows),
        cols(cols),
        x(n, cols, cols, Order::natural, seed),
        q(static_cast<size_t>(rows * cols)),
        scales(normals(static_cast<size_t>(rows), seed + 1)),
        bias(normals(static_cast<size_t>(rows), seed + 2)),
        y(static_cast<size_t>(n * rows), NAN) {
    std::mt19937 random(seed + 3);
    for (int8_t& v : q) v = static_cast<int8_t>(random());  // -128, too
  }

  quant::Sym8View view() const { return {rows, cols, q.data(), scales.data()}; }
  Activations out() { return {y.data(), n, rows}; }

  // The dot is exact; what is rounded: it as a float, two products, the bias.
  void expect_exact() const {
    for (int i = 0; i < n; ++i) {
      for (int r = 0; r < rows; ++r) {
        double dot = 0;
        for (int c = 0; c < cols; ++c) dot += double(q[r * cols + c]) * x.natural[i * cols + c];
        const double product = dot * double{scales[r]} * double{x.rows.from(i, 1).scale[0]};
        const double magnitude = std::fabs(product) + std::fabs(double{bias[r]});
        ASSERT_NEAR(y[i * rows + r], product + double{bias[r]}, 4 * 0x1p-24 * magnitude)
            << "x row " << i << ", w row " << r;
      }
    }
  }
};

inline void check_int8_against_double(MatmulSym8 fn) {
  for (const int cols : {1, 7, 31, 32, 33, 64, 100, 1024, 2100}) {
    for (const int rows : {1, 3, 17}) {
      for (const int n : {1, 2, 3, 4, 5, 6, 7, 8, 9, 17}) {
        SCOPED_TRACE(::testing::Message() << n << " x " << cols << " times " << rows << " rows");
        CaseInt8 c(n, rows, cols, static_cast<unsigned>(rows * 7919 + cols));
        fn(c.x.rows, c.view(), {c.out(), c.bias.data()}, 0, rows);
        c.expect_exact();
      }
    }
  }
}

inline void check_int8_extremes(MatmulSym8 fn) {
  for (const int x : {-127, 0, 127}) {
    for (const int w : {-128, -127, 0, 127}) {
      CaseInt8 c(5, 3, quant::kSym8MostCols, 1);
      std::fill(c.q.begin(), c.q.end(), static_cast<int8_t>(w));
      std::fill(c.x.natural.begin(), c.x.natural.end(), static_cast<int8_t>(x));
      c.x.fill();
      fn(c.x.rows, c.view(), {c.out(), c.bias.data()}, 0, c.rows);
      c.expect_exact();
    }
  }
}

inline void check_int8_epilogues(MatmulSym8 fn) {
  for (const int n : {1, 2, 5, 8}) {
    CaseInt8 c(n, 21, 100, 5);
    check_epilogues(c.y, [&](Epilogue e) {
      fn(c.x.rows, c.view(), {c.out(), c.bias.data(), e}, 0, c.rows);
    });
  }
}

inline void check_int8_order(MatmulSym8 fn) {
  CaseInt8 c(10, 13, 1100, 5);
  check_order(c.x.rows, c.y, c.rows,
              [&](const QuantizedRows& x, const Activations& y, int begin, int end) {
                fn(x, c.view(), {y, c.bias.data()}, begin, end);
              });
}

inline void expect_the_bits_of_the_portable_one(MatmulSym8 fn, int n, int rows, int cols) {
  SCOPED_TRACE(::testing::Message() << n << " x " << cols << " times " << rows << " rows");
  CaseInt8 c(n, rows, cols, static_cast<unsigned>(rows * 7919 + cols));
  const auto compare = [&](int begin, int end) {
    for (const Epilogue epilogue : {Epilogue::none, Epilogue::add}) {
      std::vector<float> expected(c.y.size(), 1.0f);
      c.y = expected;
      const Activations into{expected.data(), n, rows};
      matmul_int8_variants().front().fn(c.x.rows, c.view(), {into, c.bias.data(), epilogue}, begin,
                                        end);
      fn(c.x.rows, c.view(), {c.out(), c.bias.data(), epilogue}, begin, end);
      EXPECT_EQ(c.y, expected) << "rows " << begin << " to " << end;
    }
  };
  compare(0, rows);
  if (rows > 3) compare(1, rows - 1);
}

// At shapes that fill tiles, leave some over or do not fit in.
inline void check_int8_bits(MatmulSym8 fn) {
  for (const int n : {1, 7, 8, 16, 17, 33, 50}) {
    for (const int rows : {15, 16, 31, 32, 33, 50}) {
      for (const int cols : {1, 63, 64, 100, 256}) {
        expect_the_bits_of_the_portable_one(fn, n, rows, cols);
      }
    }
  }
  // 32, 16 and no rows of x in the panel.
  for (const int cols : {4096, 8192, 8200}) expect_the_bits_of_the_portable_one(fn, 18, 34, cols);
}

// Sums are exact, and scaled in one way.
inline void check_coarse_bits(MatmulCoarse fn) {
  for (const int cols : {1, 31, 64, 65, 100, 128, 384, 1000}) {
    for (const int rows : {1, 7, 8, 9, 31, 32, 33, 100}) {
      for (const int n : {1, 2, 3, 4, 5, 9}) {
        SCOPED_TRACE(::testing::Message() << n << " x " << cols << " times " << rows << " rows");
        CaseInt8 c(n, rows, cols, static_cast<unsigned>(rows * 7919 + cols));
        const CoarseRows coarse(c.view(), pages_of_tests());
        std::vector<float> expected(c.y.size(), NAN);
        matmul_coarse_variants().front().fn(c.x.rows, coarse.view(),
                                            {{expected.data(), n, rows}, c.bias.data()}, 0,
                                            coarse.view().panels());
        const int panels = coarse.view().panels(), middle = panels / 3;
        for (const auto& [begin, end] : {std::pair(0, middle), std::pair(middle, panels)})
          fn(c.x.rows, coarse.view(), {c.out(), c.bias.data()}, begin, end);
        EXPECT_EQ(c.y, expected);
      }
    }
  }
}

inline std::vector<float> to_form(const quant::F32Matrix&, std::vector<float>& v) { return v; }
// Rounds v, too.
inline std::vector<uint16_t> to_form(const quant::F16Matrix&, std::vector<float>& v) {
  std::vector<uint16_t> halves;
  for (float& x : v) x = quant::from_f16(halves.emplace_back(quant::to_f16(x)));
  return halves;
}
inline std::vector<uint16_t> to_form(const quant::Bf16Matrix&, std::vector<float>& v) {
  std::vector<uint16_t> halves;
  for (float& x : v) x = quant::from_bf16(halves.emplace_back(quant::to_bf16(x)));
  return halves;
}

template <class Matrix>
struct CaseFloat {
  int n, rows, cols;
  std::vector<float> x, w, bias, y;
  decltype(to_form(Matrix(), w)) stored;  // w as the matrix has it

  CaseFloat(int n, int rows, int cols, unsigned seed)
      : n(n),
        rows(rows),
        cols(cols),
        x(normals(static_cast<size_t>(n * cols), seed)),
        w(normals(static_cast<size_t>(rows * cols), seed + 1)),
        bias(normals(static_cast<size_t>(rows), seed + 2)),
        y(static_cast<size_t>(n * rows), NAN),
        stored(to_form(Matrix(), w)) {}

  Activations in() { return {x.data(), n, cols}; }
  Activations out() { return {y.data(), n, rows}; }
  Matrix matrix() const { return {stored.data(), rows, cols}; }

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

template <class Matrix>
void check_float_against_double(MatmulFloat<Matrix> fn) {
  for (const int cols : {1, 7, 8, 15, 16, 25, 64, 131}) {
    for (const int rows : {1, 3, 8, 37}) {
      for (const int n : {1, 3, 4, 9}) {
        SCOPED_TRACE(::testing::Message() << n << " x " << cols << " times " << rows << " rows");
        CaseFloat<Matrix> c(n, rows, cols, static_cast<unsigned>(rows * 7919 + cols));
        fn(c.in(), c.matrix(), {c.out(), c.bias.data()}, 0, rows);
        c.expect_exact(true);
        fn(c.in(), c.matrix(), {c.out()}, 0, rows);
        c.expect_exact(false);
      }
    }
  }
}

template <class Matrix>
void check_float_order(MatmulFloat<Matrix> fn) {
  CaseFloat<Matrix> c(7, 41, 67, 5);
  fn(c.in(), c.matrix(), {c.out(), c.bias.data()}, 0, c.rows);
  const std::vector<float> whole = c.y;
  std::fill(c.y.begin(), c.y.end(), NAN);
  for (const auto& [begin, end] : {std::pair(0, 9), std::pair(9, 10), std::pair(10, c.rows)}) {
    fn(c.in(), c.matrix(), {c.out(), c.bias.data()}, begin, end);
  }
  EXPECT_EQ(c.y, whole);
  for (int i = 0; i < c.n; ++i) {
    std::vector<float> row(static_cast<size_t>(c.rows), NAN);
    fn({c.x.data() + i * c.cols, 1, c.cols}, c.matrix(), {{row.data(), 1, c.rows}, c.bias.data()},
       0, c.rows);
    for (int r = 0; r < c.rows; ++r) EXPECT_EQ(row[r], whole[i * c.rows + r]) << i << ", " << r;
  }
}

}  // namespace sotto::device::cpu::testing
