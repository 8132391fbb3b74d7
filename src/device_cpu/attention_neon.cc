#include <algorithm>

#include "device_cpu/kept_head.h"
#include "device_cpu/neon_kernels.h"
#include "device_cpu/simd_neon.h"

#ifdef SOTTO_ARM64
namespace sotto::device::cpu::neon {
namespace {

// Four numbers as floats.
float32x4_t load(const float* p) { return vld1q_f32(p); }
float32x4_t load(const uint16_t* p) { return vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(p))); }
float32x4_t load(const int8_t* p) {
  uint32_t four;
  __builtin_memcpy(&four, p, sizeof four);
  const int16x8_t wide = vmovl_s8(vreinterpret_s8_u32(vdup_n_u32(four)));
  return vcvtq_f32_s32(vmovl_s16(vget_low_s16(wide)));
}
// The first n of them, 1 <= n, zeros behind; reads nothing past p[n - 1].
template <class T>
float32x4_t load_some(const T* p, int n) {
  if (n >= 4) return load(p);
  T some[4] = {};
  __builtin_memcpy(some, p, static_cast<size_t>(n) * sizeof(T));
  return load(some);
}

template <class T>
float dot(const float* a, const T* b, int n) {
  float32x4_t acc[4];
  for (float32x4_t& v : acc) v = vdupq_n_f32(0);
  int c = 0;
  for (; c + 16 <= n; c += 16) {
    for (int k = 0; k < 4; ++k) {
      acc[k] = vfmaq_f32(acc[k], load(a + c + 4 * k), load(b + c + 4 * k));
    }
  }
  for (; c < n; c += 4) {
    acc[0] = vfmaq_f32(acc[0], load_some(a + c, n - c), load_some(b + c, n - c));
  }
  return vaddvq_f32(vaddq_f32(vaddq_f32(acc[0], acc[1]), vaddq_f32(acc[2], acc[3])));
}

template <class T>
void attend(const AttentionHeads& h, int head) {
  float* out = h.out + head * h.size;
  if (h.seen.count == 0) {
    std::fill_n(out, h.size, 0.0f);
    return;
  }
  const KeptHead<T> keys(h.k, h.k_scales, h, head), values(h.v, h.v_scales, h, head);
  for (int i = 0; i < h.seen.count; ++i)
    h.scores[i] = h.scale * keys.scale(i) * dot(h.q + head * h.size, keys.row(i), h.size);
  const float32x4_t factor = vdupq_n_f32(1.0f / exponentials(h.scores, h.seen.count));
  values.scale_all(h.scores);
  int c = 0;
  for (; c + 32 <= h.size; c += 32) {
    float32x4_t acc[8];
    for (float32x4_t& v : acc) v = vdupq_n_f32(0);
    for (int i = 0; i < h.seen.count; ++i) {
      const T* v = values.row(i) + c;
      const float32x4_t p = vdupq_n_f32(h.scores[i]);
      for (int k = 0; k < 8; ++k) acc[k] = vfmaq_f32(acc[k], p, load(v + 4 * k));
    }
    for (int k = 0; k < 8; ++k) vst1q_f32(out + c + 4 * k, vmulq_f32(acc[k], factor));
  }
  for (; c < h.size; c += 4) {
    float32x4_t acc = vdupq_n_f32(0);
    for (int i = 0; i < h.seen.count; ++i) {
      const float32x4_t v = load_some(values.row(i) + c, h.size - c);
      acc = vfmaq_f32(acc, vdupq_n_f32(h.scores[i]), v);
    }
    store_first(out + c, h.size - c, vmulq_f32(acc, factor));
  }
}

}  // namespace

template <class T>
void attention(const AttentionHeads& h) {
  for (int i = 0; i < h.count; ++i) attend<T>(h, i);
}

template void attention<float>(const AttentionHeads&);
template void attention<uint16_t>(const AttentionHeads&);
template void attention<int8_t>(const AttentionHeads&);

}  // namespace sotto::device::cpu::neon
#endif
