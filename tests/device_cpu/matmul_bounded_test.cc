#include "device_cpu/matmul_bounded.h"

#include <algorithm>
#include <memory>

#include "device_cpu/backend.h"
#include "device_cpu/matmul_checks.h"
#include "device_cpu/variant_test.h"

namespace sotto::device::cpu::testing::matmul_bounded_test {
namespace {

class MatmulBoundedTest : public VariantTest<MatmulBounded> {};

// The same bits as int8 rows by the portable kernel.
void expect_bits_of_rows(MatmulBounded fn, CaseInt8& c) {
  const BoundedPanels panels(c.view(), pages_of_tests());
  c.x.fill();
  std::vector<float> expected(c.y.size(), 0.5f);
  matmul_int8_variants().front().fn(c.x.rows, c.view(),
                                    {{expected.data(), c.n, c.rows}, c.bias.data(), Epilogue::add},
                                    0, c.rows);
  add_128(c.x.rows);
  std::ranges::fill(c.y, 0.5f);
  const int middle = c.rows / 2;
  for (const auto& [begin, end] : {std::pair(0, middle), std::pair(middle, c.rows)})
    fn(level_rows(c.x.rows), panels.view(), {c.out(), c.bias.data(), Epilogue::add}, begin, end);
  EXPECT_EQ(c.y, expected);
}

TEST_P(MatmulBoundedTest, HasTheBitsOfRows) {
  for (const int cols : {1, 7, 8, 31, 64, 100, 384})
    for (const int rows : {1, 15, 16, 17, 40})
      for (const int n : {1, 2, 3, 4, 5, 6, 7, 9, 20}) {
        SCOPED_TRACE(::testing::Message() << n << " x " << cols << " times " << rows << " rows");
        CaseInt8 c(n, rows, cols, static_cast<unsigned>(rows * 7919 + cols));
        expect_bits_of_rows(GetParam().fn, c);
      }
}

// What would saturate is a rest.
TEST_P(MatmulBoundedTest, DoesNotSaturate) {
  for (const int x : {-127, 0, 127})
    for (const int w : {-128, -127, -33, 33, 65, 127}) {
      CaseInt8 c(5, 18, 200, 1);
      std::ranges::fill(c.q, static_cast<int8_t>(w));
      std::ranges::fill(c.x.natural, static_cast<int8_t>(x));
      expect_bits_of_rows(GetParam().fn, c);
    }
}

INSTANTIATE_TEST_SUITE_P(Cpu, MatmulBoundedTest, ::testing::ValuesIn(matmul_bounded_variants()),
                         VariantName());

TEST(BoundedPanels, GiveTheirRowsBack) {
  const CaseInt8 c(1, 19, 45, 3);
  const BoundedPanels panels(c.view(), pages_of_tests());
  EXPECT_FALSE(panels.has_few_rests());
  std::vector<int8_t> row(45);
  for (int r = 0; r < c.rows; ++r) {
    copy_integers(panels.view(), r, row);
    EXPECT_TRUE(std::equal(row.begin(), row.end(), c.q.begin() + r * 45)) << r;
  }
}

TEST(BoundedPanels, BoundEachFour) {
  CaseInt8 c(1, 5, 24, 4);
  const BoundedPanels panels(c.view(), pages_of_tests());
  const BoundedPanelMatrix m = panels.view();
  for (int r = 0; r < c.rows; ++r)
    for (int first = 0; first < 24; first += first % 8 == 0 ? 2 : 6) {
      int most = 0, least = 0;
      for (const int col : {first, first + 1, first + 4, first + 5}) {
        const int v = m.panels.q[col / 4 * 64 + r * 4 + col % 4];
        most += std::max(v, 0);
        least += std::min(v, 0);
      }
      EXPECT_LE(most, 128) << r << ", " << first;
      EXPECT_GE(least, -128) << r << ", " << first;
    }
}

TEST(BoundedPanels, NormalWeightsHaveFewRests) {
  CaseInt8 c(1, 64, 384, 5);
  const std::vector<float> weights = normals(c.q.size(), 6, 25);
  std::ranges::transform(weights, c.q.begin(), [](float v) {
    return static_cast<int8_t>(std::clamp(v, -127.0f, 127.0f));
  });
  EXPECT_TRUE(BoundedPanels(c.view(), pages_of_tests()).has_few_rests());
}

// A backend that takes panels gives what one with rows gives: products, rows and what is gathered.
TEST(BoundedPanels, DoNotShowInResults) {
  CaseInt8 c(6, 50, 64, 7);
  const std::vector<float> weights = normals(c.q.size(), 8, 20);
  std::ranges::transform(weights, c.q.begin(), [](float v) { return static_cast<int8_t>(v); });
  const std::vector<float> x = normals(6 * 64, 9);
  const std::vector<int> some = {3, 49, 16};
  std::vector<std::vector<float>> products, rows, gathered;
  for (const Isa isa : kAllIsas) {
    if (!supported(isa)) continue;
    const auto backend = *open_backend(1, name_of(isa));
    const Weight w = backend->prepare(
        c.view(), nullptr,
        {.activations = ActivationQuant::known, .parameters = {.factor = 30}, .chooses = true});
    const auto device = backend->open();
    const Frame frame(*device);
    const auto product = device->read(device->linear(device->upload(x, 6, 64), w, Constant{}));
    products.emplace_back(product.begin(), product.end());
    rows.push_back(backend->floats_of(w));
    const auto part = device->read(
        device->linear(device->upload(x, 6, 64), backend->select(w, some), Constant{}));
    gathered.emplace_back(part.begin(), part.end());
  }
  for (size_t i = 1; i < products.size(); ++i) {
    EXPECT_EQ(products[i], products[0]) << i;
    EXPECT_EQ(rows[i], rows[0]) << i;
    EXPECT_EQ(gathered[i], gathered[0]) << i;
  }
}

// Where a factor is known weights are in memory of their own: a file that they came from may go.
TEST(KnownFactor, LeavesNothingOfTheFile) {
  const std::vector<float> x = normals(2 * 64, 12), small = normals(33 * 64, 13, 20);
  for (const Isa isa : kAllIsas) {
    if (!supported(isa)) continue;
    const auto backend = *open_backend(1, name_of(isa));
    const auto device = backend->open();
    for (const bool many_rests : {false, true}) {
      SCOPED_TRACE(::testing::Message() << name_of(isa) << ", many rests " << many_rests);
      const auto file = std::make_shared<CaseInt8>(2, 33, 64, 11);
      const auto as_byte = [](float v) { return static_cast<int8_t>(v); };
      if (!many_rests) std::ranges::transform(small, file->q.begin(), as_byte);
      const Weight w = backend->prepare(
          file->view(), file,
          {.activations = ActivationQuant::known, .parameters = {.factor = 30}, .chooses = true});
      EXPECT_EQ(file.use_count(), 1);
      const auto product = [&] {
        const Frame frame(*device);
        const auto y = device->read(device->linear(device->upload(x, 2, 64), w, Constant{}));
        return std::vector<float>(y.begin(), y.end());
      };
      const std::vector<float> before = product();
      std::ranges::fill(file->q, int8_t{1});
      std::ranges::fill(file->scales, 5.0f);
      EXPECT_EQ(product(), before);
    }
  }
}

}  // namespace
}  // namespace sotto::device::cpu::testing::matmul_bounded_test
