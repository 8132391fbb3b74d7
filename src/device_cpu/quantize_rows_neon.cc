#include <algorithm>

#include "device_cpu/neon_kernels.h"
#include "device_cpu/simd_neon.h"

#ifdef SOTTO_ARM64
namespace sotto::device::cpu::neon {
namespace {

// The largest magnitude of n numbers; a NaN leaves it as it was.
float largest_of(const float* x, int n) {
  float32x4_t largest = vdupq_n_f32(0);
  const auto extend = [&largest](float32x4_t v) {
    const float32x4_t magnitude = vabsq_f32(v);
    largest = vbslq_f32(vcgtq_f32(magnitude, largest), magnitude, largest);
  };
  int c = 0;
  for (; c + 4 <= n; c += 4) extend(vld1q_f32(x + c));
  if (c < n) extend(load_first(x + c, n - c));
  return vmaxvq_f32(largest);
}

// maxnm takes the number of a number and a NaN: NaN becomes -127.
int32x4_t rounded(float32x4_t x, float factor) {
  const float32x4_t scaled = vmulq_n_f32(x, factor);
  return vcvtnq_s32_f32(
      vminnmq_f32(vmaxnmq_f32(scaled, vdupq_n_f32(-127.0f)), vdupq_n_f32(127.0f)));
}

// 16 numbers as bytes; adds their sums to `total`.
int8x16_t to_bytes(const float* x, float factor, int32x4_t& total) {
  int32x4_t v[4];
  for (int k = 0; k < 4; ++k) {
    v[k] = rounded(vld1q_f32(x + 4 * k), factor);
    total = vaddq_s32(total, v[k]);
  }
  const int16x8_t low = vcombine_s16(vmovn_s32(v[0]), vmovn_s32(v[1]));
  const int16x8_t high = vcombine_s16(vmovn_s32(v[2]), vmovn_s32(v[3]));
  return vcombine_s8(vmovn_s16(low), vmovn_s16(high));
}
// `n` of which exist: the others are zeros, and as the factor is finite they stay what they are.
int8x16_t to_bytes(const float* x, int n, float factor, int32x4_t& total) {
  if (n >= 16) return to_bytes(x, factor, total);
  float some[16] = {};
  std::copy_n(x, n, some);
  return to_bytes(some, factor, total);
}

// One group of n numbers; returns the sum of what they become.
int32_t quantize_group(const float* x, int n, float factor, const QuantizedRows& into, int8_t* q) {
  int32x4_t total = vdupq_n_s32(0);
  if (into.order == Order::natural) {
    for (int c = 0; c < n; c += 16) vst1q_s8(q + c, to_bytes(x + c, n - c, factor, total));
    return vaddvq_s32(total);
  }
  const int half = into.block() / 2;
  for (int c = 0; c < n; c += 2 * half, q += 2 * half) {
    for (int k = 0; k < half; k += 16) {
      const int8x16_t a = to_bytes(x + c + 2 * k, factor, total);
      const int8x16_t b = to_bytes(x + c + 2 * k + 16, factor, total);
      vst1q_s8(q + k, vuzp1q_s8(a, b));
      vst1q_s8(q + half + k, vuzp2q_s8(a, b));
    }
  }
  return vaddvq_s32(total);
}

}  // namespace

void quantize_rows(const Activations& x, const QuantizedRows& into) {
  const int groups = into.groups();
  for (int i = 0; i < x.rows; ++i) {
    const QuantizedRows row = into.from(i, 1);
    for (int g = 0; g < groups; ++g) {
      const int c = g * into.group;
      const float* from = x.row(i).data() + c;
      const Rounding rounding = rounding_for(into, [&] { return largest_of(from, into.group); });
      const int32_t total = quantize_group(from, into.group, rounding.factor, into, row.q + c);
      row.scale[g] = rounding.scale;
      row.sum[g] = row.scale[g] * static_cast<float>(total);
      row.sum128[g] = 128 * total;
    }
    std::fill(row.q + into.cols, row.q + into.stride(), int8_t{0});
    for (int g = groups; g < into.group_stride(); ++g) {
      row.scale[g] = row.sum[g] = 0;
      row.sum128[g] = 0;
    }
  }
}

}  // namespace sotto::device::cpu::neon
#endif
