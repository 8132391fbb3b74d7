// Few rows of x and nibbles in groups of 32 with AVX2, two groups to a vector: a load of 32 bytes
// has the low and the high nibbles of a group in each half. Rows of x are brought into that order
// once, for all rows of w. Each number of y is summed as by every other kernel of groups.
#pragma once

#include <algorithm>
#include <cstring>

#include "device_cpu/lanes_256.h"
#include "device_cpu/output_256.h"
#include "device_cpu/quantized_rows.h"
#include "device_cpu/unpack_256.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx2 {

inline constexpr int kPairedGroups = 8;  // at a time: 256 columns, in four vectors of w
// Which group each lane of their sums belongs to: the even ones are in the lower halves.
inline constexpr int kPairedPlace[kPairedGroups] = {0, 2, 4, 6, 1, 3, 5, 7};

// Rows of x: of each pair of groups the numbers that meet low nibbles, then those that meet high
// ones; scales and sums in the order of the lanes. Zeros behind the last group.
struct PairedInputs {
  static constexpr int kRoom = 64 * 1024;

  alignas(32) int8_t q[kRoom];
  alignas(32) float scale[kRoom / 32], sum[kRoom / 32];
  int rows = 0, groups = 0;  // groups: a multiple of kPairedGroups

  static int padded(int count) {
    return (count + kPairedGroups - 1) / kPairedGroups * kPairedGroups;
  }
  // For how many rows of so many columns there is room.
  static int most(int cols) { return kRoom / 32 / std::max(kPairedGroups, padded(cols / 32)); }

  SOTTO_AVX2 void take(const QuantizedRows& x) {
    rows = x.rows;
    groups = padded(x.groups());
    for (int i = 0; i < rows; ++i) {
      const QuantizedRows row = x.from(i, 1);
      for (int g = 0; g < groups; g += kPairedGroups)
        take_groups(row, g, std::min(kPairedGroups, x.groups() - g), i * groups + g);
    }
  }

 private:
  SOTTO_AVX2 void take_groups(const QuantizedRows& row, int g, int n, int at) {
    alignas(32) int8_t own[kPairedGroups * 32] = {};
    std::memcpy(own, row.q + g * 32, static_cast<size_t>(n) * 32);
    auto* to = reinterpret_cast<__m256i*>(q + at * 32);
    const auto* from = reinterpret_cast<const __m256i*>(own);
    for (int k = 0; k < kPairedGroups; k += 2) {
      const __m256i a = _mm256_load_si256(from + k), b = _mm256_load_si256(from + k + 1);
      _mm256_store_si256(to + k, _mm256_permute2x128_si256(a, b, 0x20));
      _mm256_store_si256(to + k + 1, _mm256_permute2x128_si256(a, b, 0x31));
    }
    for (int lane = 0; lane < kPairedGroups; ++lane) {
      const int group = kPairedPlace[lane];
      scale[at + lane] = group < n ? row.scale[g + group] : 0;
      sum[at + lane] = group < n ? row.sum[g + group] : 0;
    }
  }
};

// load_scales() in the order of the lanes, without the factor.
SOTTO_AVX2 inline __attribute__((always_inline)) __m256 load_paired(const quant::Scales& s,
                                                                    size_t at, int n) {
  if (const uint16_t* half = s.f16(); half != nullptr) {
    uint16_t some[kPairedGroups] = {};
    half += at;
    if (n < kPairedGroups) {
      std::memcpy(some, half, static_cast<size_t>(n) * 2);
      half = some;
    }
    const __m128i order = _mm_setr_epi8(0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15);
    const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i*>(half));
    return _mm256_cvtph_ps(_mm_shuffle_epi8(halves, order));
  }
  float some[kPairedGroups] = {};
  const float* numbers = s.f32() + at;
  if (n < kPairedGroups) {
    std::memcpy(some, numbers, static_cast<size_t>(n) * 4);
    numbers = some;
  }
  return _mm256_permutevar8x32_ps(_mm256_loadu_ps(numbers),
                                  _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7));
}

// The weights of eight groups: of pair k what low nibbles say, and what high ones do.
struct NibblePairs {
  __m256i low[4], high[4];
  __m256 scales, biases;
};

// n <= 8 groups, whose nibbles are at p and whose scales from `at` on.
template <bool kShared>
SOTTO_AVX2 inline __attribute__((always_inline)) NibblePairs load_pairs(const quant::AffineView& w,
                                                                        const uint8_t* p, size_t at,
                                                                        int n) {
  alignas(32) uint8_t rest[kPairedGroups * 16];
  if (n < kPairedGroups) {
    std::memset(rest, 0, sizeof rest);
    std::memcpy(rest, p, static_cast<size_t>(n) * 16);
    p = rest;
  } else {
    prefetch_ahead<Fetch::to_first_cache>(p);
    prefetch_ahead<Fetch::to_first_cache>(p + 64);
  }
  NibblePairs pairs;
  const __m256i lower = _mm256_set1_epi8(15);
#pragma GCC unroll 4
  for (int k = 0; k < 4; ++k) {
    const __m256i bytes = load(p + 32 * k);
    pairs.low[k] = _mm256_and_si256(bytes, lower);
    pairs.high[k] = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), lower);
  }
  const __m256 scales = load_paired(w.scales, at, n);
  pairs.scales = _mm256_mul_ps(scales, _mm256_set1_ps(w.scales.factor()));
  pairs.biases = _mm256_mul_ps(kShared ? scales : load_paired(w.biases, at, n),
                               _mm256_set1_ps(w.biases.factor()));
  return pairs;
}

// (s_g xs_g) dot + b_g xsum_g of eight groups, in the order of the lanes. A sum of eight products
// of 2 * 15 * 127 fits into 16 bits, so that pairs of them need not be widened before.
SOTTO_AVX2 inline __attribute__((always_inline)) __m256 multiply_pairs(const NibblePairs& w,
                                                                       const PairedInputs& x,
                                                                       size_t group) {
  const auto* q = reinterpret_cast<const __m256i*>(x.q + group * 32);
  __m256i words[4];
#pragma GCC unroll 4
  for (int k = 0; k < 4; ++k)
    words[k] = _mm256_add_epi16(_mm256_maddubs_epi16(w.low[k], _mm256_load_si256(q + 2 * k)),
                                _mm256_maddubs_epi16(w.high[k], _mm256_load_si256(q + 2 * k + 1)));
  const __m256i sums = _mm256_hadd_epi16(_mm256_hadd_epi16(words[0], words[1]),
                                         _mm256_hadd_epi16(words[2], words[3]));
  const __m256 dots = _mm256_cvtepi32_ps(_mm256_madd_epi16(sums, _mm256_set1_epi16(1)));
  const __m256 both = _mm256_mul_ps(w.scales, _mm256_load_ps(x.scale + group));
  return _mm256_fmadd_ps(dots, both, _mm256_mul_ps(w.biases, _mm256_load_ps(x.sum + group)));
}

// Rows [begin, end) of w and N rows of x, the first of which is number `first` of y: eight at a
// time, so that their groups are added up in lanes. kShared: biases are the scales times a factor.
template <int N, bool kShared>
SOTTO_AVX2 void paired_rows(const PairedInputs& x, int first, const quant::AffineView& w,
                            const Output& y, int begin, int end) {
  constexpr int kTogether = 64;  // groups
  const auto row_bytes = static_cast<size_t>(w.words_per_row()) * 4;
  const auto groups = static_cast<size_t>(w.groups_per_row());
  const auto x_groups = static_cast<size_t>(x.groups);
  alignas(32) float parts[N][8][kTogether];
  for (int row = begin; row < end; row += 8) {
    const int rows = std::min(8, end - row);
    __m256 acc[N];
    for (int i = 0; i < N; ++i) acc[i] = _mm256_setzero_ps();
    for (size_t from = 0; from < groups; from += kTogether) {
      const size_t some = std::min<size_t>(kTogether, groups - from), whole = some / 8 * 8;
      for (int r = 0; r < rows; ++r) {
        const auto of = static_cast<size_t>(row + r);
        const uint8_t* p = reinterpret_cast<const uint8_t*>(w.packed) + of * row_bytes + from * 16;
        const size_t at = of * groups + from;
        const auto put = [&](const NibblePairs& pairs, size_t g) SOTTO_AVX2 {
#pragma GCC unroll 4
          for (size_t i = 0; i < N; ++i)
            _mm256_store_ps(parts[i][r] + g, multiply_pairs(pairs, x, i * x_groups + from + g));
        };
        for (size_t g = 0; g < whole; g += 8)
          put(load_pairs<kShared>(w, p + g * 16, at + g, kPairedGroups), g);
        if (whole < some)
          put(load_pairs<kShared>(w, p + whole * 16, at + whole, static_cast<int>(some - whole)),
              whole);
      }
      for (int i = 0; i < N; ++i)
        for (size_t g = 0; g < some; g += 8) {
          __m256 v[8];
          for (int r = 0; r < 8; ++r)
            v[r] = r < rows ? _mm256_load_ps(parts[i][r] + g) : _mm256_setzero_ps();
          turn(v);
          constexpr int kLane[8] = {0, 4, 1, 5, 2, 6, 3, 7};  // of each group
          const size_t n = std::min<size_t>(8, some - g);
          if (n == 8) {
#pragma GCC unroll 8
            for (int k = 0; k < 8; ++k) acc[i] = _mm256_add_ps(acc[i], v[kLane[k]]);
          } else {
            for (size_t k = 0; k < n; ++k) acc[i] = _mm256_add_ps(acc[i], v[kLane[k]]);
          }
        }
    }
    for (int i = 0; i < N; ++i) put8(y, first + i, row, rows, acc[i]);
  }
}

// The same for as many rows of x as there are.
template <bool kShared>
void paired_nibbles(const QuantizedRows& x, const quant::AffineView& w, const Output& y, int begin,
                    int end) {
  constexpr int kMost = 4;
  using Rows = decltype(&paired_rows<1, kShared>);
  static constexpr Rows kRows[kMost] = {paired_rows<1, kShared>, paired_rows<2, kShared>,
                                        paired_rows<3, kShared>, paired_rows<4, kShared>};
  PairedInputs inputs;
  const int most = std::min(kMost, PairedInputs::most(w.cols));
  for (int i = 0; i < x.rows; i += most) {
    const int some = std::min(most, x.rows - i);
    inputs.take(x.from(i, some));
    kRows[some - 1](inputs, i, w, y, begin, end);
  }
}

}  // namespace sotto::device::cpu::avx2
#endif
