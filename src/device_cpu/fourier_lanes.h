// The kernels of fourier.h for processors with vectors: a column a lane. Real and complex transforms
// by halves, without a table in memory; the compiler sees every index.
#pragma once

#include <cstddef>
#include <span>

#include "device_cpu/fourier.h"

#if defined(SOTTO_X86) || defined(SOTTO_ARM64)
namespace sotto::device::cpu::lanes {

void inputs(int size, const float* const* x, int n, float* points, size_t step);
void weights(int size, std::span<const float* const> w, int n, float* points, size_t step);
void outputs(int size, const float* points, size_t step, int n, const FourierOutput& form,
             std::span<float* const> y);

}  // namespace sotto::device::cpu::lanes
#endif
