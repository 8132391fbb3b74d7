// y = x W^T + b with groups in panels. Every variant sums each number of y as
//   y = sum_g  b_g xsum_g + s_g xs_g dot(q_g, xq_g)
// group by group, and so has the bits of the matmul_int.h kernel of its own instruction set where
// that does, too: whether a matrix lies in panels does not show in results.
#pragma once

#include <span>

#include "device_cpu/affine_panels.h"
#include "device_cpu/isa.h"
#include "device_cpu/output.h"
#include "device_cpu/quantized_rows.h"

namespace sotto::device::cpu {

// Computes the panels whose first rows are in [begin, end). x has the groups of w, in their natural
// order.
using MatmulAffinePanels = void (*)(const QuantizedRows& x, const AffinePanelMatrix& w,
                                    const Output& y, int begin, int end);

std::span<const Variant<MatmulAffinePanels>> matmul_affine_panels_variants();

#ifdef SOTTO_X86
namespace avx512vnni {
void matmul_affine_panels(const QuantizedRows&, const AffinePanelMatrix&, const Output&, int, int);
}
#endif

}  // namespace sotto::device::cpu
