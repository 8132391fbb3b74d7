#include <algorithm>

#include "device_cpu/neon_kernels.h"
#include "device_cpu/simd_neon.h"

#ifdef SOTTO_ARM64
namespace sotto::device::cpu::neon {
namespace {

const float* row_of(const float* base, const AttentionHead& h, int i) {
  return base + static_cast<size_t>(h.seen.row(i)) * h.stride;
}

float dot(const float* a, const float* b, int n) {
  float32x4_t acc[4];
  for (float32x4_t& v : acc) v = vdupq_n_f32(0);
  int c = 0;
  for (; c + 16 <= n; c += 16) {
    for (int k = 0; k < 4; ++k) {
      acc[k] = vfmaq_f32(acc[k], vld1q_f32(a + c + 4 * k), vld1q_f32(b + c + 4 * k));
    }
  }
  for (; c < n; c += 4) {
    acc[0] = vfmaq_f32(acc[0], load_first(a + c, n - c), load_first(b + c, n - c));
  }
  return vaddvq_f32(vaddq_f32(vaddq_f32(acc[0], acc[1]), vaddq_f32(acc[2], acc[3])));
}

// e^(scores - max) in place; returns their sum.
float exponentials(float* scores, int n) {
  float32x4_t largest_of = vdupq_n_f32(scores[0]);
  int i = 0;
  for (; i + 4 <= n; i += 4) largest_of = vmaxq_f32(largest_of, vld1q_f32(scores + i));
  float top = vmaxvq_f32(largest_of);
  for (; i < n; ++i) top = scores[i] > top ? scores[i] : top;
  const float32x4_t largest = vdupq_n_f32(top);
  float32x4_t total = vdupq_n_f32(0);
  for (i = 0; i < n; i += 4) {
    const float32x4_t p = keep_first(exp(vsubq_f32(load_first(scores + i, n - i), largest)), n - i);
    store_first(scores + i, n - i, p);
    total = vaddq_f32(total, p);
  }
  return vaddvq_f32(total);
}

}  // namespace

void attention(const AttentionHead& h) {
  if (h.seen.count == 0) {
    std::fill_n(h.out, h.size, 0.0f);
    return;
  }
  for (int i = 0; i < h.seen.count; ++i) {
    h.scores[i] = h.scale * dot(h.q, row_of(h.k, h, i), h.size);
  }
  const float32x4_t factor = vdupq_n_f32(1.0f / exponentials(h.scores, h.seen.count));
  int c = 0;
  for (; c + 32 <= h.size; c += 32) {
    float32x4_t acc[8];
    for (float32x4_t& v : acc) v = vdupq_n_f32(0);
    for (int i = 0; i < h.seen.count; ++i) {
      const float* v = row_of(h.v, h, i) + c;
      const float32x4_t p = vdupq_n_f32(h.scores[i]);
      for (int k = 0; k < 8; ++k) acc[k] = vfmaq_f32(acc[k], p, vld1q_f32(v + 4 * k));
    }
    for (int k = 0; k < 8; ++k) vst1q_f32(h.out + c + 4 * k, vmulq_f32(acc[k], factor));
  }
  for (; c < h.size; c += 4) {
    float32x4_t acc = vdupq_n_f32(0);
    for (int i = 0; i < h.seen.count; ++i) {
      const float32x4_t v = load_first(row_of(h.v, h, i) + c, h.size - c);
      acc = vfmaq_f32(acc, vdupq_n_f32(h.scores[i]), v);
    }
    store_first(h.out + c, h.size - c, vmulq_f32(acc, factor));
  }
}

}  // namespace sotto::device::cpu::neon
#endif
