// VNNI multiplies four levels, unsigned, with four weights, signed, and adds them up in 32 bits.
#include <cassert>

#include "device_cpu/int8_panel_tiles.h"
#include "device_cpu/put_avx512.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx512vnni {
namespace {

template <int N>
SOTTO_AVX512VNNI inline __attribute__((always_inline)) void add_dots(const uint8_t* x, size_t step,
                                                                     const int8_t* panel, int cols,
                                                                     __m512i (&sums)[N]) {
  for (int c = 0; c < cols; c += 4) {
    const __m512i w = _mm512_loadu_si512(panel + c * Int8PanelMatrix::kRows);
#pragma GCC unroll 12
    for (int i = 0; i < N; ++i) {
      int32_t four = 0;
      __builtin_memcpy(&four, x + static_cast<size_t>(i) * step + c, sizeof four);
      // _mm512_dpbusd_epi32, whose sums GCC 12 copies in each step.
      asm("vpdpbusd %2, %1, %0" : "+v"(sums[i]) : "v"(_mm512_set1_epi32(four)), "v"(w));
    }
  }
}

// put16() of each row; what all rows of a whole panel share is loaded once.
template <int N>
SOTTO_AVX512VNNI inline void put(const Output& y, const Int8PanelMatrix& w, int first,
                                 const LevelRows& x, int p, const __m512i (&sums)[N]) {
  const int valid = rows_in_panel(w, p), at = p * Int8PanelMatrix::kRows;
  if (valid < Int8PanelMatrix::kRows || y.scales != nullptr) {
    for (int i = 0; i < N; ++i) put16(y, w, first + i, x.scale_of(i), at, valid, sums[i]);
    return;
  }
  const __m512i corrections = _mm512_loadu_si512(w.corrections + at);
  const __m512 scales = _mm512_loadu_ps(w.scales + at);
  const __m512 bias = y.bias != nullptr ? _mm512_loadu_ps(y.bias + at) : _mm512_setzero_ps();
  float* to = y.y.row(first).data() + at;
#pragma GCC unroll 12
  for (int i = 0; i < N; ++i, to += y.y.cols) {
    const __m512 exact = _mm512_cvtepi32_ps(_mm512_add_epi32(sums[i], corrections));
    __m512 v = _mm512_mul_ps(_mm512_mul_ps(scales, _mm512_set1_ps(x.scale_of(i))), exact);
    if (y.bias != nullptr) v = _mm512_add_ps(v, bias);
    if (y.epilogue == Epilogue::relu) v = _mm512_max_ps(v, _mm512_setzero_ps());  // of NaN: 0
    if (y.epilogue == Epilogue::add) v = _mm512_add_ps(_mm512_loadu_ps(to), v);
    _mm512_storeu_ps(to, v);
  }
}

struct Kernel {
  static constexpr int kRows = 12;  // of x: as many sums as the instruction's latency asks for

  template <int N>
  SOTTO_AVX512VNNI static void tile(const LevelRows& x, int first, const Int8PanelMatrix& w, int p,
                                    const Output& y) {
    const int8_t* panel = w.q + static_cast<size_t>(p) * panel_size(w);
    const LevelRows rows = x.from(first);
    __m512i sums[N];
#pragma GCC unroll 12
    for (int i = 0; i < N; ++i) sums[i] = _mm512_setzero_si512();
    if (rows.high != nullptr) {
      add_dots<N>(rows.high, x.step, panel, w.cols, sums);
#pragma GCC unroll 12
      for (int i = 0; i < N; ++i) sums[i] = _mm512_slli_epi32(sums[i], 8);
    }
    add_dots<N>(rows.low, x.step, panel, w.cols, sums);
    put<N>(y, w, first, rows, p, sums);
  }
};

}  // namespace

void matmul_int8_panels(const LevelRows& x, const Int8PanelMatrix& w, const Output& y, int begin,
                        int end) {
  assert(w.beside == columns_beside(Isa::avx512vnni));
  tile_int8_panels<Kernel>(x, w, y, begin, end);
}

}  // namespace sotto::device::cpu::avx512vnni
#endif
