// The integer kernels in AMX's tiles.
#pragma once

#include "device_cpu/matmul_int.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::amx {

void matmul_q8(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
               int end);
void matmul_q6(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
               int end);
void matmul_q4(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
               int end);
void matmul_int8(const QuantizedRows& x, const quant::Sym8View& w, const Output& y, int begin,
                 int end);

}  // namespace sotto::device::cpu::amx
#endif
