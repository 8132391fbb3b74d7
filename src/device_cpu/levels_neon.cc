#include "device_cpu/neon_kernels.h"
#include "device_cpu/simd_neon.h"

#ifdef SOTTO_ARM64
namespace sotto::device::cpu::neon {
namespace {

struct LevelFactors {
  float inverse, low, high;
  int32x4_t zero;
};

// Four numbers. Of a number and a NaN maxnm takes the number: a NaN becomes the lowest level.
uint16x4_t levels_of(const float* x, const LevelFactors& f) {
  const float32x4_t v = vmulq_n_f32(vld1q_f32(x), f.inverse);
  const float32x4_t bounded = vminnmq_f32(vmaxnmq_f32(v, vdupq_n_f32(f.low)), vdupq_n_f32(f.high));
  return vmovn_u32(vreinterpretq_u32_s32(vaddq_s32(vcvtnq_s32_f32(bounded), f.zero)));
}
uint16x8_t eight_levels(const float* x, const LevelFactors& f) {
  return vcombine_u16(levels_of(x, f), levels_of(x + 4, f));
}

}  // namespace

size_t to_levels(std::span<const float> x, const quant::QuantParams& levels, uint8_t* low,
                 uint8_t* high) {
  const LevelFactors f = {1.0f / levels.scale, static_cast<float>(-levels.zero),
                          static_cast<float>(levels.most - levels.zero), vdupq_n_s32(levels.zero)};
  size_t i = 0;
  for (; i + 16 <= x.size(); i += 16) {
    const uint16x8_t a = eight_levels(x.data() + i, f), b = eight_levels(x.data() + i + 8, f);
    vst1q_u8(low + i, vcombine_u8(vmovn_u16(a), vmovn_u16(b)));
    if (high != nullptr) vst1q_u8(high + i, vcombine_u8(vshrn_n_u16(a, 8), vshrn_n_u16(b, 8)));
  }
  return i;
}

}  // namespace sotto::device::cpu::neon
#endif
