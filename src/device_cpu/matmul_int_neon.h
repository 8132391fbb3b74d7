// The integer kernels of arm64; every instruction set's lie in a file of their own. All of them add
// floats in the same order, so that they give the same bits.
#pragma once

#include "device_cpu/matmul_int.h"

#ifdef SOTTO_ARM64
#define SOTTO_INT_KERNELS(isa)                                                             \
  namespace sotto::device::cpu::isa {                                                      \
  void matmul_q8(const QuantizedRows&, const quant::AffineView&, const Output&, int, int); \
  void matmul_q6(const QuantizedRows&, const quant::AffineView&, const Output&, int, int); \
  void matmul_q4(const QuantizedRows&, const quant::AffineView&, const Output&, int, int); \
  void matmul_int8(const QuantizedRows&, const quant::Sym8View&, const Output&, int, int); \
  }

SOTTO_INT_KERNELS(neon)
SOTTO_INT_KERNELS(neondot)
SOTTO_INT_KERNELS(i8mm)
#undef SOTTO_INT_KERNELS
#endif
