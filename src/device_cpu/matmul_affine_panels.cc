#include "device_cpu/matmul_affine_panels.h"

#include <algorithm>

namespace sotto::device::cpu {
namespace {

constexpr int kRowsTogether = AffinePanelMatrix::kRows;

float affine_panel_product(const QuantizedRows& x, const AffinePanelMatrix& w, int r) {
  float product = 0;
  for (int g = 0; g < w.groups(); ++g) {
    int32_t dot = 0;
    for (int c = g * w.group; c < (g + 1) * w.group; ++c) dot += w.integer(r, c) * x.q[c];
    const size_t at = w.group_at(r / kRowsTogether, g) + static_cast<size_t>(r % kRowsTogether);
    product += w.scales[at] * x.scale[g] * static_cast<float>(dot) + w.biases[at] * x.sum[g];
  }
  return product;
}

void affine_panels_portable(const QuantizedRows& x, const AffinePanelMatrix& w, const Output& y,
                            int begin, int end) {
  const int first = (begin + kRowsTogether - 1) / kRowsTogether * kRowsTogether;
  const int last = std::min((end + kRowsTogether - 1) / kRowsTogether * kRowsTogether, w.rows);
  for (int r = first; r < last; ++r)
    for (int i = 0; i < x.rows; ++i) y.put(i, r, affine_panel_product(x.from(i, 1), w, r));
}

constexpr Variant<MatmulAffinePanels> kAffinePanels[] = {
    {Isa::portable, affine_panels_portable},
#ifdef SOTTO_X86
    {Isa::avx512vnni, avx512vnni::matmul_affine_panels},
#endif
};

}  // namespace

std::span<const Variant<MatmulAffinePanels>> matmul_affine_panels_variants() {
  return kAffinePanels;
}

}  // namespace sotto::device::cpu
