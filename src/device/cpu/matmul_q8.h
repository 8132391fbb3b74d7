// y = x W^T + b with weights of 8 bits or fewer and activations that are brought to int8 on the
// way.
#pragma once

#include <cstdint>
#include <span>

#include "device/cpu/isa.h"
#include "device/cpu/output.h"

namespace sotto::device::cpu {

// Rows of activations as int8, group by group (the weight's groups): x ~ scale * q, and
// sum = scale * (sum of q in the group). The sum is taken of the rounded numbers: the product with
// w = s q' + b is then exactly the product of w and the rounded x, and what rounding loses stays in
// proportion to w. With the sum of the true x it would be in proportion to w - b, several times as
// large. A scale for each group, not for each row: on narrator-en-ja that takes the error of logits
// from 1.33 % to 1.01 % of their size, and the largest one from 0.29 to 0.17.
struct QuantizedRows {
  int8_t* q = nullptr;     // [rows, cols], -127 .. 127
  float* scale = nullptr;  // [rows, cols / group]
  float* sum = nullptr;    // [rows, cols / group]
  int rows = 0;
  int cols = 0;
  int group = 0;

  int groups() const { return cols / group; }
};

// A group whose numbers are all smaller counts as zeros: 127 over them might overflow.
inline constexpr float kSmallestMagnitude = 0x1p-100f;

// Fills `into`, whose shape fits x: scale = max |x| / 127 and q = rint(x * (127 / max |x|)) in each
// group. Every variant gives the same bits. What is not finite gives some q in range.
using QuantizeRows = void (*)(const Tensor& x, const QuantizedRows& into);

std::span<const Variant<QuantizeRows>> quantize_rows_variants();

// Computes columns [begin, end) of y, which are rows of w. w has the groups of x.
using MatmulAffine = void (*)(const QuantizedRows& x, const quant::AffineView& w, const Output& y,
                              int begin, int end);

std::span<const Variant<MatmulAffine>> matmul_affine_variants(int bits);  // 8, 6 or 4

// The same for int8 rows; each row of x is one group.
using MatmulSym8 = void (*)(const QuantizedRows& x, const quant::Sym8View& w, const Output& y,
                            int begin, int end);

std::span<const Variant<MatmulSym8>> matmul_sym8_variants();

}  // namespace sotto::device::cpu
