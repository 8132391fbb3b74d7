// Float matrices packed for products with many rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "quant/sym8.h"

namespace sotto::device::cpu {

// In panels of 16 rows that lie side by side, [ceil(rows / 16)][cols][16], the last one filled up
// with zeros. No file has that: it is made when a model is loaded (docs/decisions/009).
struct PanelMatrix {
  static constexpr int kRows = 16;

  const float* f32 = nullptr;  // or:
  const uint16_t* bf16 = nullptr;
  const int8_t* int8 = nullptr;   // times:
  const float* scales = nullptr;  // [rows]
  int rows = 0;
  int cols = 0;
};

// The owner of a PanelMatrix.
class Panels {
 public:
  // `w` is row-major [rows, cols]. Numbers that all are bfloat16 ones, as where the file held
  // those, are kept in 16 bits: nothing is rounded.
  Panels(std::span<const float> w, int rows, int cols);
  // Integers stay what they are, and meet floats: a quarter of the memory, and nothing is rounded.
  explicit Panels(const quant::Sym8View& w);

  PanelMatrix view() const {
    return {f32_.empty() ? nullptr : f32_.data(),
            bf16_.empty() ? nullptr : bf16_.data(),
            int8_.empty() ? nullptr : int8_.data(),
            scales_.empty() ? nullptr : scales_.data(),
            rows_,
            cols_};
  }

 private:
  std::vector<float> f32_;  // or:
  std::vector<uint16_t> bf16_;
  std::vector<int8_t> int8_;
  std::vector<float> scales_;
  int rows_, cols_;
};

// Row r, as floats.
void copy_row(const PanelMatrix& m, int r, std::span<float> out);

}  // namespace sotto::device::cpu
