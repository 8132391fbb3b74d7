// SMMLA and USMMLA multiply two rows of w with two of x, eight columns at a time: twice the
// products of SDOT. Both want such pairs of rows side by side. Those of x are packed once a call,
// those of w as they are unpacked, in a buffer that all rows of x pass. One row of x is SDOT's
// business, and so are rows too long for the panel; as sums have the same order there, it gives the
// same bits.
#include "device_cpu/matmul_int_neon.h"
#include "device_cpu/matmul_int_neon_unpack.h"

#ifdef SOTTO_ARM64

namespace sotto::device::cpu::i8mm {
namespace {

constexpr int kPanelBytes = 32768;  // half of a first cache
constexpr int kMostRows = 32;
constexpr int kTile = 4;  // rows of w at a time: two pairs

// Rows of x, two by two: eight columns of one, then eight of the other. An odd row's partner is
// zeros.
struct Panel {
  alignas(16) int8_t q[kPanelBytes];
  size_t pair_bytes;
  QuantizedRows x;
  int first;

  static int rows_that_fit(const QuantizedRows& x) {
    const int fit = kPanelBytes / x.stride() / 2 * 2;
    return fit < kMostRows ? fit : kMostRows;
  }

  SOTTO_I8MM Panel(const QuantizedRows& all, int first, int count)
      : pair_bytes(2 * static_cast<size_t>(all.stride())), x(all.from(first, count)), first(first) {
    for (int p = 0; p < pairs(); ++p) {
      const int8_t* a = x.from(2 * p, 1).q;
      const int8_t* b = 2 * p + 1 < count ? x.from(2 * p + 1, 1).q : nullptr;
      int8_t* out = q + static_cast<size_t>(p) * pair_bytes;
      for (int c = 0; c < x.stride(); c += 8, out += 16) {
        const int8x8_t partner = b != nullptr ? vld1_s8(b + c) : vdup_n_s8(0);
        vst1q_s8(out, vcombine_s8(vld1_s8(a + c), partner));
      }
    }
  }
  int pairs() const { return (x.rows + 1) / 2; }
  const int8_t* pair(int p) const { return q + static_cast<size_t>(p) * pair_bytes; }
};

// Rows of w in pairs, and where the sums go. Rows behind `end` repeat the last one and are not put.
struct Rows {
  int at[kTile];
  int count;

  Rows(int row, int end) : count(end - row < kTile ? end - row : kTile) {
    for (int r = 0; r < kTile; ++r) at[r] = row + r < end ? row + r : end - 1;
  }
};

// Lane l of the four results: element 0, 1, 2, 3 of t[l].
SOTTO_I8MM inline void transpose(const int32x4_t (&t)[4], int32x4_t (&out)[4]) {
  const auto wide = [](int32x4_t v) { return vreinterpretq_s64_s32(v); };
  const auto narrow = [](int64x2_t v) { return vreinterpretq_s32_s64(v); };
  const int64x2_t a = wide(vtrn1q_s32(t[0], t[1])), b = wide(vtrn2q_s32(t[0], t[1]));
  const int64x2_t c = wide(vtrn1q_s32(t[2], t[3])), d = wide(vtrn2q_s32(t[2], t[3]));
  out[0] = narrow(vtrn1q_s64(a, c));
  out[1] = narrow(vtrn1q_s64(b, d));
  out[2] = narrow(vtrn2q_s64(a, c));
  out[3] = narrow(vtrn2q_s64(b, d));
}

// The kTile rows of w and all of the panel, in steps of four groups.
template <int kBits, int kGroup>
class AffineTile {
 public:
  SOTTO_I8MM AffineTile(const Panel& panel, const quant::AffineView& w, const Rows& rows)
      : panel_(panel), w_(w), rows_(rows) {
    const int groups = w.groups_per_row();
    for (int r = 0; r < kTile; ++r) {
      for (int i = 0; i < panel.x.rows; ++i) acc_[i][r] = vdupq_n_f32(0);
      for (int g = 0; g < groups; g += 4) {
        const float32x4_t b = neon::load_scales(w.biases, scale_at(r, g), groups - g);
        for (int i = 0; i < panel.x.rows; ++i) {
          acc_[i][r] = vfmaq_f32(acc_[i][r], b, vld1q_f32(panel.x.from(i, 1).sum + g));
        }
      }
    }
    for (int g = 0; g < groups; g += 4) step(g, groups - g < 4 ? groups - g : 4);
  }

  SOTTO_I8MM void put(const Output& y) const {
    for (int i = 0; i < panel_.x.rows; ++i) {
      for (int r = 0; r < rows_.count; ++r) {
        y.put(panel_.first + i, rows_.at[r], vaddvq_f32(acc_[i][r]));
      }
    }
  }

 private:
  static constexpr int kVectors = kGroup / 8;  // of a group of a pair

  size_t scale_at(int r, int g) const {
    return static_cast<size_t>(rows_.at[r]) * static_cast<size_t>(w_.groups_per_row()) +
           static_cast<size_t>(g);
  }

  SOTTO_I8MM void unpack(int g0, int n) {
    const auto row_bytes = static_cast<size_t>(w_.words_per_row()) * 4;
    const auto* packed = reinterpret_cast<const uint8_t*>(w_.packed);
    for (int pair = 0; pair < 2; ++pair) {
      for (int k = 0; k < n; ++k) {
        const size_t at = static_cast<size_t>(g0 + k) * (kGroup * kBits / 8);
        uint8x16_t a[kGroup / 16], b[kGroup / 16];
        neon::unpack<kBits, kGroup>(
            packed + static_cast<size_t>(rows_.at[2 * pair]) * row_bytes + at, a);
        neon::unpack<kBits, kGroup>(
            packed + static_cast<size_t>(rows_.at[2 * pair + 1]) * row_bytes + at, b);
        for (int v = 0; v < kGroup / 16; ++v) {
          const uint64x2_t va = vreinterpretq_u64_u8(a[v]), vb = vreinterpretq_u64_u8(b[v]);
          values_[pair][k][2 * v] = vreinterpretq_u8_u64(vzip1q_u64(va, vb));
          values_[pair][k][2 * v + 1] = vreinterpretq_u8_u64(vzip2q_u64(va, vb));
        }
      }
    }
  }

  SOTTO_I8MM void step(int g, int n) {
    unpack(g, n);
    float32x4_t scales[kTile];
    for (int r = 0; r < kTile; ++r) scales[r] = neon::load_scales(w_.scales, scale_at(r, g), n);
    int p = 0;
    for (; p + 2 <= panel_.pairs(); p += 2) multiply<2>(p, g, n, scales);
    if (p < panel_.pairs()) multiply<1>(p, g, n, scales);
  }

  // P pairs of x from `first` on.
  template <int P>
  SOTTO_I8MM void multiply(int first, int g, int n, const float32x4_t (&scales)[kTile]) {
    int32x4_t dots[P][2][4];  // of a pair of x, a pair of w, a group
    for (int k = 0; k < 4; ++k) {
      int32x4_t t[P][2];
      for (int p = 0; p < P; ++p) t[p][0] = t[p][1] = vdupq_n_s32(0);
      for (int v = 0; k < n && v < kVectors; ++v) {
        for (int p = 0; p < P; ++p) {
          const int8x16_t x = vld1q_s8(panel_.pair(first + p) + 2 * (g + k) * kGroup + 16 * v);
          t[p][0] = vusmmlaq_s32(t[p][0], values_[0][k][v], x);
          t[p][1] = vusmmlaq_s32(t[p][1], values_[1][k][v], x);
        }
      }
      for (int p = 0; p < P; ++p) {
        dots[p][0][k] = t[p][0];
        dots[p][1][k] = t[p][1];
      }
    }
    for (int p = 0; p < P; ++p) {
      for (int pair = 0; pair < 2; ++pair) {
        int32x4_t four[4];  // rows of w and x: 0 0, 0 1, 1 0, 1 1
        transpose(dots[p][pair], four);
        for (int k = 0; k < 4; ++k) {
          const int i = 2 * (first + p) + k % 2, r = 2 * pair + k / 2;
          if (i >= panel_.x.rows) continue;
          const float32x4_t scale = vmulq_f32(scales[r], vld1q_f32(panel_.x.from(i, 1).scale + g));
          acc_[i][r] = vfmaq_f32(acc_[i][r], vcvtq_f32_s32(four[k]), scale);
        }
      }
    }
  }

  const Panel& panel_;
  const quant::AffineView& w_;
  const Rows& rows_;
  uint8x16_t values_[2][4][kVectors];
  float32x4_t acc_[kMostRows][kTile];
};

// 16 columns of two int8 rows as two vectors of pairs; zeros from `cols` on, where x has them.
SOTTO_I8MM inline void load_pair(const int8_t* a, const int8_t* b, int left, int8x16_t (&out)[2]) {
  int8_t rest[2][16] = {};
  if (left < 16) {
    __builtin_memcpy(rest[0], a, static_cast<size_t>(left));
    __builtin_memcpy(rest[1], b, static_cast<size_t>(left));
    a = rest[0];
    b = rest[1];
  }
  const int64x2_t va = vreinterpretq_s64_s8(vld1q_s8(a)), vb = vreinterpretq_s64_s8(vld1q_s8(b));
  out[0] = vreinterpretq_s8_s64(vzip1q_s64(va, vb));
  out[1] = vreinterpretq_s8_s64(vzip2q_s64(va, vb));
}

// P pairs of x and kTile rows of w: whole rows in 32 bits, as int8 rows are.
template <int P>
SOTTO_I8MM void int8_tile(const Panel& panel, int first, const quant::Sym8View& w, const Rows& rows,
                          const Output& y) {
  const int8_t* q[kTile];
  for (int r = 0; r < kTile; ++r) {
    q[r] = w.q + static_cast<size_t>(rows.at[r]) * static_cast<size_t>(w.cols);
  }
  int32x4_t acc[P][2];
  for (int p = 0; p < P; ++p) acc[p][0] = acc[p][1] = vdupq_n_s32(0);
  for (int c = 0; c < w.cols; c += 16) {
    int8x16_t values[2][2];
    for (int pair = 0; pair < 2; ++pair) {
      load_pair(q[2 * pair] + c, q[2 * pair + 1] + c, w.cols - c, values[pair]);
    }
    for (int p = 0; p < P; ++p) {
      for (int v = 0; v < 2; ++v) {
        const int8x16_t x = vld1q_s8(panel.pair(first + p) + 2 * c + 16 * v);
        acc[p][0] = vmmlaq_s32(acc[p][0], values[0][v], x);
        acc[p][1] = vmmlaq_s32(acc[p][1], values[1][v], x);
      }
    }
  }
  for (int p = 0; p < P; ++p) {
    int32_t dots[kTile][2];
    vst1q_s32(dots[0], acc[p][0]);
    vst1q_s32(dots[2], acc[p][1]);
    for (int k = 0; k < 2 * rows.count; ++k) {
      const int i = 2 * (first + p) + k % 2, row = rows.at[k / 2];
      if (i >= panel.x.rows) continue;
      y.put(panel.first + i, row,
            w.scales[row] * *panel.x.from(i, 1).scale * static_cast<float>(dots[k / 2][k % 2]));
    }
  }
}

template <class Tile>
void cover(const QuantizedRows& x, int begin, int end, const Tile& tile) {
  const int most = Panel::rows_that_fit(x);
  for (int i = 0; i < x.rows; i += most) {
    const Panel panel(x, i, x.rows - i < most ? x.rows - i : most);
    for (int row = begin; row < end; row += kTile) tile(panel, Rows(row, end));
  }
}

bool is_for_dots(const QuantizedRows& x) { return x.rows == 1 || Panel::rows_that_fit(x) < 2; }

template <int kBits, int kGroup>
void affine_groups(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
                   int end) {
  cover(x, begin, end, [&](const Panel& panel, const Rows& rows) {
    AffineTile<kBits, kGroup>(panel, w, rows).put(y);
  });
}

template <int kBits>
void affine(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
            int end) {
  if (w.group == 32) return affine_groups<kBits, 32>(x, w, y, begin, end);
  if (w.group == 64) return affine_groups<kBits, 64>(x, w, y, begin, end);
  affine_groups<kBits, 128>(x, w, y, begin, end);
}

}  // namespace

void matmul_q8(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
               int end) {
  if (is_for_dots(x)) return neondot::matmul_q8(x, w, y, begin, end);
  affine<8>(x, w, y, begin, end);
}
void matmul_q6(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
               int end) {
  if (is_for_dots(x)) return neondot::matmul_q6(x, w, y, begin, end);
  affine<6>(x, w, y, begin, end);
}
void matmul_q4(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
               int end) {
  if (is_for_dots(x)) return neondot::matmul_q4(x, w, y, begin, end);
  affine<4>(x, w, y, begin, end);
}
void matmul_int8(const QuantizedRows& x, const quant::Sym8View& w, const Output& y, int begin,
                 int end) {
  if (is_for_dots(x)) return neondot::matmul_int8(x, w, y, begin, end);
  cover(x, begin, end, [&](const Panel& panel, const Rows& rows) {
    int p = 0;
    for (; p + 4 <= panel.pairs(); p += 4) int8_tile<4>(panel, p, w, rows, y);
    if (p + 2 <= panel.pairs()) int8_tile<2>(panel, p, w, rows, y), p += 2;
    if (p < panel.pairs()) int8_tile<1>(panel, p, w, rows, y);
  });
}

}  // namespace sotto::device::cpu::i8mm
#endif
