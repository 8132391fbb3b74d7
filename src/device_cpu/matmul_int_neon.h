// The integer kernels of arm64; every instruction set's lie in a file of their own. All of them add
// floats in the same order, so that they give the same bits.
#pragma once

#include "device_cpu/matmul_int.h"

#ifdef SOTTO_ARM64
SOTTO_INT_KERNELS(neon)
SOTTO_INT_KERNELS(neondot)
SOTTO_INT_KERNELS(i8mm)
#endif
