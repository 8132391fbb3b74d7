// y = x W^T + b with int8 weights that lie by columns, for an x of which many numbers are zero:
// only the columns of W that meet another number are read. Behind a ReLU that is a half to a tenth
// of them. The sums are exact integers, so that y has the bits of matmul_int8 with the same W by
// rows, in every variant.
#pragma once

#include <span>

#include "device_cpu/isa.h"
#include "device_cpu/output.h"
#include "device_cpu/quantized_rows.h"

namespace sotto::device::cpu {

// Computes columns [begin, end) of y, which are rows of w. Each row of x is one group, in its
// natural order.
using MatmulSym8Columns = void (*)(const QuantizedRows& x, const quant::Sym8Columns& w,
                                   const Output& y, int begin, int end);

std::span<const Variant<MatmulSym8Columns>> matmul_int8_columns_variants();

}  // namespace sotto::device::cpu
