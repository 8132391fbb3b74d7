// int8 rows in vectors of 256 bits: one source for AVX2, AVX-VNNI and AVX-512 VNNI, which differ in
// how bytes are multiplied. Bytes is one of bytes_256.h.
#pragma once

#include <algorithm>

#include "device_cpu/bytes_256.h"
#include "device_cpu/simd_avx2.h"
#include "device_cpu/unpack_256.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx2 {

// N rows of activations as a band of tiles reads them.
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

// 64 columns of M rows of w, `apart` bytes from each other, and of N rows of x.
template <class Bytes, int N, int M>
SOTTO_AVX2 inline __attribute__((always_inline)) void add_columns(const Inputs& x, size_t c,
                                                                  const uint8_t* q, size_t apart,
                                                                  __m256i (&acc)[M][N]) {
  for (int m = 0; m < M; ++m, q += apart) {
    Values<2> values;
    values.v[0] = load(q);
    values.v[1] = load(q + 32);
    for (int i = 0; i < N; ++i) {
      const int8_t* xi = x.q + static_cast<size_t>(i) * x.stride + c;
      acc[m][i] = Bytes::template dot<Range::signed_bytes>(acc[m][i], values.v, xi);
    }
  }
}

// int8 rows: M at a time, of which each comes `count` rows behind the one before. The sum of a
// whole row is exact in 32 bits: kSym8MostCols. Lanes may wrap on the way; the wrapped sum is right
// all the same.
template <class Bytes, int N, int M = 1>
SOTTO_AVX2 void int8_rows(const Inputs& x, const quant::Sym8View& w, const Output& y, int begin,
                          int count) {
  constexpr int kCorrection = Bytes::template kCorrection<Range::signed_bytes>;
  const auto cols = static_cast<size_t>(w.cols), apart = static_cast<size_t>(count) * cols;
  const auto* q = reinterpret_cast<const uint8_t*>(w.q) + static_cast<size_t>(begin) * cols;
  for (int row = begin; row < begin + count; ++row, q += cols) {
    __m256i acc[M][N];
    for (int m = 0; m < M; ++m)
      for (int i = 0; i < N; ++i) acc[m][i] = _mm256_setzero_si256();
    size_t c = 0;
    for (; c + 64 <= cols; c += 64) {
      if constexpr (M == 1) prefetch_ahead<Bytes::kFetch>(q + c);
      add_columns<Bytes>(x, c, q + c, apart, acc);
    }
    if (c < cols) {
      uint8_t rest[M][64] = {};  // where x has zeros
      for (size_t m = 0; m < M; ++m) __builtin_memcpy(rest[m], q + m * apart + c, cols - c);
      add_columns<Bytes>(x, c, rest[0], sizeof rest[0], acc);
    }
    for (int k = 0; k < M * N; ++k) {
      const int i = k % N, of_w = row + k / N * count;
      const size_t at = static_cast<size_t>(i) * x.group_stride;
      const auto dot = static_cast<int32_t>(static_cast<uint32_t>(sum(acc[k / N][i])) +
                                            static_cast<uint32_t>(kCorrection) *
                                                static_cast<uint32_t>(x.sum128[at]));
      y.put(x.first + i, of_w, w.scales[of_w] * x.scale[at] * static_cast<float>(dot));
    }
  }
}

// rows.run<n>, kFirst <= n <= kLast.
template <int kFirst, int kLast, class Rows>
void run_rows(int n, const Inputs& x, int begin, int end, const Rows& rows) {
  if constexpr (kFirst < kLast) {
    if (n != kFirst) return run_rows<kFirst + 1, kLast>(n, x, begin, end, rows);
  }
  rows.template run<kFirst>(x, begin, end);
}

// Covers the rows of x with as even parts of up to kMost as there are and fit into the first cache,
// in bands of w that stay there while all rows of x pass. Bands of w are read one after the other.
template <int kMost, class Rows>
void cover(const QuantizedRows& x, size_t row_bytes, int begin, int end, const Rows& rows) {
  if (x.rows == 1) return rows.template run<1>(Inputs(x, 0), begin, end);
  constexpr size_t kBand = 16384;
  const int band = kBand / row_bytes < 4 ? 4 : static_cast<int>(kBand / row_bytes);
  constexpr int kCache = 20480;
  const int most = std::clamp(kCache / x.stride(), 2, kMost);
  const int passes = (x.rows + most - 1) / most;
  for (; begin < end; begin += band) {
    const int stop = end - begin < band ? end : begin + band;
    for (int pass = 0; pass < passes; ++pass) {
      const int i = x.rows * pass / passes, n = x.rows * (pass + 1) / passes - i;
      run_rows<1, kMost>(n, Inputs(x, i), begin, stop, rows);
    }
  }
}

// A row of x that meets rows of w from memory: so many streams of these at a time, far from each
// other, are read faster than one with prefetching. Billions of bytes a second of a Zen 4, on one
// core and on two: 21 and 40 by one stream, 29 and 55 by four; 14 by four rows beside each other,
// which lie in one page.
constexpr int kStreams = 4;

constexpr int kMostInt8Rows = 8;

template <class Bytes>
struct Int8Rows {
  const quant::Sym8View& w;
  const Output& y;

  template <int N>
  void run(const Inputs& x, int begin, int end) const {
    const int together = N == 1 ? (end - begin) / kStreams : 0;
    if (together > 0) int8_rows<Bytes, 1, kStreams>(x, w, y, begin, together);
    begin += together * kStreams;
    int8_rows<Bytes, N>(x, w, y, begin, end - begin);
  }
};

template <class Bytes>
void int8(const QuantizedRows& x, const quant::Sym8View& w, const Output& y, int begin, int end) {
  cover<kMostInt8Rows>(x, static_cast<size_t>(w.cols), begin, end, Int8Rows<Bytes>{w, y});
}

}  // namespace sotto::device::cpu::avx2
#endif
