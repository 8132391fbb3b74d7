// int8 rows in half of their bytes, for products that only have to be near: four bits a number, one
// of 16 levels that are as far apart as the greatest number of the row needs,
//   w_c = scale (2 q_c - 15) + e_c,   0 <= q_c <= 15
// What is lost is known for certain (Cauchy and Schwarz): |e . x| <= |e| |x|.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "device_cpu/isa.h"
#include "device_cpu/output.h"
#include "device_cpu/quantized_rows.h"
#include "quant/sym8.h"

namespace sotto::device::cpu {

struct CoarseMatrix {
  int rows = 0, cols = 0;
  // Of 64 columns of a row 32 bytes: byte j has column j in its lower half and j + 32 in its upper.
  const uint8_t* q = nullptr;
  const float* scales = nullptr;  // [rows]
  // [rows]: |e|, and what both products may round away beside, in proportion to |x|.
  const float* losses = nullptr;

  static constexpr int kMiddle = 15;
  size_t stride() const { return static_cast<size_t>(cols + 63) / 64 * 32; }  // bytes of a row
};

// Sums are whole numbers below 2^24, which floats hold.
inline constexpr int kMostCoarseCols = 4096;

// Owns one. w has at most kMostCoarseCols columns.
class CoarseRows {
 public:
  explicit CoarseRows(const quant::Sym8View& w);

  CoarseMatrix view() const { return {rows_, cols_, q_.data(), scales_.data(), losses_.data()}; }
  size_t bytes() const { return q_.size() + (scales_.size() + losses_.size()) * sizeof(float); }

 private:
  int rows_, cols_;
  std::vector<uint8_t> q_;
  std::vector<float> scales_, losses_;
};

// Columns [begin, end) of y, which are rows of w. Each row of x is one group, in its natural order.
// Sums are exact, so every variant gives the same bits.
using MatmulCoarse = void (*)(const QuantizedRows& x, const CoarseMatrix& w, const Output& y,
                              int begin, int end);

std::span<const Variant<MatmulCoarse>> matmul_coarse_variants();

}  // namespace sotto::device::cpu
