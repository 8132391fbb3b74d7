// The integer kernels of arm64 give the same bits: for more rows of x than go into one panel of
// i8mm, for rows so long that few go in, and for those that it leaves to the dot product.
#include "device_cpu/matmul_int_neon.h"

#include "device_cpu/matmul_checks.h"

#ifdef SOTTO_ARM64
namespace sotto::device::cpu::testing::matmul_neon_test {
namespace {

struct Shape {
  int n, rows, cols;
};
constexpr Shape kShapes[] = {
    {41, 5, 128}, {33, 6, 1024}, {9, 5, 8192}, {5, 4, 16384}, {3, 3, 32768}};

template <class Kernel, class Case>
void expect_the_bits_of_neon(Case& c, const Kernel& kernel, Kernel neon, const auto& view) {
  neon(c.x.rows, view, {c.out(), c.bias.data()}, 0, c.rows);
  c.expect_exact();
  const std::vector<float> expected = c.y;
  std::fill(c.y.begin(), c.y.end(), NAN);
  kernel(c.x.rows, view, {c.out(), c.bias.data()}, 0, c.rows);
  EXPECT_EQ(c.y, expected);
}

class SameBitsAsNeon : public ::testing::TestWithParam<Isa> {
 protected:
  void SetUp() override {
    if (!supported(GetParam())) GTEST_SKIP() << "not on this processor";
  }
  template <class Fn>
  static Fn kernel(std::span<const Variant<Fn>> variants) {
    const Variant<Fn>& found = best(variants, features_of(GetParam()));
    EXPECT_EQ(found.isa, GetParam());
    return found.fn;
  }
};

TEST_P(SameBitsAsNeon, MatmulOfGroups) {
  const struct {
    int bits;
    std::span<const Variant<MatmulAffine>> variants;
    MatmulAffine neon;
  } families[] = {{8, matmul_q8_variants(), neon::matmul_q8},
                  {6, matmul_q6_variants(), neon::matmul_q6},
                  {4, matmul_q4_variants(), neon::matmul_q4}};
  for (const Shape& s : kShapes) {
    for (const auto& family : families) {
      for (const int group : {32, 128}) {
        SCOPED_TRACE(::testing::Message() << s.n << " x " << s.cols << " times " << s.rows
                                          << " rows, groups of " << group);
        CaseAffine c(s.n, s.rows, s.cols, group, family.bits, 7);
        expect_the_bits_of_neon(c, kernel(family.variants), family.neon, c.w.view());
      }
    }
  }
}

TEST_P(SameBitsAsNeon, MatmulOfInt8Rows) {
  for (const Shape& s : kShapes) {
    for (const int cols : {s.cols, s.cols - 27}) {
      SCOPED_TRACE(::testing::Message() << s.n << " x " << cols << " times " << s.rows << " rows");
      CaseInt8 c(s.n, s.rows, cols, 7);
      expect_the_bits_of_neon(c, kernel(matmul_int8_variants()), neon::matmul_int8, c.view());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Cpu, SameBitsAsNeon, ::testing::Values(Isa::neondot, Isa::i8mm),
                         [](const auto& info) { return std::string(name_of(info.param)); });

}  // namespace
}  // namespace sotto::device::cpu::testing::matmul_neon_test
#endif
