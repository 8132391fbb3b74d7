// What runs along time, against the formulas in double, with one thread and with several.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <tuple>

#include "device_cpu/backend.h"
#include "device_cpu/matmul_checks.h"

namespace sotto::device::cpu::sequence_test {
namespace {

using testing::normals;
using Floats = std::vector<float>;

// Splits every operation, however small.
std::shared_ptr<const Backend> backend(int threads, const char* isa = "") {
  auto opened = open_backend(threads, isa, 1);
  EXPECT_TRUE(opened);
  return *opened;
}

Tensor upload(Device& d, const Floats& v, int rows) {
  return d.upload(v, rows, static_cast<int>(v.size()) / rows);
}

Floats copy(Device& d, const Tensor& t) {
  const auto numbers = d.read(t);
  return {numbers.begin(), numbers.end()};
}

size_t at(int row, int cols, int col) { return static_cast<size_t>(row * cols + col); }

Floats normalized(Device& d, const Floats& x, const Floats& scale, const Floats& shift, int rows) {
  const Frame frame(d);
  const Tensor t = upload(d, x, rows);
  d.instance_norm(t, {1e-5f, upload(d, scale, 1), upload(d, shift, 1), {}, {}}, t);
  return copy(d, t);
}

TEST(InstanceNorm, IsItsFormula) {
  const auto b = backend(2);
  const auto d = b->open();
  for (const auto& [rows, cols] : {std::pair{1, 3}, {2, 1}, {127, 5}, {128, 8}, {385, 19}}) {
    SCOPED_TRACE(::testing::Message() << rows << " x " << cols);
    Floats x = normals(at(rows, cols, 0), 1);
    for (int c = 0; c < cols; ++c)  // columns of other means and spreads
      for (int r = 0; r < rows; ++r)
        x[at(r, cols, c)] = x[at(r, cols, c)] * float(c + 1) + float(c);
    const Floats scale = normals(size_t(cols), 2), shift = normals(size_t(cols), 3);
    const Floats y = normalized(*d, x, scale, shift, rows);
    for (int c = 0; c < cols; ++c) {
      double mean = 0, variance = 0;
      for (int r = 0; r < rows; ++r) mean += double{x[at(r, cols, c)]} / rows;
      for (int r = 0; r < rows; ++r) {
        const double apart = double{x[at(r, cols, c)]} - mean;
        variance += apart * apart / rows;
      }
      const double factor = (1 + double{scale[size_t(c)]}) / std::sqrt(variance + 1e-5);
      for (int r = 0; r < rows; ++r) {
        const double exact = (double{x[at(r, cols, c)]} - mean) * factor + double{shift[size_t(c)]};
        // The mean is a float sum of a block's 128 rows; a few roundings more.
        const double size = (std::abs(double{x[at(r, cols, c)]}) + std::abs(mean)) * factor;
        ASSERT_NEAR(double{y[at(r, cols, c)]}, exact,
                    136 * 0x1p-24 * (std::abs(size) + std::abs(exact) + 1))
            << r << ", " << c;
      }
    }
  }
}

TEST(GroupNorm, IsItsFormula) {
  const auto b = backend(2);
  const auto d = b->open();
  for (const auto& [rows, cols, groups] :
       {std::tuple{1, 4, 2}, {130, 12, 3}, {300, 8, 1}, {9, 5, 5}}) {
    SCOPED_TRACE(::testing::Message() << rows << " x " << cols << " in " << groups);
    const int wide = cols / groups;
    Floats x = normals(at(rows, cols, 0), 1);
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < cols; ++c) x[at(r, cols, c)] += float(c);
    const Floats weight = normals(size_t(cols), 2), bias = normals(size_t(cols), 3);
    const Tensor t = upload(*d, x, rows);
    d->group_norm(t, groups, b->prepare(weight), b->prepare(bias), 1e-5f, t);
    const Floats y = copy(*d, t);
    for (int g = 0; g < groups; ++g) {
      double mean = 0, variance = 0;
      const auto each = [&, rows = rows, cols = cols](const auto& f) {
        for (int r = 0; r < rows; ++r)
          for (int c = g * wide; c < (g + 1) * wide; ++c) f(at(r, cols, c), size_t(c));
      };
      each([&, rows = rows](size_t i, size_t) { mean += double{x[i]} / (rows * wide); });
      each([&, rows = rows](size_t i, size_t) {
        variance += (double{x[i]} - mean) * (double{x[i]} - mean) / (rows * wide);
      });
      each([&](size_t i, size_t c) {
        const double factor = double{weight[c]} / std::sqrt(variance + 1e-5);
        const double size = (std::abs(double{x[i]}) + std::abs(mean)) * std::abs(factor);
        ASSERT_NEAR(double{y[i]}, (double{x[i]} - mean) * factor + double{bias[c]},
                    140 * 0x1p-24 * (size + 1));
      });
    }
  }
}

TEST(InstanceNorm, WithAnAlphaIsSnakeOfThat) {
  constexpr int kRows = 1000, kCols = 24;
  const auto d = backend(2)->open();
  const Tensor x = upload(*d, normals(kRows * kCols, 1), kRows);
  const Tensor scale = upload(*d, normals(kCols, 2), 1), shift = upload(*d, normals(kCols, 3), 1);
  const Tensor alpha = upload(*d, normals(kCols, 4), 1);
  const Tensor apart = d->make(kRows, kCols), together = d->make(kRows, kCols);
  d->instance_norm(x, {1e-5f, scale, shift, {}, {}}, apart);
  d->snake(apart, alpha, apart);
  d->instance_norm(x, {1e-5f, scale, shift, alpha, {}}, together);
  EXPECT_EQ(copy(*d, together), copy(*d, apart));
}

// A row that counts twice is as two rows, and one that does not count is none.
TEST(InstanceNorm, RowsCountAsOftenAsIsSaid) {
  constexpr int kCols = 7;
  const auto d = backend(2)->open();
  for (const int rows : {3, 128, 385}) {
    const Floats x = normals(at(rows, kCols, 0), 1);
    Floats counts, repeated;
    for (int r = 0; r < rows; ++r) {
      counts.push_back(rows == 385 && r < 130 ? 0 : float(r % 3));  // a block that does not count
      for (int k = 0; k < int(counts.back()); ++k)
        repeated.insert(repeated.end(), x.begin() + r * kCols, x.begin() + (r + 1) * kCols);
    }
    const Floats scale = normals(kCols, 2), shift = normals(kCols, 3);
    const Frame frame(*d);
    const Tensor y = d->make(rows, kCols);
    d->instance_norm(
        upload(*d, x, rows),
        {1e-5f, upload(*d, scale, 1), upload(*d, shift, 1), {}, upload(*d, counts, rows)}, y);
    const Floats made = copy(*d, y);
    const Floats expected =
        normalized(*d, repeated, scale, shift, static_cast<int>(repeated.size()) / kCols);
    size_t next = 0;
    for (int r = 0; r < rows; ++r) {
      if (counts[size_t(r)] == 0) continue;
      for (int c = 0; c < kCols; ++c)
        ASSERT_NEAR(made[at(r, kCols, c)], expected[next + size_t(c)], 1e-4) << rows << ", " << r;
      next += size_t(counts[size_t(r)]) * kCols;
    }
  }
}

TEST(InstanceNorm, DoesNotDependOnTheNumberOfThreads) {
  constexpr int kRows = 5000, kCols = 64;
  const Floats x = normals(kRows * kCols, 1), scale = normals(kCols, 2), shift = normals(kCols, 3);
  const auto one = backend(1), many = backend(3);
  EXPECT_EQ(normalized(*one->open(), x, scale, shift, kRows),
            normalized(*many->open(), x, scale, shift, kRows));
}

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

TEST(Lstm, BothDirectionsAreTheFormulas) {
  for (const char* isa : {"portable", ""}) {
    const auto b = backend(2, isa);
    const auto d = b->open();
    for (const auto& [steps, hidden] : {std::pair{1, 1}, {7, 10}, {40, 24}}) {
      SCOPED_TRACE(::testing::Message() << isa << ": " << steps << " x " << hidden);
      Floats gates[2], w[2];
      Weight weights[2];
      Recurrence directions[2];
      for (const int k : {0, 1}) {
        gates[k] = normals(at(steps, 4 * hidden, 0), uint32_t(k + 1));
        w[k] = normals(at(4 * hidden, hidden, 0), uint32_t(k + 3));
        for (float& v : w[k]) v *= 0.2f;
        weights[k] =
            b->prepare(quant::F32Matrix{w[k].data(), 4 * hidden, hidden}, nullptr, {Rows::decode});
        directions[k] = {upload(*d, gates[k], steps), weights[k].get(), k == 1};
      }
      const Tensor y = d->make(steps, 2 * hidden);
      d->lstm(directions, y);
      const Floats found = copy(*d, y);
      for (const int k : {0, 1}) {
        std::vector<double> h(size_t(hidden), 0), c(size_t(hidden), 0);
        for (int step = 0; step < steps; ++step) {
          const int t = k == 1 ? steps - 1 - step : step;
          std::vector<double> sums(size_t(4 * hidden));
          for (int r = 0; r < 4 * hidden; ++r) {
            sums[size_t(r)] = double{gates[k][at(t, 4 * hidden, r)]};
            for (int i = 0; i < hidden; ++i)
              sums[size_t(r)] += double{w[k][at(r, hidden, i)]} * h[size_t(i)];
          }
          for (int i = 0; i < hidden; ++i) {
            const auto gate = [&, hidden = hidden](int which) {
              return sums[size_t(which * hidden + i)];
            };
            double& state = c[size_t(i)];
            state = sigmoid(gate(1)) * state + sigmoid(gate(0)) * std::tanh(gate(2));
            h[size_t(i)] = sigmoid(gate(3)) * std::tanh(state);
            // Numbers below 1, with errors of a few roundings a step, which the gates damp.
            ASSERT_NEAR(double{found[at(t, 2 * hidden, k * hidden + i)]}, h[size_t(i)], 2e-6)
                << "step " << t << ", " << i;
          }
        }
      }
    }
  }
}

TEST(Gather, TakesRowsInAnyOrder) {
  const auto d = backend(1)->open();
  const int rows[] = {2, 0, 2, 2};
  EXPECT_EQ(copy(*d, d->gather(upload(*d, {1, 2, 3, 4, 5, 6}, 3), rows)),
            (Floats{5, 6, 1, 2, 5, 6, 5, 6}));
}

TEST(Concatenate, PutsColumnsBesideEachOther) {
  const auto d = backend(1)->open();
  const Tensor parts[] = {upload(*d, {1, 2}, 2), upload(*d, {3, 4, 5, 6}, 2),
                          upload(*d, {7, 8}, 2)};
  const Tensor y = d->make(2, 4);
  d->concatenate(parts, y);
  EXPECT_EQ(copy(*d, y), (Floats{1, 3, 4, 7, 2, 5, 6, 8}));
}

TEST(LeakyRelu, KeepsAPartOfWhatIsNegative) {
  const auto d = backend(1)->open();
  const Tensor x = upload(*d, {1, -2, 0, -4}, 2);
  d->leaky_relu(0.25f, x, x);
  EXPECT_EQ(copy(*d, x), (Floats{1, -0.5f, 0, -1}));
}

TEST(Snake, IsItsFormulaForEachColumn) {
  const auto d = backend(2)->open();
  constexpr int kRows = 4001, kCols = 3;
  const Floats alpha = {0.25f, 1.0f, -3.0f};
  Floats x;
  for (int r = 0; r < kRows; ++r)
    for (int c = 0; c < kCols; ++c) x.push_back(static_cast<float>(r - kRows / 2) * 0.01f);
  const Tensor y = upload(*d, x, kRows);
  d->snake(y, upload(*d, alpha, 1), y);
  const Floats found = copy(*d, y);
  for (int r = 0; r < kRows; ++r) {
    for (int c = 0; c < kCols; ++c) {
      const double v = double{x[at(r, kCols, c)]}, a = double{alpha[size_t(c)]};
      // The product alpha x is a float, whose rounding the sine sees.
      const double error = 8 * 0x1p-24 * (1 + std::abs(v) + (1 + std::abs(a * v)) / std::abs(a));
      ASSERT_NEAR(double{found[at(r, kCols, c)]}, v + std::pow(std::sin(a * v), 2) / a, error)
          << v << ", " << a;
    }
  }
}

TEST(Snake, StaysWithinItsBoundsFarOut) {
  const auto d = backend(1)->open();
  const Floats x = {1e5f, -1e5f, 1e20f, -1e20f, 1e30f};
  const Tensor y = upload(*d, x, 5);
  d->snake(y, upload(*d, {1}, 1), y);
  const Floats found = copy(*d, y);
  for (size_t i = 0; i < x.size(); ++i) {
    EXPECT_GE(found[i], x[i]);
    EXPECT_LE(found[i], x[i] + 1.0001f);
  }
}

}  // namespace
}  // namespace sotto::device::cpu::sequence_test
