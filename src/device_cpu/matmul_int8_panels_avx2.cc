#include "device_cpu/int8_panel_tiles.h"
#include "device_cpu/put_avx2.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx2 {
namespace {

// AVX2 multiplies bytes only with saturation: levels and weights become words, whose products in
// pairs are exact. Three rows of x times a panel are 12 sums.
constexpr int kTile = 3, kChunk = 512;  // columns whose words are made at once

struct Words {
  alignas(32) int16_t rows[kTile][kChunk];
};

SOTTO_AVX2 inline __m256i words_of(const uint8_t* bytes) {
  return _mm256_cvtepu8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes)));
}

// Columns [c, c + count) of N rows; reads whole blocks of 16.
template <int N>
SOTTO_AVX2 void widen(const LevelRows& x, int c, int count, Words& words) {
  for (int i = 0; i < N; ++i) {
    const LevelRows row = x.from(i);
    for (int k = 0; k < count; k += 16) {
      __m256i v = words_of(row.low + c + k);
      if (row.high != nullptr) {
        v = _mm256_add_epi16(v, _mm256_slli_epi16(words_of(row.high + c + k), 8));
      }
      _mm256_store_si256(reinterpret_cast<__m256i*>(words.rows[i] + k), v);
    }
  }
}

// sums[i][j]: outputs 4j..4j+3 of row i, two partial sums each.
template <int N>
SOTTO_AVX2 void add_dots(const Words& words, const int8_t* panel, int count,
                         __m256i (&sums)[N][4]) {
  for (int c = 0; c < count; c += 4) {
    __m256i x[N];
#pragma GCC unroll 3
    for (int i = 0; i < N; ++i) {
      x[i] = _mm256_broadcastq_epi64(
          _mm_loadl_epi64(reinterpret_cast<const __m128i*>(words.rows[i] + c)));
    }
#pragma GCC unroll 4
    for (int j = 0; j < 4; ++j) {
      const int8_t* from = panel + c * Int8PanelMatrix::kRows + 16 * j;
      const __m256i w =
          _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
#pragma GCC unroll 3
      for (int i = 0; i < N; ++i) {
        sums[i][j] = _mm256_add_epi32(sums[i][j], _mm256_madd_epi16(x[i], w));
      }
    }
  }
}

// Adds the lanes in pairs: eight outputs in order.
SOTTO_AVX2 inline __m256i paired(__m256i a, __m256i b) {
  return _mm256_permute4x64_epi64(_mm256_hadd_epi32(a, b), _MM_SHUFFLE(3, 1, 2, 0));
}

struct Kernel {
  static constexpr int kRows = kTile;

  template <int N>
  SOTTO_AVX2 static void tile(const LevelRows& x, int first, const Int8PanelMatrix& w, int p,
                              const Output& y) {
    const int8_t* panel = w.q + static_cast<size_t>(p) * panel_size(w);
    Words words;
    __m256i sums[N][4];
    for (int i = 0; i < N; ++i) {
      for (int j = 0; j < 4; ++j) sums[i][j] = _mm256_setzero_si256();
    }
    for (int c = 0; c < w.cols; c += kChunk) {
      const int count = w.cols - c < kChunk ? w.cols - c : kChunk;
      widen<N>(x.from(first), c, count, words);
      add_dots<N>(words, panel + c * Int8PanelMatrix::kRows, count, sums);
    }
    const int valid = rows_in_panel(w, p), at = p * Int8PanelMatrix::kRows;
    for (int i = 0; i < N; ++i) {
      const float scale = x.scale_of(first + i);
      put8(y, w, first + i, scale, at, valid, paired(sums[i][0], sums[i][1]));
      put8(y, w, first + i, scale, at + 8, valid - 8, paired(sums[i][2], sums[i][3]));
    }
  }
};

}  // namespace

void matmul_int8_panels(const LevelRows& x, const Int8PanelMatrix& w, const Output& y, int begin,
                        int end) {
  tile_int8_panels<Kernel>(x, w, y, begin, end);
}

}  // namespace sotto::device::cpu::avx2
#endif
