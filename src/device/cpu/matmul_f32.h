// y = x W^T + b with float weights.
#pragma once

#include <span>

#include "device/cpu/isa.h"
#include "device/tensor.h"
#include "device/weight.h"

namespace sotto::device::cpu {

// Computes columns [begin, end) of y, which are rows of w: how work is split between threads.
// Each number of y is summed in an order that depends on w.cols alone.
using MatmulF32 = void (*)(const Tensor& x, const F32Matrix& w, const float* bias, const Tensor& y,
                           int begin, int end);

std::span<const Variant<MatmulF32>> matmul_f32_variants();

}  // namespace sotto::device::cpu
