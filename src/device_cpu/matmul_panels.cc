#include "device_cpu/matmul_panels.h"

#include <algorithm>

#include "device_cpu/matmul_panels_avx2.h"
#include "device_cpu/matmul_panels_avx512.h"
#include "device_cpu/neon_kernels.h"
#include "quant/half.h"

namespace sotto::device::cpu {
namespace {

constexpr int kLanesOfPanel = PanelMatrix::kRows;

float wide(float v) { return v; }
float wide(uint16_t v) { return quant::from_bf16(v); }
float wide(int8_t v) { return static_cast<float>(v); }

template <class T>
void multiply_panels(const Windows& x, const T* numbers, const PanelMatrix& w, const Output& y,
                     PanelRange panels) {
  for (int p = panels.begin; p < panels.end; ++p) {
    const T* panel = numbers + static_cast<size_t>(p) * static_cast<size_t>(w.cols) * kLanesOfPanel;
    for (int i = 0; i < x.rows; ++i) {
      const float* row = x.row(i);
      float sum[kLanesOfPanel] = {};
      for (int c = 0; c < w.cols; ++c) {
        for (int r = 0; r < kLanesOfPanel; ++r)
          sum[r] += row[c] * wide(panel[c * kLanesOfPanel + r]);
      }
      for (int r = 0; r < std::min(kLanesOfPanel, w.rows - p * kLanesOfPanel); ++r)
        y.put(i, p * kLanesOfPanel + r, sum[r]);
    }
  }
}

void matmul_panels_portable(const Windows& x, const PanelMatrix& w, const Output& y, int begin,
                            int end) {
  if (w.f32 != nullptr) return multiply_panels(x, w.f32, w, y, {begin, end});
  if (w.int8 != nullptr) return multiply_panels(x, w.int8, w, scaled(y, w), {begin, end});
  multiply_panels(x, w.bf16, w, y, {begin, end});
}

constexpr Variant<MatmulPanels> kPanels[] = {
    {Isa::portable, matmul_panels_portable},
#ifdef SOTTO_X86
    {Isa::avx2, avx2::matmul_panels},
    {Isa::avx512, avx512::matmul_panels},
#endif
#ifdef SOTTO_ARM64
    {Isa::neon, neon::matmul_panels},
#endif
};

}  // namespace

std::span<const Variant<MatmulPanels>> matmul_panels_variants() { return kPanels; }

}  // namespace sotto::device::cpu
