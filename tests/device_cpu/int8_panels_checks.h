// What every variant of matmul_int8_panels must fulfil.
#pragma once

#include <random>

#include "device_cpu/int8_panels.h"
#include "device_cpu/matmul_checks.h"
#include "device_cpu/matmul_int8_panels.h"

namespace sotto::device::cpu::testing {

using quant::QuantParams;

// Rows of levels that overlap, a matrix in panels, and room for the result.
struct CaseInt8Panels {
  int n, rows, cols, step;
  QuantParams levels;
  std::vector<uint8_t> low, high;
  std::vector<int8_t> q;
  std::vector<float> scales, bias, y;
  Int8Panels panels;

  CaseInt8Panels(int n, int rows, int cols, int step, int most, unsigned seed, int beside,
                 bool extreme = false)
      : n(n),
        rows(rows),
        cols(cols),
        step(step),
        levels{.scale = 0.013f, .zero = most / 5, .most = most},
        scales(normals(static_cast<size_t>(rows), seed, 0.02f)),
        bias(normals(static_cast<size_t>(rows), seed + 1)),
        y(static_cast<size_t>(n * rows), 0.5f),
        panels(filled(seed, extreme), levels, ActivationQuant::known, beside) {}

  // Behind the last row there is something else.
  quant::Sym8View filled(unsigned seed, bool extreme) {
    std::mt19937 random(seed);
    std::uniform_int_distribution<int> level(0, levels.most), weight(-128, 127);
    const auto size = static_cast<size_t>((n - 1) * step + cols) + LevelRows::kSlack;
    for (size_t i = 0; i < size; ++i) {
      const int v = extreme ? levels.most : level(random);
      low.push_back(static_cast<uint8_t>(v & 255));
      high.push_back(static_cast<uint8_t>(v >> 8));
    }
    q.resize(static_cast<size_t>(rows * cols));
    for (int8_t& v : q) v = static_cast<int8_t>(extreme ? -128 : weight(random));
    return {rows, cols, q.data(), scales.data()};
  }

  LevelRows in() const {
    return {low.data(), levels.most > QuantParams::kBytes ? high.data() : nullptr, n,
            static_cast<size_t>(step)};
  }

  // The definition: an exact sum, and then the floats of the formula.
  float expected(int i, int r, Epilogue epilogue) const {
    int64_t sum = 0;
    for (int c = 0; c < cols; ++c) {
      const auto at = static_cast<size_t>(i * step + c);
      const int level = low[at] + (levels.most > QuantParams::kBytes ? 256 * high[at] : 0);
      sum += int64_t{level - levels.zero} * q[static_cast<size_t>(r * cols + c)];
    }
    const auto o = static_cast<size_t>(r);
    const float v = scales[o] * levels.scale * static_cast<float>(sum) + bias[o];
    if (epilogue == Epilogue::relu) return std::max(v, 0.0f);
    return epilogue == Epilogue::add ? 0.5f + v : v;
  }
};

inline void expect_exact(MatmulInt8Panels fn, CaseInt8Panels& c, Epilogue epilogue, int begin,
                         int end) {
  std::ranges::fill(c.y, 0.5f);
  fn(c.in(), c.panels.view(), {{c.y.data(), c.n, c.rows}, c.bias.data(), epilogue}, begin, end);
  const auto panel_of = [](int row) { return (row + 15) / 16 * 16; };
  for (int i = 0; i < c.n; ++i) {
    for (int r = 0; r < c.rows; ++r) {
      const bool in = r >= panel_of(begin) && r < panel_of(end);
      ASSERT_EQ(c.y[static_cast<size_t>(i * c.rows + r)], in ? c.expected(i, r, epilogue) : 0.5f)
          << "x row " << i << ", w row " << r;
    }
  }
}

inline void check_int8_panels_definition(MatmulInt8Panels fn, int beside = 4) {
  for (const int most : {QuantParams::kBytes, QuantParams::kTwoBytes}) {
    for (const int cols : {1, 3, 4, 32, 64, 67, 131, 700, 2100}) {
      for (const int rows : {1, 15, 16, 17, 48}) {
        for (const int n : {1, 2, 3, 4, 7, 12, 15, 16, 17, 29, 33, 50}) {
          SCOPED_TRACE(::testing::Message()
                       << n << " x " << cols << " times " << rows << ", levels to " << most);
          CaseInt8Panels c(n, rows, cols, (cols + 2) / 3, most,
                           static_cast<unsigned>(rows * 7919 + cols), beside);
          expect_exact(fn, c, Epilogue::none, 0, rows);
        }
      }
    }
  }
}

inline void check_int8_panels_epilogues(MatmulInt8Panels fn, int beside = 4) {
  for (const int rows : {5, 16, 40}) {
    CaseInt8Panels c(37, rows, 96, 32, QuantParams::kTwoBytes, 3, beside);
    expect_exact(fn, c, Epilogue::relu, 0, rows);
    expect_exact(fn, c, Epilogue::add, 0, rows);
  }
}

// However rows of w are split between threads.
inline void check_int8_panels_ranges(MatmulInt8Panels fn, int beside = 4) {
  CaseInt8Panels c(20, 90, 67, 20, QuantParams::kBytes, 5, beside);
  for (const auto& [begin, end] : {std::pair(0, 9), {9, 10}, {10, 16}, {16, 45}, {45, 90}}) {
    expect_exact(fn, c, Epilogue::none, begin, end);
  }
}

// A matrix of which the second cache holds a part, and whose last part is a few rows.
inline void check_int8_panels_bands(MatmulInt8Panels fn, int beside = 4) {
  CaseInt8Panels c(9, 368, 3584, 3584, QuantParams::kBytes, 7, beside);
  expect_exact(fn, c, Epilogue::none, 0, c.rows);
}

inline void check_int8_panels_largest(MatmulInt8Panels fn, int beside = 4) {
  for (const int most : {QuantParams::kBytes, QuantParams::kTwoBytes}) {
    CaseInt8Panels c(17, 3, quant::most_columns(most), 1, most, 6, beside, /*extreme=*/true);
    expect_exact(fn, c, Epilogue::none, 0, c.rows);
  }
}

}  // namespace sotto::device::cpu::testing
