// Layer normalization (Ba et al. 2016).
#pragma once

#include <span>

#include "device_cpu/isa.h"

namespace sotto::device::cpu {

// y = (x - mean) / sqrt(variance + epsilon) * weight + bias, over n numbers. y may be x.
using LayerNorm = void (*)(const float* x, const float* weight, const float* bias, float epsilon,
                           int n, float* y);

std::span<const Variant<LayerNorm>> layer_norm_variants();

}  // namespace sotto::device::cpu
