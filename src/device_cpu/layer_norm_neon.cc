#include <cmath>

#include "device_cpu/neon_kernels.h"
#include "device_cpu/simd_neon.h"

#ifdef SOTTO_ARM64
namespace sotto::device::cpu::neon {

// Two passes: the variance from the differences, so that a large mean costs no precision.
void layer_norm(const float* x, const float* weight, const float* bias, float epsilon, int n,
                float* y) {
  float32x4_t total[2] = {vdupq_n_f32(0), vdupq_n_f32(0)};
  for (int i = 0; i < n; i += 4) {
    total[i / 4 % 2] = vaddq_f32(total[i / 4 % 2], load_first(x + i, n - i));
  }
  const float count = static_cast<float>(n);
  const float32x4_t mean = vdupq_n_f32(vaddvq_f32(vaddq_f32(total[0], total[1])) / count);
  float32x4_t squares[2] = {vdupq_n_f32(0), vdupq_n_f32(0)};
  for (int i = 0; i < n; i += 4) {
    const float32x4_t d = keep_first(vsubq_f32(load_first(x + i, n - i), mean), n - i);
    squares[i / 4 % 2] = vfmaq_f32(squares[i / 4 % 2], d, d);
  }
  const float variance = vaddvq_f32(vaddq_f32(squares[0], squares[1])) / count;
  const float factor = 1.0f / std::sqrt(variance + epsilon);
  for (int i = 0; i < n; i += 4) {
    const float32x4_t d = vmulq_n_f32(vsubq_f32(load_first(x + i, n - i), mean), factor);
    store_first(y + i, n - i,
                vfmaq_f32(load_first(bias + i, n - i), d, load_first(weight + i, n - i)));
  }
}

}  // namespace sotto::device::cpu::neon
#endif
