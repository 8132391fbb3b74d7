// Groups in panels have the numbers, and their products the bits, of the same groups in rows.
#include "device_cpu/affine_panels.h"

#include <numeric>

#include "device_cpu/backend.h"
#include "device_cpu/matmul_affine_panels.h"
#include "device_cpu/matmul_checks.h"
#include "device_cpu/prepared.h"
#include "device_cpu/variant_test.h"

namespace sotto::device::cpu::testing::affine_panels_test {
namespace {

MatmulAffine rows_kernel(Isa isa, int bits) {
  const auto variants = bits == 4 ? matmul_q4_variants() : matmul_q8_variants();
  for (const auto& each : variants)
    if (each.isa == isa) return each.fn;
  return nullptr;
}

// The product of such rows by either kernel, with `c`'s own numbers.
void expect_the_bits_of_rows(const Variant<MatmulAffinePanels>& variant, CaseAffine& c, int bits,
                             unsigned seed) {
  const Inputs8 natural(c.n, c.cols, c.group, Order::natural, seed);
  Inputs8 own(c.n, c.cols, c.group, Order::natural, seed);
  own.natural = c.x.natural;
  own.scale = c.x.scale;
  own.rows.scale = own.scale.data();
  own.fill();
  for (const bool half : {false, true}) {
    quant::AffineView view = c.view(half);
    if (seed % 2 != 0) view.biases = view.scales.times(-8);
    const AffinePanels panels(view);
    for (const Epilogue epilogue : {Epilogue::none, Epilogue::relu, Epilogue::add}) {
      std::vector<float> expected(c.y.size(), 0.5f);
      rows_kernel(variant.isa, bits)(
          c.x.rows, view, {{expected.data(), c.n, c.rows}, c.bias.data(), epilogue}, 0, c.rows);
      const int split = c.rows / 3;
      std::fill(c.y.begin(), c.y.end(), 0.5f);
      for (const auto& [begin, end] : {std::pair(0, split), std::pair(split, c.rows)})
        variant.fn(own.rows, panels.view(), {c.out(), c.bias.data(), epilogue}, begin, end);
      ASSERT_EQ(c.y, expected);
    }
  }
}

class MatmulAffinePanelsTest : public VariantTest<MatmulAffinePanels> {};

TEST_P(MatmulAffinePanelsTest, HasTheBitsOfRows) {
  for (const int bits : {4, 8})
    for (const int group : {32, 64, 128})
      for (const int groups : {1, 3})
        for (const int rows : {1, 16, 50})
          for (const int n : {1, 2, 3, 4, 5, 11, 12, 13, 40}) {  // tiles of 1 to 12
            SCOPED_TRACE(::testing::Message() << bits << " bits, " << n << " x rows, " << rows
                                              << " w rows, " << groups << " groups of " << group);
            const auto seed = static_cast<unsigned>(rows * 7919 + n);
            CaseAffine c(n, rows, group * groups, group, bits, seed);
            expect_the_bits_of_rows(GetParam(), c, bits, seed);
          }
}

TEST_P(MatmulAffinePanelsTest, DoesNotSaturate) {
  for (const int bits : {4, 8})
    for (const int x : {-127, 127})
      for (const uint32_t word : {0u, 0x80808080u, 0xffffffffu})
        for (const float scale : {1e-30f, 1e30f}) {
          CaseAffine c(5, 20, 1024, 128, bits, 1);
          std::fill(c.w.packed.begin(), c.w.packed.end(), word);
          std::fill(c.x.natural.begin(), c.x.natural.end(), static_cast<int8_t>(x));
          std::fill(c.x.scale.begin(), c.x.scale.end(), scale);
          c.x.fill();
          expect_the_bits_of_rows(GetParam(), c, bits, 1);
        }
}

INSTANTIATE_TEST_SUITE_P(Cpu, MatmulAffinePanelsTest,
                         ::testing::ValuesIn(matmul_affine_panels_variants()), VariantName());

TEST(AffinePanels, HoldTheNumbersOfTheirRows) {
  for (const int bits : {4, 8})
    for (const int rows : {1, 16, 21})
      for (const bool half : {false, true}) {
        SCOPED_TRACE(::testing::Message() << bits << " bits, " << rows << " rows");
        CaseAffine c(1, rows, 96, 32, bits, 7);
        const quant::AffineView view = c.view(half);
        const Weight panels = prepared_in_panels(view, false, pages_of_tests()),
                     in_rows = prepared(view, {}, false, pages_of_tests());
        EXPECT_EQ(panels->scheme, in_rows->scheme);
        std::vector<int> some = {rows - 1, 0};
        const Weight selected = gathered(*panels, some), expected = gathered(*in_rows, some);
        std::vector<float> a(96), b(96);
        for (int r = 0; r < rows; ++r) {
          copy_row(form_of(*panels), r, a);
          copy_row(form_of(*in_rows), r, b);
          EXPECT_EQ(a, b) << "row " << r;
        }
        for (int r = 0; r < 2; ++r) {
          copy_row(form_of(*selected), r, a);
          copy_row(form_of(*expected), r, b);
          EXPECT_EQ(a, b) << "selected row " << r;
        }
      }
}

// What a file keeps for all who map it is read where it lies.
TEST(AffinePanels, AreMadeOfWhatGoesAwayAlone) {
  CaseAffine c(1, 16, 64, 32, 4, 3);
  const auto is_in_panels = [&](std::string_view isa, bool is_transient) {
    const auto backend = open_backend(1, isa);
    const Weight w = (*backend)->prepare(c.w.view(), nullptr, {.is_transient = is_transient});
    return std::holds_alternative<AffinePanelMatrix>(form_of(*w));
  };
  EXPECT_TRUE(is_in_panels("portable", true));
  EXPECT_FALSE(is_in_panels("portable", false));
  if (supported(Isa::avx2)) {  // which has no kernel for them
    EXPECT_FALSE(is_in_panels("avx2", true));
  }
}

}  // namespace
}  // namespace sotto::device::cpu::testing::affine_panels_test
