#include "base/vectorized.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace sotto::base {
namespace {

SOTTO_VECTORIZED(float, sum_of, (const float* x, size_t n), (x, n)) {
  constexpr size_t kLanes = 16;
  float sums[kLanes] = {};
  for (size_t i = 0; i < n; ++i) sums[i % kLanes] += x[i] * x[i];
  return std::accumulate(sums, sums + kLanes, 0.0f);
}

TEST(Vectorized, EveryWidthGivesTheSame) {
  std::vector<float> x(1001);
  for (size_t i = 0; i < x.size(); ++i) x[i] = 1.0f / static_cast<float>(i + 3);
#ifdef __x86_64__
  const float expected = sum_of_loop(x.data(), x.size());
  const Vectors widest = widest_vectors("");
  if (widest >= Vectors::avx2) {
    EXPECT_EQ(sum_of_256(x.data(), x.size()), expected);
  }
  if (widest >= Vectors::avx512) {
    EXPECT_EQ(sum_of_512(x.data(), x.size()), expected);
  }
  EXPECT_EQ(sum_of(x.data(), x.size()), expected);
#else
  EXPECT_GT(sum_of(x.data(), x.size()), 0.0f);
#endif
}

TEST(Vectorized, ANameAllowsItsWidthAndNoMore) {
  EXPECT_EQ(widest_vectors("portable"), Vectors::baseline);
  EXPECT_EQ(widest_vectors("neon"), Vectors::baseline);
  EXPECT_LE(widest_vectors("avx2"), Vectors::avx2);
  EXPECT_LE(widest_vectors("avxvnni"), Vectors::avx2);
  for (const char* name : {"avx512", "avx512vnni", "avx512bf16", "amx"})
    EXPECT_EQ(widest_vectors(name), widest_vectors("")) << name;
}

}  // namespace
}  // namespace sotto::base
