// Groups with AVX2. A number of y is, group by group and whatever rows are beside it,
//   y += (s_g xs_g) dot(q_g, xq_g) + b_g xsum_g
// Several rows of x meet sixteen rows of w in lanes, which are unpacked and turned round once (of 8
// bits up to 64: affine_bytes_256.h); up to seven meet nibbles as they are unpacked
// (nibble_rows_256.h). Up to four rows of x meet rows of w as they lie, since memory decides there.
#pragma once

#include <algorithm>
#include <array>
#include <type_traits>

#include "device_cpu/affine_bytes_256.h"
#include "device_cpu/bytes_256.h"
#include "device_cpu/lanes_256.h"
#include "device_cpu/nibble_pairs_256.h"
#include "device_cpu/nibble_rows_256.h"
#include "device_cpu/output_256.h"
#include "device_cpu/unpack_256.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx2 {

inline constexpr int kChunkCols = 512;  // of sixteen rows: unpacked, half of the first cache
inline constexpr int kChunkGroups = kChunkCols / 32;
inline constexpr int kFewInputs = 4;  // rows of x that meet rows of w as they lie

// Rows of x and their sums.
struct LaneInputs {
  QuantizedRows x;
  alignas(32) float sums[kMostInputs][kLaneRows];
};

// `groups` groups of sixteen rows of w, a byte each: of four columns after the others those of rows
// 0 to 7, then those of rows 8 to 15.
template <int kBits, int kGroup>
struct Chunk {
  static constexpr int kGroups = kChunkCols / kGroup;

  alignas(64) uint8_t q[kChunkCols * kLaneRows];
  alignas(32) float scales[kChunkGroups][kLaneRows], biases[kChunkGroups][kLaneRows];
  int groups = 0;

  // Groups from `group` on of rows [row, row + rows); the last row again where there are fewer.
  SOTTO_AVX2 void fill(const quant::AffineView& w, int row, int rows, int group) {
    groups = std::min(kGroups, w.groups_per_row() - group);
    const auto row_bytes = static_cast<size_t>(w.words_per_row()) * 4;
    const auto* first =
        reinterpret_cast<const uint8_t*>(w.packed) + static_cast<size_t>(group) * kBytes;
    for (int half = 0; half < 2; ++half) {
      const uint8_t* from[8];
      for (int r = 0; r < 8; ++r)
        from[r] = first + static_cast<size_t>(row + std::min(8 * half + r, rows - 1)) * row_bytes;
      fill_values(from, half);
      fill_scales(w, row, rows, group, half);
    }
  }

 private:
  static constexpr size_t kBytes = kGroup * kBits / 8;

  __m256i* bytes_at(int col, int half) {
    return reinterpret_cast<__m256i*>(q) + col / 4 * 2 + half;
  }

  SOTTO_AVX2 void fill_values(const uint8_t* const (&from)[8], int half) {
    for (int g = 0; g < groups; ++g) {
      const size_t at = static_cast<size_t>(g) * kBytes;
      if constexpr (kBits == 6) fill_six_bits(from, at, g, half);
      if constexpr (kBits == 4) fill_nibbles(from, at, g, half);
    }
  }
  SOTTO_AVX2 void fill_six_bits(const uint8_t* const (&from)[8], size_t at, int g, int half) {
    alignas(32) uint8_t rows[8][kGroup];
    const uint8_t* turned[8];
    for (int r = 0; r < 8; ++r) {
      const Values<kGroup / 32> values = unpack<kBits, kGroup>(from[r] + at);
      for (int k = 0; k < kGroup / 32; ++k)
        _mm256_store_si256(reinterpret_cast<__m256i*>(rows[r]) + k, values.v[k]);
      turned[r] = rows[r];
    }
    __m256i* to = bytes_at(g * kGroup, half);
    for (size_t c = 0; c < kGroup; c += 16, to += 8) {
      __m256i v[4];
      load_turned(turned, c, v);
#pragma GCC unroll 4
      for (int k = 0; k < 4; ++k) _mm256_store_si256(to + 2 * k, v[k]);
    }
  }
  // Lower halves of bytes are the first half of a block of x, upper ones the second.
  SOTTO_AVX2 void fill_nibbles(const uint8_t* const (&from)[8], size_t at, int g, int half) {
    constexpr int kBlock = kGroup < 64 ? kGroup : 64;
    const __m256i lower = _mm256_set1_epi8(15);
    for (int block = 0; block < kGroup; block += kBlock) {
      for (int p = 0; p < kBlock / 2; p += 16) {
        __m256i v[4];
        load_turned(from, at + static_cast<size_t>(block / 2 + p), v);
        __m256i* to = bytes_at(g * kGroup + block + p, half);
#pragma GCC unroll 4
        for (int k = 0; k < 4; ++k) {
          _mm256_store_si256(to + 2 * k, _mm256_and_si256(v[k], lower));
          _mm256_store_si256(to + 2 * k + kBlock / 4,
                             _mm256_and_si256(_mm256_srli_epi16(v[k], 4), lower));
        }
      }
    }
  }
  // Biases that are the scales times a factor are not read again.
  SOTTO_AVX2 void fill_scales(const quant::AffineView& w, int row, int rows, int group, int half) {
    const bool shared = share_memory(w.scales, w.biases);
    for (int g = 0; g < groups; g += 8) {
      const int n = std::min(8, groups - g);
      __m256 v[8];
      load_scales_turned(w, w.scales, row, rows, group + g, half, n, v);
      put_scales(v, w.scales.factor(), g, n, half, scales);
      if (!shared) load_scales_turned(w, w.biases, row, rows, group + g, half, n, v);
      put_scales(v, w.biases.factor(), g, n, half, biases);
    }
  }
  // Without their factor: v[k] has group k of eight rows.
  SOTTO_AVX2 static void load_scales_turned(const quant::AffineView& w, const quant::Scales& from,
                                            int row, int rows, int group, int half, int n,
                                            __m256 (&v)[8]) {
    const auto per_row = static_cast<size_t>(w.groups_per_row());
    const quant::Scales numbers = from.times(1);
    for (int r = 0; r < 8; ++r) {
      const auto of = static_cast<size_t>(row + std::min(8 * half + r, rows - 1));
      v[r] = load_scales(numbers, of * per_row + static_cast<size_t>(group), n);
    }
    turn(v);
  }
  SOTTO_AVX2 static void put_scales(const __m256 (&v)[8], float factor, int g, int n, int half,
                                    float (&to)[kChunkGroups][kLaneRows]) {
    const __m256 all = _mm256_set1_ps(factor);
    for (int k = 0; k < n; ++k) _mm256_store_ps(to[g + k] + 8 * half, _mm256_mul_ps(v[k], all));
  }
};

// Some rows of x and a chunk of columns, as its kernel reads them.
struct LaneTile {
  const int8_t* q;  // of the first row
  const float *scale, *sum;
  float* sums;
  size_t stride, group_stride;

  LaneTile(LaneInputs& inputs, int first, int group)
      : sums(inputs.sums[first]),
        stride(static_cast<size_t>(inputs.x.stride())),
        group_stride(static_cast<size_t>(inputs.x.group_stride())) {
    const QuantizedRows x = inputs.x.from(first, 1);
    q = x.q + group * x.group;
    scale = x.scale + group;
    sum = x.sum + group;
  }
};

// Dots of a group of 6 bits and N rows of x: two products of 2 * 63 * 127 fit into 16 bits.
template <int kGroup, int N>
SOTTO_AVX2 inline __attribute__((always_inline)) void add_six_bits(const uint8_t* w,
                                                                   const int8_t* x, size_t stride,
                                                                   __m256i (&sums)[N][2]) {
  const auto* from = reinterpret_cast<const __m256i*>(w);
  const __m256i ones = _mm256_set1_epi16(1);
#pragma GCC unroll 2
  for (int c = 0; c < kGroup; c += 8, from += 4, x += 8) {
    const __m256i first[] = {_mm256_load_si256(from), _mm256_load_si256(from + 1)};
    const __m256i last[] = {_mm256_load_si256(from + 2), _mm256_load_si256(from + 3)};
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) {
      const __m256i a = broadcast_four_bytes(x + static_cast<size_t>(i) * stride);
      const __m256i b = broadcast_four_bytes(x + static_cast<size_t>(i) * stride + 4);
#pragma GCC unroll 2
      for (int j = 0; j < 2; ++j) {
        const __m256i words =
            _mm256_add_epi16(_mm256_maddubs_epi16(first[j], a), _mm256_maddubs_epi16(last[j], b));
        add_to(sums[i][j], _mm256_madd_epi16(words, ones));
      }
    }
  }
}

// Dots of a group of 4 bits, for which eight products of 2 * 15 * 127 do. They begin `sums`.
template <int kGroup, int N>
SOTTO_AVX2 inline __attribute__((always_inline)) void add_nibbles(const uint8_t* w, const int8_t* x,
                                                                  size_t stride,
                                                                  __m256i (&sums)[N][2]) {
  const auto* from = reinterpret_cast<const __m256i*>(w);
  const __m256i ones = _mm256_set1_epi16(1);
  for (int c = 0; c < kGroup; c += 32) {
    __m256i words[N][2];
#pragma GCC unroll 8
    for (int k = 0; k < 8; ++k, from += 2, x += 4) {
      const __m256i v[] = {_mm256_load_si256(from), _mm256_load_si256(from + 1)};
#pragma GCC unroll 4
      for (int i = 0; i < N; ++i) {
        const __m256i four = broadcast_four_bytes(x + static_cast<size_t>(i) * stride);
#pragma GCC unroll 2
        for (int j = 0; j < 2; ++j) {
          const __m256i products = _mm256_maddubs_epi16(v[j], four);
          if (k == 0)
            words[i][j] = products;
          else
            add_words_to(words[i][j], products);
        }
      }
    }
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i)
#pragma GCC unroll 2
      for (int j = 0; j < 2; ++j) {
        const __m256i products = _mm256_madd_epi16(words[i][j], ones);
        if (c == 0)
          sums[i][j] = products;
        else
          add_to(sums[i][j], products);
      }
  }
}

// A chunk and N rows of x.
template <int kBits, int kGroup, int N>
SOTTO_AVX2 void add_chunk(const Chunk<kBits, kGroup>& w, const LaneTile tile, Ahead ahead) {
  const uint8_t* q = w.q;
  for (int g = 0; g < w.groups; ++g, q += kGroup * kLaneRows) {
    ahead.fetch();
    __m256i sums[N][2];
    if constexpr (kBits == 6) {
#pragma GCC unroll 4
      for (int i = 0; i < N; ++i) sums[i][0] = sums[i][1] = _mm256_setzero_si256();
      add_six_bits<kGroup, N>(q, tile.q + g * kGroup, tile.stride, sums);
    }
    if constexpr (kBits == 4) add_nibbles<kGroup, N>(q, tile.q + g * kGroup, tile.stride, sums);
#pragma GCC unroll 2
    for (int j = 0; j < 2; ++j) {
      const __m256 scale = _mm256_load_ps(w.scales[g] + 8 * j);
      const __m256 bias = _mm256_load_ps(w.biases[g] + 8 * j);
#pragma GCC unroll 4
      for (int i = 0; i < N; ++i) {
        const auto row = static_cast<size_t>(i), group = static_cast<size_t>(g);
        const size_t at = row * tile.group_stride + group;
        const __m256 both = _mm256_mul_ps(scale, _mm256_broadcast_ss(tile.scale + at));
        const __m256 offset = _mm256_mul_ps(bias, _mm256_broadcast_ss(tile.sum + at));
        float* to = tile.sums + i * kLaneRows + 8 * j;
        const __m256 product = _mm256_fmadd_ps(_mm256_cvtepi32_ps(sums[i][j]), both, offset);
        _mm256_store_ps(to, _mm256_add_ps(_mm256_load_ps(to), product));
      }
    }
  }
}

// What is fetched while a block of sixteen rows of w is computed with: the rows behind it, and their
// scales, in the order in which memory has them. Each chunk fetches its part.
class NextRows {
 public:
  NextRows(const quant::AffineView& w, int row, int end) : is_there_(row < end) {
    const auto of = static_cast<size_t>(row), groups = static_cast<size_t>(w.groups_per_row());
    values_ =
        reinterpret_cast<const uint8_t*>(w.packed + of * static_cast<size_t>(w.words_per_row()));
    add(w.scales, of * groups);
    if (!share_memory(w.scales, w.biases)) add(w.biases, of * groups);
  }
  // The part of a chunk of so many groups: its scales at once, its values in so many steps.
  SOTTO_AVX2 Ahead fetch(int groups, int group_bytes, int steps) {
    if (!is_there_) return {};
    for (int k = 0; k < count_; ++k) {
      Numbers& some = scales_[k];
      const int bytes = groups * kLaneRows * some.bytes_each;
      for (int at = 0; at < bytes; at += 64)
        _mm_prefetch(reinterpret_cast<const char*>(some.at) + at, _MM_HINT_T1);
      some.at += bytes;
    }
    const int lines = groups * kLaneRows * group_bytes / 64;
    const Ahead ahead{values_, lines, (lines + steps - 1) / steps};
    values_ += lines * 64;
    return ahead;
  }

 private:
  struct Numbers {
    const uint8_t* at;
    int bytes_each;
  };
  void add(const quant::Scales& s, size_t first) {
    const auto each = s.bytes_each();
    const auto* at = s.f16() != nullptr ? reinterpret_cast<const uint8_t*>(s.f16())
                                        : reinterpret_cast<const uint8_t*>(s.f32());
    scales_[count_++] = {at + first * each, static_cast<int>(each)};
  }

  bool is_there_;
  const uint8_t* values_;
  Numbers scales_[2];
  int count_ = 0;
};

// Rows [begin, end) of w and those of `inputs`, which are rows of y from `first` on.
template <int kBits, int kGroup>
SOTTO_AVX2 void affine_lanes(LaneInputs& inputs, int first, const quant::AffineView& w,
                             const Output& y, int begin, int end) {
  using Add = decltype(&add_chunk<kBits, kGroup, 1>);
  static constexpr Add kAdd[kLaneInputs] = {
      add_chunk<kBits, kGroup, 1>, add_chunk<kBits, kGroup, 2>, add_chunk<kBits, kGroup, 3>,
      add_chunk<kBits, kGroup, 4>};
  const int n = inputs.x.rows, tiles = (n + kLaneInputs - 1) / kLaneInputs;
  Chunk<kBits, kGroup> chunk;
  for (int row = begin; row < end; row += kLaneRows) {
    const int rows = std::min(kLaneRows, end - row);
    std::fill_n(inputs.sums[0], n * kLaneRows, 0.0f);
    NextRows next(w, row + kLaneRows, end);
    for (int g = 0; g < w.groups_per_row(); g += chunk.kGroups) {
      chunk.fill(w, row, rows, g);
      Ahead ahead = next.fetch(chunk.groups, kGroup * kBits / 8, tiles * chunk.groups);
      int left = n;
      for (int t = tiles; t > 0; --t) {
        const int some = (left + t - 1) / t;
        kAdd[some - 1](chunk, LaneTile(inputs, n - left, g), ahead);
        ahead.skip(chunk.groups);
        left -= some;
      }
    }
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < kLaneRows; j += 8)
        put8(y, first + i, row + j, rows - j, _mm256_load_ps(inputs.sums[i] + j));
  }
}

// of[i][k] becomes the dots of group g + k of a row of w and row i of x.
template <int kBits, int kGroup, int N>
SOTTO_AVX2 inline __attribute__((always_inline)) void dots_of_group(const QuantizedRows& x,
                                                                    const uint8_t* q, int g, int k,
                                                                    __m256i (&of)[N][8]) {
  const uint8_t* p = q + (g + k) * (kGroup * kBits / 8);
  prefetch_ahead<Maddubs::kFetch>(p);
  const Values<kGroup / 32> values = unpack<kBits, kGroup>(p);
  const int8_t* xk = x.q + (g + k) * kGroup;
#pragma GCC unroll 4
  for (int i = 0; i < N; ++i)
    of[i][k] = Maddubs::dot<range_of(kBits)>(_mm256_setzero_si256(), values.v,
                                             xk + static_cast<size_t>(i) * size_t(x.stride()));
}

// (s_g xs_g) dot + b_g xsum_g of n <= 8 groups from g on of a row of w and N rows of x, a lane for
// each; kEight: n is 8, as nearly always.
template <int kBits, int kGroup, int N, bool kEight>
SOTTO_AVX2 inline __attribute__((always_inline)) void groups_of_row(const QuantizedRows& x,
                                                                    const quant::AffineView& w,
                                                                    const uint8_t* q, size_t at,
                                                                    int g, int n,
                                                                    __m256 (&products)[N]) {
  const auto group_stride = static_cast<size_t>(x.group_stride());
  __m256i of[N][8];
  if constexpr (kEight) {
#pragma GCC unroll 8
    for (int k = 0; k < 8; ++k) dots_of_group<kBits, kGroup>(x, q, g, k, of);
  } else {
    for (auto& row : of) std::fill(row, row + 8, _mm256_setzero_si256());
#pragma GCC unroll 1
    for (int k = 0; k < n; ++k) dots_of_group<kBits, kGroup>(x, q, g, k, of);
  }
  at += static_cast<size_t>(g);
  const __m256 scales = load_scales(w.scales, at, n), biases = load_scales(w.biases, at, n);
#pragma GCC unroll 4
  for (int i = 0; i < N; ++i) {
    const size_t xg = static_cast<size_t>(i) * group_stride + static_cast<size_t>(g);
    __m256i dot = sums_of_eight(of[i]);
    if constexpr (Maddubs::kCorrection<range_of(kBits)> != 0)
      dot = _mm256_add_epi32(dot,
                             _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x.sum128 + xg)));
    const __m256 both = _mm256_mul_ps(scales, _mm256_loadu_ps(x.scale + xg));
    const __m256 offset = _mm256_mul_ps(biases, _mm256_loadu_ps(x.sum + xg));
    products[i] = _mm256_fmadd_ps(_mm256_cvtepi32_ps(dot), both, offset);
  }
}

// N rows of x, the first of which is number `first` of y, and rows [begin, end) of w: eight at a
// time, so that their groups are added up in lanes.
template <int kBits, int kGroup, int N>
SOTTO_AVX2 void affine_few(const QuantizedRows& x, int first, const quant::AffineView& w,
                           const Output& y, int begin, int end) {
  constexpr int kTogether = 64;  // groups
  const auto row_bytes = static_cast<size_t>(w.words_per_row()) * 4;
  const int groups = w.groups_per_row();
  alignas(32) float parts[N][8][kTogether];
  for (int row = begin; row < end; row += 8) {
    const int rows = std::min(8, end - row);
    __m256 acc[N];
    for (int i = 0; i < N; ++i) acc[i] = _mm256_setzero_ps();
    for (int from = 0; from < groups; from += kTogether) {
      const int some = std::min(kTogether, groups - from);
      for (int r = 0; r < rows; ++r) {
        const auto of = static_cast<size_t>(row + r);
        const uint8_t* q = reinterpret_cast<const uint8_t*>(w.packed) + of * row_bytes;
        const size_t at = of * static_cast<size_t>(groups);
        __m256 products[N];
        for (int g = 0; g < some; g += 8) {
          if (g + 8 <= some)
            groups_of_row<kBits, kGroup, N, true>(x, w, q, at, from + g, 8, products);
          else
            groups_of_row<kBits, kGroup, N, false>(x, w, q, at, from + g, some - g, products);
          for (int i = 0; i < N; ++i) _mm256_store_ps(parts[i][r] + g, products[i]);
        }
      }
      for (int i = 0; i < N; ++i)
        for (int g = 0; g < some; g += 8) {
          __m256 v[8];
          for (int r = 0; r < 8; ++r)
            v[r] = r < rows ? _mm256_load_ps(parts[i][r] + g) : _mm256_setzero_ps();
          turn(v);
          for (int k = 0; k < std::min(8, some - g); ++k) acc[i] = _mm256_add_ps(acc[i], v[k]);
        }
    }
    for (int i = 0; i < N; ++i) put8(y, first + i, row, rows, acc[i]);
  }
}

// affine_few() for 1, 2 ... rows of x.
template <int kBits, int kGroup>
inline constexpr std::array kFew = {affine_few<kBits, kGroup, 1>, affine_few<kBits, kGroup, 2>,
                                    affine_few<kBits, kGroup, 3>, affine_few<kBits, kGroup, 4>};
static_assert(kFew<8, 64>.size() == kFewInputs);

template <int kBits, int kGroup>
void affine_of(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
               int end) {
  const int most = kBits == 8 ? WideInputs::most(w.cols) : kMostInputs;
  if constexpr (kBits == 4 && kGroup == 32) {
    if (x.rows <= kFewInputs && PairedInputs::most(w.cols) > 0)
      return share_memory(w.scales, w.biases) ? paired_nibbles<true>(x, w, y, begin, end)
                                              : paired_nibbles<false>(x, w, y, begin, end);
  }
  if constexpr (kBits == 4) {
    if (x.rows > kFewInputs && x.rows <= kMostNibbleInputs)
      return nibble_rows<kGroup>(x, w, y, begin, end);
  }
  if (x.rows <= kFewInputs || most == 0) {
    for (int i = 0; i < x.rows; i += kFewInputs) {
      const int some = std::min(kFewInputs, x.rows - i);
      kFew<kBits, kGroup>[some - 1](x.from(i, some), i, w, y, begin, end);
    }
    return;
  }
  std::conditional_t<kBits == 8, WideInputs, LaneInputs> inputs;
  const int blocks = (x.rows + most - 1) / most;
  for (int b = 0; b < blocks; ++b) {
    const int first = x.rows * b / blocks;
    inputs.x = x.from(first, x.rows * (b + 1) / blocks - first);
    if constexpr (kBits == 8) {
      inputs.widen();
      affine_bytes<kGroup>(inputs, first, w, y, begin, end);
    } else {
      affine_lanes<kBits, kGroup>(inputs, first, w, y, begin, end);
    }
  }
}

template <int kBits>
void affine_in_lanes(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
                     int end) {
  if (w.group == 32) return affine_of<kBits, 32>(x, w, y, begin, end);
  if (w.group == 64) return affine_of<kBits, 64>(x, w, y, begin, end);
  affine_of<kBits, 128>(x, w, y, begin, end);
}

}  // namespace sotto::device::cpu::avx2
#endif
