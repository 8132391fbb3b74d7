#include "device_cpu/int8_panels.h"

namespace sotto::device::cpu {
namespace {

constexpr int kInt8Rows = Int8PanelMatrix::kRows;

// Index of column c of row r.
size_t place(int r, int c, const Int8PanelMatrix& m) {
  const auto panel =
      static_cast<size_t>(r / kInt8Rows) * kInt8Rows * static_cast<size_t>(m.padded_cols());
  return panel +
         static_cast<size_t>((c / m.beside * kInt8Rows + r % kInt8Rows) * m.beside + c % m.beside);
}

}  // namespace

Int8Panels::Int8Panels(const quant::Sym8View& w, const quant::QuantParams& levels,
                       ActivationQuant activations, int beside)
    : levels_(levels), rows_(w.rows), cols_(w.cols), activations_(activations), beside_(beside) {
  const Int8PanelMatrix shape = view();
  const size_t padded_rows = shape.padded_rows();
  q_.resize(padded_rows * static_cast<size_t>(shape.padded_cols()));
  scales_.resize(padded_rows);
  corrections_.resize(padded_rows);
  sums_.resize(padded_rows);
  for (int r = 0; r < rows_; ++r) {
    const int8_t* row = w.q + static_cast<size_t>(r) * static_cast<size_t>(cols_);
    int32_t sum = 0;
    for (int c = 0; c < cols_; ++c) {
      q_[place(r, c, shape)] = row[c];
      sum += row[c];
    }
    scales_[static_cast<size_t>(r)] = w.scales[r] * levels.scale;
    corrections_[static_cast<size_t>(r)] = -levels.zero * sum;
    sums_[static_cast<size_t>(r)] = sum;
  }
}

void copy_row(const Int8PanelMatrix& m, int r, std::span<float> out) {
  const float scale = m.scales[r] / m.levels.scale;
  for (int c = 0; c < m.cols; ++c) {
    out[static_cast<size_t>(c)] = scale * static_cast<float>(m.q[place(r, c, m)]);
  }
}

}  // namespace sotto::device::cpu
