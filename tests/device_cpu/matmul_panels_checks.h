// What every variant of matmul_panels must fulfil.
#pragma once

#include "device_cpu/matmul_checks.h"
#include "device_cpu/matmul_panels.h"
#include "device_cpu/panels.h"

namespace sotto::device::cpu::testing {

enum class Numbers { f32, bf16, int8 };

// Rows of x that overlap, a matrix in panels, and room for the result.
struct CasePanels {
  int n, rows, cols, step;
  std::vector<float> x, w, bias, y;
  Panels panels;

  CasePanels(int n, int rows, int cols, int step, Numbers numbers, unsigned seed)
      : n(n),
        rows(rows),
        cols(cols),
        step(step),
        x(normals(static_cast<size_t>((n - 1) * step + cols), seed)),
        w(normals(static_cast<size_t>(rows * cols), seed + 1)),
        bias(normals(static_cast<size_t>(rows), seed + 2)),
        y(static_cast<size_t>(n * rows), 0.5f),
        panels(rounded(numbers)) {}

  // w becomes what the panels hold.
  Panels rounded(Numbers numbers) {
    if (numbers == Numbers::int8) {
      const quant::Sym8Matrix q = quant::quantize_sym8(w, rows, cols);
      w = quant::floats_of(q.view());
      return Panels(q.view());
    }
    for (float& v : w) v = numbers == Numbers::bf16 ? quant::from_bf16(quant::to_bf16(v)) : v;
    return Panels(w, rows, cols);
  }

  Windows in(int first, int count) const {
    return {x.data() + first * step, count, cols, static_cast<size_t>(step)};
  }
  Output out(Epilogue epilogue = Epilogue::none) {
    return {{y.data(), n, rows}, bias.data(), epilogue};
  }
};

// Each number against the sum in double; y was 0.5 before.
inline void expect_products(const CasePanels& c, Epilogue epilogue) {
  for (int i = 0; i < c.n; ++i) {
    for (int r = 0; r < c.rows; ++r) {
      double value = double{c.bias[r]}, magnitude = std::fabs(value);
      for (int k = 0; k < c.cols; ++k) {
        const double product = double{c.x[i * c.step + k]} * double{c.w[r * c.cols + k]};
        value += product;
        magnitude += std::fabs(product);
      }
      if (epilogue == Epilogue::relu) value = std::max(value, 0.0);
      if (epilogue == Epilogue::add) value += 0.5, magnitude += 0.5;
      // The error of a float sum: at most its length * 2^-24 * the sum of magnitudes.
      ASSERT_NEAR(c.y[i * c.rows + r], value, (c.cols + 2) * 0x1p-24 * magnitude)
          << "x row " << i << ", w row " << r;
    }
  }
}

inline void check_panels_against_double(MatmulPanels fn) {
  for (const int cols : {1, 3, 8, 64, 131}) {
    for (const int rows : {1, 15, 16, 17, 48, 70}) {
      for (const int n : {1, 2, 3, 4, 5, 6, 7, 12, 13, 29}) {
        for (const Numbers numbers : {Numbers::f32, Numbers::bf16, Numbers::int8}) {
          SCOPED_TRACE(::testing::Message() << n << " x " << cols << " times " << rows
                                            << " rows of kind " << static_cast<int>(numbers));
          for (const Epilogue epilogue : {Epilogue::none, Epilogue::relu, Epilogue::add}) {
            CasePanels c(n, rows, cols, (cols + 2) / 3, numbers,
                         static_cast<unsigned>(rows * 7919 + cols));
            fn(c.in(0, n), c.panels.view(), c.out(epilogue), 0, rows);
            expect_products(c, epilogue);
          }
        }
      }
    }
  }
}

// The same bits for a row alone, in any batch, and however rows of w are split between threads.
inline void check_panels_order(MatmulPanels fn) {
  for (const Numbers numbers : {Numbers::f32, Numbers::bf16, Numbers::int8}) {
    CasePanels c(31, 90, 67, 20, numbers, 5);
    fn(c.in(0, c.n), c.panels.view(), c.out(), 0, c.rows);
    const std::vector<float> whole = c.y;
    std::fill(c.y.begin(), c.y.end(), NAN);
    for (const auto& [begin, end] : {std::pair(0, 9), {9, 10}, {10, 16}, {16, 45}, {45, c.rows}}) {
      fn(c.in(0, c.n), c.panels.view(), c.out(), begin, end);
    }
    EXPECT_EQ(c.y, whole);
    for (int together = 1; together <= 13; ++together) {
      for (int i = 0; i + together <= c.n; i += together) {
        std::vector<float> y(static_cast<size_t>(together * c.rows), NAN);
        fn(c.in(i, together), c.panels.view(), {{y.data(), together, c.rows}, c.bias.data()}, 0,
           c.rows);
        EXPECT_TRUE(std::equal(y.begin(), y.end(), whole.begin() + i * c.rows))
            << together << " rows from " << i;
      }
    }
  }
}

}  // namespace sotto::device::cpu::testing
