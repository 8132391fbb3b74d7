// Every variant gives the bits of the portable kernel for the same matrix by rows.
#include "device_cpu/matmul_columns.h"

#include <sys/mman.h>
#include <unistd.h>

#include "device_cpu/matmul_checks.h"
#include "device_cpu/variant_test.h"

namespace sotto::device::cpu::testing::matmul_columns_test {
namespace {

class MatmulColumnsTest : public VariantTest<MatmulSym8Columns> {};

struct CaseColumns : CaseInt8 {
  std::vector<int8_t> columns;

  CaseColumns(int n, int rows, int cols, unsigned seed) : CaseInt8(n, rows, cols, seed) {}

  // Sets about that share of x to zero.
  void thin_out(double zeros, unsigned seed) {
    std::mt19937 random(seed);
    for (int8_t& v : x.natural) {
      if (random() < zeros * 0x1p32) v = 0;
    }
    x.fill();
  }
  quant::Sym8Columns by_columns() {
    columns.resize(q.size());
    for (int r = 0; r < rows; ++r) {
      for (int c = 0; c < cols; ++c) columns[c * rows + r] = q[r * cols + c];
    }
    return {rows, cols, columns.data(), scales.data()};
  }
  std::vector<float> expected() {
    std::vector<float> by_rows(y.size(), NAN);
    matmul_int8_variants().front().fn(x.rows, view(), {{by_rows.data(), n, rows}, bias.data()}, 0,
                                      rows);
    return by_rows;
  }
};

TEST_P(MatmulColumnsTest, HasTheBitsOfTheProductByRows) {
  for (const int cols : {1, 7, 31, 32, 33, 64, 100, 129, 1000, 4100}) {
    for (const int rows : {1, 3, 31, 32, 64, 65, 100, 513}) {
      for (const int n : {1, 2, 5, 17}) {
        if (cols * rows * n > 2'200'000) continue;
        for (const double zeros : {0.0, 0.5, 0.9, 1.0}) {
          SCOPED_TRACE(::testing::Message()
                       << n << " x " << cols << " times " << rows << " rows, zeros: " << zeros);
          CaseColumns c(n, rows, cols, static_cast<unsigned>(rows * 7919 + cols));
          c.thin_out(zeros, static_cast<unsigned>(n));
          GetParam().fn(c.x.rows, c.by_columns(), {c.out(), c.bias.data()}, 0, rows);
          ASSERT_EQ(c.y, c.expected());
        }
      }
    }
  }
}

TEST_P(MatmulColumnsTest, DoesNotSaturate) {
  for (const int x : {-127, 127}) {
    for (const int w : {-128, -127, 127}) {
      CaseColumns c(2, 3, quant::kSym8MostCols, 1);
      std::fill(c.q.begin(), c.q.end(), static_cast<int8_t>(w));
      std::fill(c.x.natural.begin(), c.x.natural.end(), static_cast<int8_t>(x));
      c.x.fill();
      GetParam().fn(c.x.rows, c.by_columns(), {c.out(), c.bias.data()}, 0, c.rows);
      ASSERT_EQ(c.y, c.expected()) << x << " times " << w;
    }
  }
}

TEST_P(MatmulColumnsTest, SameBitsInEveryBatchAndSplit) {
  CaseColumns c(7, 130, 300, 5);
  c.thin_out(0.6, 6);
  const quant::Sym8Columns w = c.by_columns();
  check_order(c.x.rows, c.y, c.rows,
              [&](const QuantizedRows& x, const Activations& y, int begin, int end) {
                GetParam().fn(x, w, {y, c.bias.data()}, begin, end);
              });
}

// Pages that nobody may read hold the columns that meet zero.
TEST_P(MatmulColumnsTest, ReadsNoColumnThatMeetsZero) {
  const auto page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  const int rows = static_cast<int>(page), cols = 70;
  CaseColumns c(2, rows, cols, 9);
  std::fill(c.x.natural.begin(), c.x.natural.end(), int8_t{0});
  c.x.natural[5] = 3;
  c.x.natural[69] = -4;
  c.x.natural[70 + 33] = 127;
  c.x.fill();
  const quant::Sym8Columns w = c.by_columns();
  void* pages =
      ::mmap(nullptr, page * 70, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(pages, MAP_FAILED);
  auto* q = static_cast<int8_t*>(pages);
  std::copy(c.columns.begin(), c.columns.end(), q);
  for (const size_t column : {0, 4, 6, 32, 34, 64, 68}) {
    ASSERT_EQ(::mprotect(q + column * page, page, PROT_NONE), 0);
  }
  GetParam().fn(c.x.rows, {w.rows, w.cols, q, w.scales}, {c.out(), c.bias.data()}, 0, rows);
  ::munmap(pages, page * 70);
  EXPECT_EQ(c.y, c.expected());
}

INSTANTIATE_TEST_SUITE_P(Cpu, MatmulColumnsTest,
                         ::testing::ValuesIn(matmul_int8_columns_variants()), VariantName());

}  // namespace
}  // namespace sotto::device::cpu::testing::matmul_columns_test
