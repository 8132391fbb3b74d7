#include "device_cpu/matmul_int8_panels.h"

namespace sotto::device::cpu {
namespace {

constexpr int kRowsOfW = Int8PanelMatrix::kRows;

// Adds the products of a row of bytes.
void add_dots_portable(const uint8_t* x, const int8_t* panel, const Int8PanelMatrix& w, int factor,
                       int32_t* sums) {
  for (int c = 0; c < w.cols; c += w.beside) {
    for (int r = 0; r < kRowsOfW; ++r, panel += w.beside) {
      for (int k = 0; k < w.beside && c + k < w.cols; ++k) sums[r] += factor * x[c + k] * panel[k];
    }
  }
}

void int8_panels_portable(const LevelRows& x, const Int8PanelMatrix& w, const Output& y, int begin,
                          int end) {
  const Int8PanelRange panels(begin, end);
  for (int p = panels.begin; p < panels.end; ++p) {
    const int8_t* panel = w.q + static_cast<size_t>(p) * panel_size(w);
    for (int i = 0; i < x.rows; ++i) {
      const LevelRows row = x.from(i);
      int32_t sums[kRowsOfW] = {};
      add_dots_portable(row.low, panel, w, 1, sums);
      if (row.high != nullptr) add_dots_portable(row.high, panel, w, 256, sums);
      for (int r = 0; r < rows_in_panel(w, p); ++r) {
        const int at = p * kRowsOfW + r;
        y.put(i, at,
              w.scales[at] * x.scale_of(i) * static_cast<float>(sums[r] + w.corrections[at]));
      }
    }
  }
}

constexpr Variant<MatmulInt8Panels> kInt8Panels[] = {
    {Isa::portable, int8_panels_portable},
#ifdef SOTTO_X86
    {Isa::avx2, avx2::matmul_int8_panels},
    {Isa::avxvnni, avxvnni::matmul_int8_panels},
    {Isa::avx512vnni, avx512vnni::matmul_int8_panels},
    {Isa::amx, amx::matmul_int8_panels},
#endif
#ifdef SOTTO_ARM64
    {Isa::neondot, neondot::matmul_int8_panels},
    {Isa::i8mm, i8mm::matmul_int8_panels},
#endif
};

}  // namespace

std::span<const Variant<MatmulInt8Panels>> matmul_int8_panels_variants() { return kInt8Panels; }

}  // namespace sotto::device::cpu
