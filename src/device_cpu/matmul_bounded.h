// y = x W^T + b with int8 rows in bounded panels, whose activations are levels of a scale for each
// row. Sums are exact: every variant gives the bits of matmul_int8 with the same numbers.
#pragma once

#include <span>

#include "device_cpu/bounded_panels.h"
#include "device_cpu/isa.h"
#include "device_cpu/level_rows.h"
#include "device_cpu/output.h"

namespace sotto::device::cpu {

// Computes the panels whose first rows are in [begin, end). x holds a byte for each level, 128 for
// zero, none above 255.
using MatmulBounded = void (*)(const LevelRows& x, const BoundedPanelMatrix& w, const Output& y,
                               int begin, int end);

std::span<const Variant<MatmulBounded>> matmul_bounded_variants();

#ifdef SOTTO_X86
namespace avx2 {
void matmul_bounded(const LevelRows&, const BoundedPanelMatrix&, const Output&, int, int);
}
#endif

}  // namespace sotto::device::cpu
