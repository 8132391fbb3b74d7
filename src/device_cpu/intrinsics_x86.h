// The intrinsics of x86. A test that defines some of them itself says so, and has the rest already.
#pragma once

#include "device_cpu/isa.h"

#if defined(SOTTO_X86) && !defined(SOTTO_EMULATED_AVX512)
#include <immintrin.h>
#endif
