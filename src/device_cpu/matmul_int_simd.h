// The integer kernels of each instruction set; every one lies in a file of its own.
#pragma once

#include "device_cpu/coarse_rows.h"
#include "device_cpu/matmul_int.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu {

// Value ranges of a byte of weights, once unpacked.
enum class Range { nibbles, six_bits, bytes, signed_bytes };

constexpr Range range_of(int bits) {
  return bits == 8 ? Range::bytes : bits == 6 ? Range::six_bits : Range::nibbles;
}

}  // namespace sotto::device::cpu

#define SOTTO_COARSE_KERNEL(isa)                                                          \
  namespace sotto::device::cpu::isa {                                                     \
  void matmul_coarse(const QuantizedRows&, const CoarseMatrix&, const Output&, int, int); \
  }

SOTTO_INT_KERNELS(avx2)
SOTTO_INT_KERNELS(avxvnni)
SOTTO_INT_KERNELS(avx512vnni)
SOTTO_INT_KERNELS(amx)
SOTTO_COARSE_KERNEL(avx2)
SOTTO_COARSE_KERNEL(avxvnni)
SOTTO_COARSE_KERNEL(avx512vnni)
#undef SOTTO_COARSE_KERNEL
#endif
