// A few rows out of a few others, for many columns: the transforms of winograd.h.
#pragma once

#include <span>

#include "device_cpu/isa.h"

namespace sotto::device::cpu {

// y[i] = sum over j of a[i][j] x[j], rows of n numbers. No row of y may be one of x.
using MixRows = void (*)(std::span<const float> a, std::span<const float* const> x,
                         std::span<float* const> y, int n);

std::span<const Variant<MixRows>> mix_rows_variants();

}  // namespace sotto::device::cpu
