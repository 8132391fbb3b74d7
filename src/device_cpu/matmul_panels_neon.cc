#include "device_cpu/matmul_panels_neon.h"

#include "device_cpu/neon_kernels.h"

#ifdef SOTTO_ARM64
namespace sotto::device::cpu::neon {

void matmul_panels(const Windows& x, const PanelMatrix& w, const Output& y, int begin, int end) {
  if (w.f32 != nullptr) return multiply_panels(x, w.f32, w, y, {begin, end});
  if (w.int8 != nullptr) return multiply_panels(x, w.int8, w, scaled(y, w), {begin, end});
  multiply_panels(x, w.bf16, w, y, {begin, end});
}

}  // namespace sotto::device::cpu::neon
#endif
