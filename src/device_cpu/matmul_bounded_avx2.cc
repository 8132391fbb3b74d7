#include "device_cpu/matmul_bounded.h"

#ifdef SOTTO_X86
#include <immintrin.h>

#include <algorithm>

#include "device_cpu/lanes_256.h"
#include "device_cpu/matmul_int8_panels.h"
#include "device_cpu/put_avx2.h"

namespace sotto::device::cpu::avx2 {
namespace {

constexpr int kPanelCols = BoundedPanelMatrix::kTogether;
static_assert(kLaneRows == Int8PanelMatrix::kRows);

// Eight columns of sixteen rows of w.
struct EightCols {
  __m256i first[2], last[2];

  SOTTO_AVX2 explicit EightCols(const int8_t* q) {
    const auto* from = reinterpret_cast<const __m256i*>(q);
    for (int j = 0; j < 2; ++j) {
      first[j] = _mm256_loadu_si256(from + j);
      last[j] = _mm256_loadu_si256(from + 2 + j);
    }
  }
  // Adds the products of rows 8 j to 8 j + 7 and the levels a, b. Five operations for 64: two
  // vpmaddubsw, whose sums in 16 bits do not saturate (BoundedPanelMatrix), their sum, and its
  // pairs in 32 bits.
  SOTTO_AVX2 void add(int j, __m256i a, __m256i b, __m256i ones, __m256i& sum) const {
    const __m256i words =
        _mm256_add_epi16(_mm256_maddubs_epi16(a, first[j]), _mm256_maddubs_epi16(b, last[j]));
    add_to(sum, _mm256_madd_epi16(words, ones));
  }
};

// The sums of N rows of x and a panel.
template <int N>
SOTTO_AVX2 inline __attribute__((always_inline)) void multiply_panel(const LevelRows& x,
                                                                     const int8_t* q, int cols,
                                                                     __m256i* to) {
  constexpr int kAhead = 4096;
  const __m256i ones = _mm256_set1_epi16(1);
  const uint8_t* from = x.low;
  __m256i sums[N][2];
#pragma GCC unroll 4
  for (int i = 0; i < N; ++i) sums[i][0] = sums[i][1] = _mm256_setzero_si256();
  for (int c = 0; c < cols; c += kPanelCols, from += kPanelCols, q += kPanelCols * kLaneRows) {
    _mm_prefetch(reinterpret_cast<const char*>(q) + kAhead, _MM_HINT_T0);
    _mm_prefetch(reinterpret_cast<const char*>(q) + kAhead + 64, _MM_HINT_T0);
    const EightCols w(q);
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i) {
      const __m256i a = broadcast_four_bytes(from + static_cast<size_t>(i) * x.step);
      const __m256i b = broadcast_four_bytes(from + static_cast<size_t>(i) * x.step + 4);
      w.add(0, a, b, ones, sums[i][0]);
      w.add(1, a, b, ones, sums[i][1]);
    }
  }
#pragma GCC unroll 4
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < 2; ++j) _mm256_store_si256(to + 2 * i + j, sums[i][j]);
}

// A row of x that meets w from memory: so many streams of panels at a time, far from each other,
// are read faster than one (kStreams of matmul_int_256.h).
constexpr int kPanelStreams = 4;

// The sums of one row of x and so many panels, each `apart` bytes behind the one before.
SOTTO_AVX2 inline void multiply_streams(const uint8_t* x, const int8_t* q, size_t apart, int cols,
                                        __m256i* to) {
  const __m256i ones = _mm256_set1_epi16(1);
  __m256i sums[kPanelStreams][2];
#pragma GCC unroll 4
  for (int m = 0; m < kPanelStreams; ++m) sums[m][0] = sums[m][1] = _mm256_setzero_si256();
  for (int c = 0; c < cols; c += kPanelCols, x += kPanelCols, q += kPanelCols * kLaneRows) {
    const __m256i a = broadcast_four_bytes(x), b = broadcast_four_bytes(x + 4);
#pragma GCC unroll 4
    for (int m = 0; m < kPanelStreams; ++m) {
      const EightCols w(q + static_cast<size_t>(m) * apart);
      w.add(0, a, b, ones, sums[m][0]);
      w.add(1, a, b, ones, sums[m][1]);
    }
  }
#pragma GCC unroll 4
  for (int m = 0; m < kPanelStreams; ++m)
    for (int j = 0; j < 2; ++j) _mm256_store_si256(to + 2 * m + j, sums[m][j]);
}

// The sums of N rows of x from `first` on and a panel, with its rests, to y.
template <int N>
SOTTO_AVX2 void put_panel(const LevelRows& x, int first, const BoundedPanelMatrix& w, int panel,
                          int32_t (*sums)[kLaneRows], const Output& y) {
  for (const BoundedPanelMatrix::Rest& rest : w.rests_of(panel)) {
    const uint8_t* from = x.low + rest.col;
#pragma GCC unroll 4
    for (int i = 0; i < N; ++i)
      sums[i][rest.row] += rest.value * from[static_cast<size_t>(i) * x.step];
  }
  const int at = panel * kLaneRows, there = w.rows - at;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < 2; ++j)
      put8(y, w.panels, first + i, x.scale_of(i), at + 8 * j, there - 8 * j,
           _mm256_load_si256(reinterpret_cast<const __m256i*>(sums[i]) + j));
}

int columns_of(const BoundedPanelMatrix& w) {
  return (w.cols + kPanelCols - 1) / kPanelCols * kPanelCols;
}
size_t bytes_of_panel(const BoundedPanelMatrix& w) {
  return static_cast<size_t>(columns_of(w)) * kLaneRows;
}

// N rows of x from `first` on and a panel.
template <int N>
SOTTO_AVX2 void bounded_tile(const LevelRows& x, int first, const BoundedPanelMatrix& w, int panel,
                             const Output& y) {
  const LevelRows own = x.from(first);
  alignas(32) int32_t sums[N][kLaneRows];
  multiply_panel<N>(own, w.panels.q + static_cast<size_t>(panel) * bytes_of_panel(w), columns_of(w),
                    reinterpret_cast<__m256i*>(sums));
  put_panel<N>(own, first, w, panel, sums, y);
}

// One row of x and kPanelStreams panels, each `apart` behind the one before.
SOTTO_AVX2 void bounded_streams(const LevelRows& x, const BoundedPanelMatrix& w, int panel,
                                int apart, const Output& y) {
  const size_t bytes = bytes_of_panel(w);
  alignas(32) int32_t sums[kPanelStreams][kLaneRows];
  multiply_streams(x.low, w.panels.q + static_cast<size_t>(panel) * bytes,
                   static_cast<size_t>(apart) * bytes, columns_of(w),
                   reinterpret_cast<__m256i*>(sums));
  for (int m = 0; m < kPanelStreams; ++m) put_panel<1>(x, 0, w, panel + m * apart, sums + m, y);
}

}  // namespace

void matmul_bounded(const LevelRows& x, const BoundedPanelMatrix& w, const Output& y, int begin,
                    int end) {
  using Tile = decltype(&bounded_tile<1>);
  static constexpr Tile kTiles[kLaneInputs] = {bounded_tile<1>, bounded_tile<2>, bounded_tile<3>,
                                               bounded_tile<4>};
  const int tiles = (x.rows + kLaneInputs - 1) / kLaneInputs;
  const int last = (end + kLaneRows - 1) / kLaneRows;
  int panel = (begin + kLaneRows - 1) / kLaneRows;
  if (x.rows == 1 && panel < last) {
    const int apart = (last - panel) / kPanelStreams, stop = panel + apart;
    for (; panel < stop; ++panel) bounded_streams(x, w, panel, apart, y);
    panel += apart * (kPanelStreams - 1);
  }
  for (; panel < last; ++panel)
    for (int t = 0; t < tiles; ++t) {
      const int first = x.rows * t / tiles, some = x.rows * (t + 1) / tiles - first;
      kTiles[some - 1](x, first, w, panel, y);
    }
}

}  // namespace sotto::device::cpu::avx2
#endif
