#include "device_cpu/panels.h"

#include <algorithm>
#include <bit>

#include "quant/half.h"

namespace sotto::device::cpu {
namespace {

constexpr size_t kRowsOfPanel = PanelMatrix::kRows;

template <class T, class From, class Convert>
std::vector<T> packed(std::span<const From> w, size_t rows, size_t cols, Convert convert) {
  std::vector<T> panels((rows + kRowsOfPanel - 1) / kRowsOfPanel * kRowsOfPanel * cols);
  for (size_t r = 0; r < rows; ++r) {
    T* to = panels.data() + r / kRowsOfPanel * kRowsOfPanel * cols + r % kRowsOfPanel;
    for (size_t c = 0; c < cols; ++c) to[c * kRowsOfPanel] = convert(w[r * cols + c]);
  }
  return panels;
}

}  // namespace

Panels::Panels(std::span<const float> w, int rows, int cols) : rows_(rows), cols_(cols) {
  const bool short_ones =
      std::ranges::all_of(w, [](float v) { return (std::bit_cast<uint32_t>(v) & 0xffff) == 0; });
  const auto n = static_cast<size_t>(rows), m = static_cast<size_t>(cols);
  if (short_ones) {
    bf16_ = packed<uint16_t>(w, n, m, quant::to_bf16);
  } else {
    f32_ = packed<float>(w, n, m, [](float v) { return v; });
  }
}

Panels::Panels(const quant::Sym8View& w)
    : scales_(w.scales, w.scales + w.rows), rows_(w.rows), cols_(w.cols) {
  const auto n = static_cast<size_t>(w.rows), m = static_cast<size_t>(w.cols);
  int8_ = packed<int8_t>(std::span(w.q, n * m), n, m, [](int8_t v) { return v; });
}

void copy_row(const PanelMatrix& m, int r, std::span<float> out) {
  const auto row = static_cast<size_t>(r);
  const size_t first =
      row / kRowsOfPanel * kRowsOfPanel * static_cast<size_t>(m.cols) + row % kRowsOfPanel;
  for (size_t c = 0; c < out.size(); ++c) {
    const size_t at = first + c * kRowsOfPanel;
    if (m.int8 != nullptr) {
      out[c] = m.scales[row] * static_cast<float>(m.int8[at]);
    } else {
      out[c] = m.f32 != nullptr ? m.f32[at] : quant::from_bf16(m.bf16[at]);
    }
  }
}

}  // namespace sotto::device::cpu
