#include "device_cpu/block_attention.h"

#include <algorithm>

#include "device_cpu/attention.h"
#include "device_cpu/matmul_panels_avx2.h"
#include "device_cpu/matmul_panels_avx512.h"
#include "device_cpu/matmul_panels_neon.h"

namespace sotto::device::cpu {
namespace {

void block_attention_portable(const AttentionBlock& b) {
  const Attention one = attention_variants().front().fn;
  for (size_t i = 0; i < b.seen.size(); ++i) {
    one({.q = b.q + i * b.q_step,
         .k = b.k,
         .v = b.v,
         .stride = b.kv_step,
         .size = b.size,
         .scale = b.scale,
         .seen = b.seen[i],
         .scores = b.scratch,
         .out = b.out + i * b.q_step});
  }
}

#ifdef SOTTO_X86
// Eight rows of eight numbers become eight columns, `step` apart.
SOTTO_AVX2 void transpose8(const float* const* rows, int c, float* to, int step) {
  __m256 a[8], b[8];
  for (int i = 0; i < 8; ++i) a[i] = _mm256_loadu_ps(rows[i] + c);
  for (int i = 0; i < 8; i += 2) {
    b[i] = _mm256_unpacklo_ps(a[i], a[i + 1]);
    b[i + 1] = _mm256_unpackhi_ps(a[i], a[i + 1]);
  }
  for (int i = 0; i < 8; i += 4) {
    a[i] = _mm256_shuffle_ps(b[i], b[i + 2], 0x44);
    a[i + 1] = _mm256_shuffle_ps(b[i], b[i + 2], 0xee);
    a[i + 2] = _mm256_shuffle_ps(b[i + 1], b[i + 3], 0x44);
    a[i + 3] = _mm256_shuffle_ps(b[i + 1], b[i + 3], 0xee);
  }
  for (int i = 0; i < 4; ++i) {
    _mm256_storeu_ps(to + i * step, _mm256_permute2f128_ps(a[i], a[i + 4], 0x20));
    _mm256_storeu_ps(to + (i + 4) * step, _mm256_permute2f128_ps(a[i], a[i + 4], 0x31));
  }
}

// Keys in panels of 16, as PanelMatrix has rows; the last key fills up the last panel, all of it:
// products take whole panels.
SOTTO_AVX2 void pack_keys(const AttentionBlock& b, float* panels) {
  constexpr int kRows = PanelMatrix::kRows;
  for (int key = 0; key < (b.count + kRows - 1) / kRows * kRows; key += 8) {
    const float* rows[8];
    for (int i = 0; i < 8; ++i) {
      rows[i] = b.k + static_cast<size_t>(b.first + std::min(key + i, b.count - 1)) * b.kv_step;
    }
    float* to = panels + key / kRows * kRows * b.size + key % kRows;
    int c = 0;
    for (; c + 8 <= b.size; c += 8) transpose8(rows, c, to + c * kRows, kRows);
    for (; c < b.size; ++c) {
      for (int i = 0; i < 8; ++i) to[c * kRows + i] = rows[i][c];
    }
  }
}

// softmax(scale * scores) in place.
SOTTO_AVX2 void softmax(float* scores, int n, float scale) {
  if (n == 0) return;
  const float part = 1.0f / avx2::exponentials(scale, scores, n);
  for (int i = 0; i < n; ++i) scores[i] *= part;
}

// The three steps of a block on AVX2: keys are packed, queries multiplied by them, and their shares
// by 16 columns of the values.
struct Avx2Products {
  static constexpr auto pack = pack_keys;
  static constexpr auto parts = softmax;
  static constexpr auto scores = avx2::multiply_panels<float>;
  static void values(const Windows& x, const float* v, size_t step, const Output& y, int c) {
    avx2::panel_rows(x, v, step, y, c, 16);
  }
};
struct Avx512Products : Avx2Products {
  static constexpr auto scores = avx512::multiply_panels<float>;
  static void values(const Windows& x, const float* v, size_t step, const Output& y, int c) {
    avx512::panel_rows(x, v, step, y, c, 16);
  }
};
#endif

#ifdef SOTTO_ARM64
// Four rows of four numbers become four columns, `step` apart.
void transpose4(const float* const* rows, int c, float* to, int step) {
  float32x4_t a[4];
  for (int i = 0; i < 4; ++i) a[i] = vld1q_f32(rows[i] + c);
  const auto wide = [](float32x4_t v) { return vreinterpretq_f64_f32(v); };
  for (int i = 0; i < 4; i += 2) {
    const float32x4_t even = vtrn1q_f32(a[i], a[i + 1]);
    a[i + 1] = vtrn2q_f32(a[i], a[i + 1]);
    a[i] = even;
  }
  for (int i = 0; i < 2; ++i) {
    const float64x2_t low = wide(a[i]), high = wide(a[i + 2]);
    vst1q_f32(to + i * step, vreinterpretq_f32_f64(vtrn1q_f64(low, high)));
    vst1q_f32(to + (i + 2) * step, vreinterpretq_f32_f64(vtrn2q_f64(low, high)));
  }
}

// Packs keys as AVX2 does, four rows at a time.
void pack_keys(const AttentionBlock& b, float* panels) {
  constexpr int kRows = PanelMatrix::kRows;
  for (int key = 0; key < (b.count + kRows - 1) / kRows * kRows; key += 4) {
    const float* rows[4];
    for (int i = 0; i < 4; ++i)
      rows[i] = b.k + static_cast<size_t>(b.first + std::min(key + i, b.count - 1)) * b.kv_step;
    float* to = panels + key / kRows * kRows * b.size + key % kRows;
    int c = 0;
    for (; c + 4 <= b.size; c += 4) transpose4(rows, c, to + c * kRows, kRows);
    for (; c < b.size; ++c) {
      for (int i = 0; i < 4; ++i) to[c * kRows + i] = rows[i][c];
    }
  }
}

void softmax(float* scores, int n, float scale) {
  if (n == 0) return;
  for (int i = 0; i < n; ++i) scores[i] *= scale;
  const float part = 1.0f / neon::exponentials(scores, n);
  for (int i = 0; i < n; ++i) scores[i] *= part;
}

struct NeonProducts {
  static constexpr auto pack = pack_keys;
  static constexpr auto parts = softmax;
  static constexpr auto scores = neon::multiply_panels<float>;
  static void values(const Windows& x, const float* v, size_t step, const Output& y, int c) {
    neon::panel_rows(x, v, step, y, c, 16);
  }
};
#endif

#if defined(SOTTO_X86) || defined(SOTTO_ARM64)
template <class Products>
void block_attention(const AttentionBlock& b) {
  const int queries = static_cast<int>(b.seen.size());
  const int keys = (b.count + 15) / 16 * 16;
  float* panels = b.scratch;
  const Activations p{panels + keys * b.size, queries, b.count};
  Products::pack(b, panels);
  Products::scores({b.q, queries, b.size, b.q_step}, panels,
                   {.f32 = panels, .rows = b.count, .cols = b.size}, {p}, {0, b.count});
  for (int i = 0; i < queries; ++i) {
    const VisibleKeys& seen = b.seen[static_cast<size_t>(i)];
    float* row = p.row(i).data();
    const int from = seen.first - b.first, end = from + seen.count;
    std::fill(row, row + from, 0.0f);
    Products::parts(row + from, seen.count, b.scale);
    std::fill(row + end, row + b.count, 0.0f);  // a sum that such a product joins stays as it is
  }
  const float* v = b.v + static_cast<size_t>(b.first) * b.kv_step;
  const Output out{{b.out, queries, static_cast<int>(b.q_step)}};
  const Windows x{p.data, queries, b.count, static_cast<size_t>(b.count)};
  int c = 0;
  for (; c + 16 <= b.size; c += 16) Products::values(x, v + c, b.kv_step, out, c);
  for (; c < b.size; ++c) {
    for (int i = 0; i < queries; ++i) {
      float sum = 0;
      for (int k = 0; k < b.count; ++k) {
        sum += x.row(i)[k] * v[static_cast<size_t>(k) * b.kv_step + static_cast<size_t>(c)];
      }
      out.put(i, c, sum);
    }
  }
}
#endif

constexpr Variant<BlockAttention> kBlockAttention[] = {
    {Isa::portable, block_attention_portable},
#ifdef SOTTO_X86
    {Isa::avx2, block_attention<Avx2Products>},
    {Isa::avx512, block_attention<Avx512Products>},
#endif
#ifdef SOTTO_ARM64
    {Isa::neon, block_attention<NeonProducts>},
#endif
};

}  // namespace

std::span<const Variant<BlockAttention>> block_attention_variants() { return kBlockAttention; }

}  // namespace sotto::device::cpu
