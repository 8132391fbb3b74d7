// What every variant of mix_rows must fulfil.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "device_cpu/matmul_checks.h"
#include "device_cpu/mix_rows.h"

namespace sotto::device::cpu::testing {

inline void check_mix_rows(MixRows mix) {
  for (const int n : {1, 7, 16, 31, 32, 33, 63, 100}) {
    constexpr size_t kFrom = 5, kTo = 7;
    const std::vector<float> a = normals(kFrom * kTo, 1), x = normals(kFrom * size_t(n), 2);
    std::vector<float> y(kTo * size_t(n) + 1, 7);
    std::array<const float*, kFrom> from;
    std::array<float*, kTo> to;
    for (size_t j = 0; j < kFrom; ++j) from[j] = x.data() + j * size_t(n);
    for (size_t i = 0; i < kTo; ++i) to[i] = y.data() + i * size_t(n);
    mix(a, from, to, n);
    for (size_t i = 0; i < kTo; ++i) {
      for (size_t c = 0; c < size_t(n); ++c) {
        double sum = 0, size = 0;
        for (size_t j = 0; j < kFrom; ++j) {
          sum += double{a[i * kFrom + j]} * double{from[j][c]};
          size += std::abs(double{a[i * kFrom + j]} * double{from[j][c]});
        }
        ASSERT_NEAR(double{to[i][c]}, sum, size * kFrom * 0x1p-24) << n << ": " << i << ", " << c;
      }
    }
    EXPECT_EQ(y.back(), 7) << "written past the end";
  }
}

}  // namespace sotto::device::cpu::testing
