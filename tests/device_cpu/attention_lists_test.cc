// Queries that see lists of rows, many at once: what lies between the rows of a list is not seen,
// however a device takes queries together.
#include <gtest/gtest.h>

#include <numeric>

#include "device_cpu/backend.h"
#include "device_cpu/matmul_checks.h"

namespace sotto::device::cpu::testing::attention_lists_test {
namespace {

constexpr int kQueries = 24, kKeys = 40, kHeads = 2, kSize = 16;

class AttentionLists : public ::testing::TestWithParam<std::tuple<const char*, Rows>> {
 protected:
  void SetUp() override {
    if (!open_backend(1, std::get<0>(GetParam()))) GTEST_SKIP() << "not on this processor";
  }
};

// Every second row, from 0 or 1 on.
std::vector<VisibleKeys> every_second(const std::vector<int>& even, const std::vector<int>& odd) {
  std::vector<VisibleKeys> seen;
  for (int i = 0; i < kQueries; ++i) {
    const std::vector<int>& rows = i % 2 == 0 ? even : odd;
    seen.push_back({.first = 0, .count = static_cast<int>(rows.size()), .rows = rows.data()});
  }
  return seen;
}

std::vector<float> attended(const Backend& backend, std::span<const VisibleKeys> seen, Rows rows) {
  const auto d = backend.open();
  const Frame frame(*d);
  const auto random = [&](int count, uint32_t seed) {
    return d->upload(normals(static_cast<size_t>(count * kHeads * kSize), seed), count,
                     kHeads * kSize);
  };
  const auto y = d->read(
      d->attention(random(kQueries, 1), random(kKeys, 2), random(kKeys, 3), seen, kHeads, rows));
  return {y.begin(), y.end()};
}

TEST_P(AttentionLists, ManyQueriesSeeWhatTheirListsSay) {
  const auto [isa, rows] = GetParam();
  std::vector<int> even, odd;
  for (int row = 0; row < kKeys; row += 2) even.push_back(row), odd.push_back(row + 1);
  const std::vector<VisibleKeys> seen = every_second(even, odd);
  const std::vector<float> found = attended(**open_backend(1, isa), seen, rows),
                           expected = attended(**open_backend(1, "portable"), seen, Rows::decode);
  ASSERT_EQ(found.size(), expected.size());
  // Means of numbers below 5 with weights whose scores err by 16 * 2^-24 of some tens.
  for (size_t i = 0; i < found.size(); ++i) ASSERT_NEAR(found[i], expected[i], 2e-5) << i;
}

INSTANTIATE_TEST_SUITE_P(Cpu, AttentionLists,
                         ::testing::Combine(::testing::Values("portable", "neon", "avx2", "avx512",
                                                              "avx512bf16"),
                                            ::testing::Values(Rows::any, Rows::prefill)),
                         [](const auto& info) {
                           return std::string(std::get<0>(info.param)) +
                                  (std::get<1>(info.param) == Rows::any ? "_any" : "_many");
                         });

}  // namespace
}  // namespace sotto::device::cpu::testing::attention_lists_test
