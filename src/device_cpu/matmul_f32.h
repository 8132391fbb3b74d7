// y = x W^T + b with float weights of 32 or 16 bits; the sums are in 32.
#pragma once

#include <span>

#include "device_cpu/isa.h"
#include "device_cpu/output.h"

namespace sotto::device::cpu {

// Computes columns [begin, end) of y, which are rows of w: how work is split between threads.
// Each number of y is summed in an order that depends on w.cols alone.
template <class Matrix>
using MatmulFloat = void (*)(const Activations& x, const Matrix& w, const Output& y, int begin,
                             int end);
using MatmulF32 = MatmulFloat<quant::F32Matrix>;
using MatmulF16 = MatmulFloat<quant::F16Matrix>;
using MatmulBf16 = MatmulFloat<quant::Bf16Matrix>;

std::span<const Variant<MatmulF32>> matmul_f32_variants();
std::span<const Variant<MatmulF16>> matmul_f16_variants();
std::span<const Variant<MatmulBf16>> matmul_bf16_variants();

}  // namespace sotto::device::cpu
