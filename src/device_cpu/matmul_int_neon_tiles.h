// The integer kernels in vectors of 128 bits: one source for plain NEON and for its dot product. Dot has
//   add<kBits>(start, w, x)  adds the products of the vectors w, signed bytes of no more than that
//               many bits, and as many activations from x on, in whatever lanes
// Unsigned bytes become signed ones by taking 128 from them, which sum128 gives back.
//
// The dots of four groups come together in one vector, which is scaled and added up: lane l of a
// number's sum has groups l, l + 4, ...; it begins with their offsets. So the order does not depend
// on the tile.
#pragma once

#include "device_cpu/matmul_int_neon.h"
#include "device_cpu/matmul_int_neon_unpack.h"

#ifdef SOTTO_ARM64
namespace sotto::device::cpu::neon {

// N rows of activations as a tile reads them.
struct Inputs {
  const int8_t* q;
  const float* scale;
  const float* sum;
  const int32_t* sum128;
  size_t stride, group_stride;
  int first;

  Inputs(const QuantizedRows& x, int first)
      : stride(static_cast<size_t>(x.stride())),
        group_stride(static_cast<size_t>(x.group_stride())),
        first(first) {
    const QuantizedRows from = x.from(first, 1);
    q = from.q;
    scale = from.scale;
    sum = from.sum;
    sum128 = from.sum128;
  }
};

// The dots of n <= 4 groups from g0 on; R rows of w are row_bytes apart from p on.
template <class Dot, int kBits, int kGroup, int N, int R>
inline __attribute__((always_inline)) void group_dots(const Inputs& x, const uint8_t* p,
                                                      size_t row_bytes, size_t g0, int n,
                                                      int32x4_t (&dots)[N][R]) {
  constexpr int kVectors = kGroup / 16;
  int32x4_t lanes[4][N][R];
  for (int k = 0; k < 4; ++k) {
    for (int i = 0; i < N; ++i) {
      for (int r = 0; r < R; ++r) lanes[k][i][r] = vdupq_n_s32(0);
    }
    if (k >= n) continue;
    const size_t g = g0 + static_cast<size_t>(k);
    for (size_t r = 0; r < R; ++r) {
      uint8x16_t values[kVectors];
      int8x16_t w[kVectors];
      unpack<kBits, kGroup>(p + r * row_bytes + g * (kGroup * kBits / 8), values);
      for (int v = 0; v < kVectors; ++v) {
        w[v] = vreinterpretq_s8_u8(kBits == 8 ? veorq_u8(values[v], vdupq_n_u8(128)) : values[v]);
      }
      for (size_t i = 0; i < N; ++i) {
        lanes[k][i][r] =
            Dot::template add<kBits>(lanes[k][i][r], w, x.q + i * x.stride + g * kGroup);
      }
    }
  }
  for (size_t i = 0; i < N; ++i) {
    for (int r = 0; r < R; ++r) {
      dots[i][r] = vpaddq_s32(vpaddq_s32(lanes[0][i][r], lanes[1][i][r]),
                              vpaddq_s32(lanes[2][i][r], lanes[3][i][r]));
      if constexpr (kBits == 8) {
        dots[i][r] = vaddq_s32(dots[i][r], vld1q_s32(x.sum128 + i * x.group_stride + g0));
      }
    }
  }
}

template <class Dot, int kBits, int kGroup, int N, int R>
inline __attribute__((always_inline)) void add_groups(const Inputs& x, const quant::AffineView& w,
                                                      const uint8_t* p, size_t row_bytes, size_t at,
                                                      size_t g, int n, float32x4_t (&acc)[N][R]) {
  int32x4_t dots[N][R];
  group_dots<Dot, kBits, kGroup>(x, p, row_bytes, g, n, dots);
  const auto groups = static_cast<size_t>(w.groups_per_row());
  for (size_t r = 0; r < R; ++r) {
    const float32x4_t s = load_scales(w.scales, at + r * groups + g, n);
    for (size_t i = 0; i < N; ++i) {
      const float32x4_t scale = vmulq_f32(s, vld1q_f32(x.scale + i * x.group_stride + g));
      acc[i][r] = vfmaq_f32(acc[i][r], vcvtq_f32_s32(dots[i][r]), scale);
    }
  }
}

// N rows of x and R of w from `row` on.
template <class Dot, int kBits, int kGroup, int N, int R>
void affine_tile(const Inputs& x, const quant::AffineView& w, const Output& y, int row) {
  const auto row_bytes = static_cast<size_t>(w.words_per_row()) * 4;
  const auto groups = static_cast<size_t>(w.groups_per_row());
  const auto* p = reinterpret_cast<const uint8_t*>(w.packed) + static_cast<size_t>(row) * row_bytes;
  const size_t at = static_cast<size_t>(row) * groups;
  float32x4_t acc[N][R];
  for (size_t i = 0; i < N; ++i) {
    for (size_t r = 0; r < R; ++r) {
      acc[i][r] = vdupq_n_f32(0);
      for (size_t g = 0; g < groups; g += 4) {
        const float32x4_t b =
            load_scales(w.biases, at + r * groups + g, static_cast<int>(groups - g));
        acc[i][r] = vfmaq_f32(acc[i][r], b, vld1q_f32(x.sum + i * x.group_stride + g));
      }
    }
  }
  size_t g = 0;
  for (; g + 4 <= groups; g += 4) add_groups<Dot, kBits, kGroup>(x, w, p, row_bytes, at, g, 4, acc);
  if (g < groups) {
    add_groups<Dot, kBits, kGroup>(x, w, p, row_bytes, at, g, static_cast<int>(groups - g), acc);
  }
  for (int i = 0; i < N; ++i) {
    for (int r = 0; r < R; ++r) y.put(x.first + i, row + r, vaddvq_f32(acc[i][r]));
  }
}

// int8 rows. The sum of a whole row is exact in 32 bits: kSym8MostCols. Lanes may wrap on the way;
// the wrapped sum is right all the same.
template <class Dot, int N, int R>
void int8_tile(const Inputs& x, const quant::Sym8View& w, const Output& y, int row) {
  const auto cols = static_cast<size_t>(w.cols);
  const int8_t* q = w.q + static_cast<size_t>(row) * cols;
  int32x4_t acc[N][R];
  for (int i = 0; i < N; ++i) {
    for (int r = 0; r < R; ++r) acc[i][r] = vdupq_n_s32(0);
  }
  for (size_t c = 0; c < cols; c += 32) {
    for (size_t r = 0; r < R; ++r) {
      const int8_t* p = q + r * cols + c;
      int8_t rest[32];
      if (cols - c < 32) {
        __builtin_memset(rest, 0, sizeof rest);  // where x has zeros
        __builtin_memcpy(rest, p, cols - c);
        p = rest;
      }
      const int8x16_t values[2] = {vld1q_s8(p), vld1q_s8(p + 16)};
      for (size_t i = 0; i < N; ++i)
        acc[i][r] = Dot::template add<8>(acc[i][r], values, x.q + i * x.stride + c);
    }
  }
  for (size_t i = 0; i < N; ++i) {
    for (int r = 0; r < R; ++r) {
      y.put(x.first + static_cast<int>(i), row + r,
            w.scales[row + r] * x.scale[i * x.group_stride] *
                static_cast<float>(vaddvq_s32(acc[i][r])));
    }
  }
}

// Covers the rows of x with parts of up to four, in bands of w that stay in the first cache while
// all rows of x pass. One row of x reads the rows of w one after the other, as memory likes it
// best; several take two of w at a time, so that more products than loads are done.
template <class Tiles>
void cover(const QuantizedRows& x, size_t row_bytes, int begin, int end, const Tiles& tiles) {
  constexpr size_t kBand = 16384;
  int band = kBand / row_bytes < 4 ? 4 : static_cast<int>(kBand / row_bytes);
  if (x.rows == 1) band = end - begin;
  for (; begin < end; begin += band) {
    const int stop = end - begin < band ? end : begin + band;
    int i = 0;
    for (; i + 4 <= x.rows; i += 4) tiles.template run<4, 2>(Inputs(x, i), begin, stop);
    if (i + 2 <= x.rows) tiles.template run<2, 2>(Inputs(x, i), begin, stop);
    i += (x.rows - i) / 2 * 2;
    if (i < x.rows) tiles.template run<1, 1>(Inputs(x, i), begin, stop);
  }
}

template <class Dot, int kBits, int kGroup>
struct AffineTiles {
  const quant::AffineView& w;
  const Output& y;

  template <int N, int R>
  void run(const Inputs& x, int begin, int end) const {
    for (; begin + R <= end; begin += R) affine_tile<Dot, kBits, kGroup, N, R>(x, w, y, begin);
    for (; begin < end; ++begin) affine_tile<Dot, kBits, kGroup, N, 1>(x, w, y, begin);
  }
};

template <class Dot>
struct Int8Tiles {
  const quant::Sym8View& w;
  const Output& y;

  template <int N, int R>
  void run(const Inputs& x, int begin, int end) const {
    for (; begin + R <= end; begin += R) int8_tile<Dot, N, R>(x, w, y, begin);
    for (; begin < end; ++begin) int8_tile<Dot, N, 1>(x, w, y, begin);
  }
};

template <class Dot, int kBits>
void affine(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
            int end) {
  const auto row_bytes = static_cast<size_t>(w.words_per_row()) * 4;
  if (w.group == 32) return cover(x, row_bytes, begin, end, AffineTiles<Dot, kBits, 32>{w, y});
  if (w.group == 64) return cover(x, row_bytes, begin, end, AffineTiles<Dot, kBits, 64>{w, y});
  cover(x, row_bytes, begin, end, AffineTiles<Dot, kBits, 128>{w, y});
}

template <class Dot>
void int8(const QuantizedRows& x, const quant::Sym8View& w, const Output& y, int begin, int end) {
  cover(x, static_cast<size_t>(w.cols), begin, end, Int8Tiles<Dot>{w, y});
}

}  // namespace sotto::device::cpu::neon
#endif
