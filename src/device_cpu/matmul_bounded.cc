#include "device_cpu/matmul_bounded.h"

#include <algorithm>
#include <vector>

namespace sotto::device::cpu {
namespace {

constexpr int kBoundedRows = Int8PanelMatrix::kRows;

void bounded_portable(const LevelRows& x, const BoundedPanelMatrix& w, const Output& y, int begin,
                      int end) {
  std::vector<int8_t> row(static_cast<size_t>(w.cols));
  const int first = (begin + kBoundedRows - 1) / kBoundedRows * kBoundedRows;
  const int last = std::min((end + kBoundedRows - 1) / kBoundedRows * kBoundedRows, w.rows);
  for (int r = first; r < last; ++r) {
    copy_integers(w, r, row);
    for (int i = 0; i < x.rows; ++i) {
      const uint8_t* levels = x.from(i).low;
      int32_t sum = w.panels.corrections[r];
      for (size_t c = 0; c < row.size(); ++c) sum += levels[c] * row[c];
      y.put(i, r, w.panels.scales[r] * x.scale_of(i) * static_cast<float>(sum));
    }
  }
}

constexpr Variant<MatmulBounded> kBounded[] = {
    {Isa::portable, bounded_portable},
#ifdef SOTTO_X86
    {Isa::avx2, avx2::matmul_bounded},
#endif
};

}  // namespace

std::span<const Variant<MatmulBounded>> matmul_bounded_variants() { return kBounded; }

}  // namespace sotto::device::cpu
