// Errors of float tensors against the reference's, counted in units of 2^-24 times the largest
// number of a tensor: float sums in another order differ in proportion to the largest numbers they
// add up.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <vector>

namespace sotto::models::testing {

inline double largest(const std::vector<float>& v) {
  double largest = 0;
  for (const float x : v) largest = std::max(largest, std::fabs(double{x}));
  return largest;
}

inline double unit_of(const std::vector<float>& v) { return 0x1p-24 * largest(v); }

inline double largest_error(const std::vector<float>& a, const std::vector<float>& b) {
  if (a.size() != b.size()) return INFINITY;
  double worst = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    const double error = std::fabs(double{a[i]} - double{b[i]});
    worst = error <= worst ? worst : error;  // a NaN is the worst
  }
  return worst;
}

// The worst error of a test, in units and as it is.
class Worst {
 public:
  explicit Worst(const char* what) : what_(what) {}
  ~Worst() { std::printf("%s: largest error %.2e, %.1f units\n", what_, error_, units_); }

  double add(double error, double unit) {
    error_ = std::max(error_, error);
    units_ = std::max(units_, error / unit);
    return error / unit;
  }

 private:
  const char* what_;
  double error_ = 0, units_ = 0;
};

inline std::vector<float> row(const std::vector<float>& m, size_t cols, size_t r) {
  return {m.begin() + static_cast<int64_t>(r * cols),
          m.begin() + static_cast<int64_t>((r + 1) * cols)};
}

inline double norm(const std::vector<float>& v) {
  double squares = 0;
  for (const float x : v) squares += double{x} * double{x};
  return std::sqrt(squares);
}

// Against the first numbers of a row.
inline double first_error(const std::vector<float>& row, const nlohmann::json& expected) {
  const auto first = expected.get<std::vector<float>>();
  return largest_error({row.begin(), row.begin() + static_cast<int64_t>(first.size())}, first);
}

// Where each number errs by at most e, the norm errs by at most e sqrt(size).
inline void expect_norm(const std::vector<float>& v, double expected, double units) {
  EXPECT_NEAR(norm(v), expected, units * unit_of(v) * std::sqrt(static_cast<double>(v.size())));
}

inline double log_softmax(const std::vector<float>& row, int at) {
  double sum = 0;
  const double largest = *std::max_element(row.begin(), row.end());
  for (const float x : row) sum += std::exp(x - largest);
  return row[static_cast<size_t>(at)] - largest - std::log(sum);
}

}  // namespace sotto::models::testing
