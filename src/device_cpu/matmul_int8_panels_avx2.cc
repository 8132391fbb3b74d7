// int8 panels and levels of at most 12 bits with AVX2. Both become words, of which vpmaddwd
// multiplies two columns of eight outputs at once: a lane is an output, and no sum runs across
// lanes. Six rows of x times a panel are 12 accumulators, which with two vectors of w, one pair of
// words of x and a product fill the 16 registers. Each pair costs a multiplication and an addition:
// 78 billion multiply-adds a second of a Zen 3 core whose units end at 104.
#include <algorithm>
#include <cassert>
#include <cstring>

#include "device_cpu/matmul_int8_panels.h"
#include "device_cpu/put_avx2.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx2 {
namespace {

constexpr int kPanelRows = Int8PanelMatrix::kRows;
constexpr int kMostRows = 6;     // of x at once
constexpr int kMostCols = 1024;  // 12 KiB of words of x
constexpr int kAhead = 2048;     // bytes of w that are fetched before they are met
// A band of w stays in the second cache while all rows of x pass.
constexpr int kMostPanels = 16, kBandBytes = 1 << 18;

struct Words {
  alignas(32) int16_t x[kMostRows][kMostCols + 32];  // rows are not in the same sets of a cache
};
using PanelSums = __m256i[kMostRows][2];

// Sixteen bytes.
SOTTO_AVX2 inline __m256i load_words(const uint8_t* p) {
  return _mm256_cvtepu8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
}
SOTTO_AVX2 inline __m256i load_words(const int8_t* p) {
  return _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(p)));
}

// Columns [begin, begin + cols) of n rows of x from `first` on. In sixteens, which may go beyond a
// row (LevelRows::kSlack).
SOTTO_AVX2 inline void widen(const LevelRows& x, int first, int n, int begin, int cols,
                             Words& words) {
  for (int i = 0; i < n; ++i) {
    const LevelRows row = x.from(first + i);
    for (int c = 0; c < cols; c += 16) {
      __m256i v = load_words(row.low + begin + c);
      if (row.high != nullptr)
        v = _mm256_or_si256(v, _mm256_slli_epi16(load_words(row.high + begin + c), 8));
      _mm256_store_si256(reinterpret_cast<__m256i*>(&words.x[i][c]), v);
    }
  }
}

// A barrier for the optimizer: v is in its register here.
SOTTO_AVX2 inline void barrier(__m256i& v) { asm volatile("" : "+x"(v)); }

// The products of the first `pairs` pairs of N rows of x and a panel from `q` on; of its first eight
// outputs alone where kHalves is 1. Added to what is there, unless it `is_first`.
template <int N, int kHalves>
SOTTO_AVX2 void add_products(const Words& words, const int8_t* q, int pairs, bool is_first,
                             PanelSums& to) {
  __m256i sums[N][kHalves];
#pragma GCC unroll 6
  for (int i = 0; i < N; ++i)
#pragma GCC unroll 2
    for (int j = 0; j < kHalves; ++j) sums[i][j] = is_first ? _mm256_setzero_si256() : to[i][j];
  for (int p = 0; p < pairs; ++p, q += 2 * kPanelRows) {
    _mm_prefetch(reinterpret_cast<const char*>(q) + kAhead, _MM_HINT_T0);
    __m256i w[kHalves];
#pragma GCC unroll 2
    for (int j = 0; j < kHalves; ++j) w[j] = load_words(q + j * kPanelRows);
#pragma GCC unroll 6
    for (int i = 0; i < N; ++i) {
      int32_t pair;
      std::memcpy(&pair, &words.x[i][2 * p], sizeof(pair));
      const __m256i x = _mm256_set1_epi32(pair);
#pragma GCC unroll 2
      for (int j = 0; j < kHalves; ++j) {
        sums[i][j] = _mm256_add_epi32(sums[i][j], _mm256_madd_epi16(x, w[j]));
        barrier(sums[i][j]);
      }
    }
  }
#pragma GCC unroll 6
  for (int i = 0; i < N; ++i)
#pragma GCC unroll 2
    for (int j = 0; j < kHalves; ++j) to[i][j] = sums[i][j];
}

// What is the same for all rows is loaded once.
SOTTO_AVX2 void put_panel(const LevelRows& x, int first, int n, const Int8PanelMatrix& w, int panel,
                          const PanelSums& sums, const Output& y) {
  for (int j = 0; j < 2; ++j) {
    const int at = panel * kPanelRows + 8 * j, there = w.rows - at;
    if (there <= 0) return;
    if (there < 8 || y.scales != nullptr || y.epilogue == Epilogue::relu) {
      for (int i = 0; i < n; ++i)
        cpu::put8(y, w, first + i, x.scale_of(first + i), at, there, sums[i][j]);
      continue;
    }
    const __m256i corrections =
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(w.corrections + at));
    const __m256 scales = _mm256_loadu_ps(w.scales + at);
    const __m256 bias = y.bias != nullptr ? _mm256_loadu_ps(y.bias + at) : _mm256_set1_ps(-0.0f);
    float* to = y.y.row(first).data() + at;
    for (int i = 0; i < n; ++i, to += y.y.cols) {
      const __m256 exact = _mm256_cvtepi32_ps(_mm256_add_epi32(sums[i][j], corrections));
      const __m256 scale = _mm256_mul_ps(scales, _mm256_set1_ps(x.scale_of(first + i)));
      __m256 v = _mm256_add_ps(_mm256_mul_ps(scale, exact), bias);
      if (y.epilogue == Epilogue::add) v = _mm256_add_ps(_mm256_loadu_ps(to), v);
      _mm256_storeu_ps(to, v);
    }
  }
}

// Rows [first, first + n) of x and panels [begin, end), a band of them.
SOTTO_AVX2 void multiply_band(const LevelRows& x, int first, int n, const Int8PanelMatrix& w,
                              int begin, int end, const Output& y) {
  using AddProducts = decltype(&add_products<1, 1>);
  static constexpr AddProducts kHalf[] = {add_products<1, 1>, add_products<2, 1>,
                                          add_products<3, 1>, add_products<4, 1>,
                                          add_products<5, 1>, add_products<6, 1>},
                               kWhole[] = {add_products<1, 2>, add_products<2, 2>,
                                           add_products<3, 2>, add_products<4, 2>,
                                           add_products<5, 2>, add_products<6, 2>};
  Words words;
  PanelSums sums[kMostPanels];
  for (int c = 0; c < w.cols; c += kMostCols) {
    const int cols = std::min(kMostCols, w.cols - c);
    widen(x, first, n, c, cols, words);
    for (int p = begin; p < end; ++p) {
      const int8_t* q = w.q + static_cast<size_t>(p) * panel_size(w) + size_t(c) * kPanelRows;
      const auto& add = rows_in_panel(w, p) <= 8 ? kHalf : kWhole;
      add[n - 1](words, q, (cols + 1) / 2, c == 0, sums[p - begin]);
    }
  }
  for (int p = begin; p < end; ++p) put_panel(x, first, n, w, p, sums[p - begin], y);
}

}  // namespace

// Two columns of a row lie beside each other (columns_beside()).
void matmul_int8_panels(const LevelRows& x, const Int8PanelMatrix& w, const Output& y, int begin,
                        int end) {
  assert(w.beside == columns_beside(Isa::avx2));
  const Int8PanelRange panels(begin, end);
  const int band = std::clamp(kBandBytes / static_cast<int>(panel_size(w)), 1, kMostPanels);
  const int tiles = (x.rows + kMostRows - 1) / kMostRows;  // as even as can be
  const auto begin_of = [&](int t) { return static_cast<int>(int64_t{x.rows} * t / tiles); };
  for (int p = panels.begin; p < panels.end; p += band) {
    for (int t = 0; t < tiles; ++t) {
      const int first = begin_of(t), n = begin_of(t + 1) - first;
      multiply_band(x, first, n, w, p, std::min(p + band, panels.end), y);
    }
  }
}

}  // namespace sotto::device::cpu::avx2
#endif
