// Groups in panels by AVX-512 VNNI. A vector of weights serves as many sums as there are rows of x,
// each of which holds sixteen numbers of y.
#include "device_cpu/matmul_affine_panels.h"
#include "device_cpu/output_512.h"

#ifdef SOTTO_X86
#include <algorithm>
#include <array>
#include <utility>

namespace sotto::device::cpu::avx512vnni {
namespace {

using namespace avx512;  // of which it is more

// _mm512_dpbusd_epi32, whose sums GCC 12 copies in each step.
SOTTO_AVX512VNNI inline __attribute__((always_inline)) void add_dots(__m512i& sum, __m512i w,
                                                                     const int8_t* x) {
  struct __attribute__((packed, may_alias)) Four {
    int32_t bytes;
  };
  asm("vpdpbusd %2%{1to16%}, %1, %0" : "+v"(sum) : "v"(w), "m"(*reinterpret_cast<const Four*>(x)));
}

constexpr int kPanelInputs = 12;    // rows of x at a time: their sums and dots fill the registers
constexpr int kPanelsTogether = 4;  // meet a tile of x while it is in the first cache

SOTTO_AVX512VNNI inline __m512 load_panel_scales(const quant::Scales& s, size_t at) {
  if (const uint16_t* half = s.f16(); half != nullptr)
    return _mm512_mul_ps(
        _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(half + at))),
        _mm512_set1_ps(s.factor()));
  return _mm512_mul_ps(_mm512_loadu_ps(s.f32() + at), _mm512_set1_ps(s.factor()));
}

// The dots of 32 columns of N rows of x, which are `stride` apart; q is moved behind them. Memory
// is asked early for what the next panels need.
template <int kBits, int N>
SOTTO_AVX512VNNI inline __attribute__((always_inline)) void add_panel_dots(const uint8_t*& q,
                                                                           const int8_t* x,
                                                                           size_t stride,
                                                                           __m512i (&dots)[N]) {
  constexpr int kCols = kBits == 4 ? 8 : 4;  // of a block
  constexpr int kAhead = 4096;
  const __m512i lower = _mm512_set1_epi8(15);
#pragma GCC unroll 8
  for (int c = 0; c < 32; c += kCols, q += AffinePanelMatrix::kBlock) {
    _mm_prefetch(reinterpret_cast<const char*>(q) + kAhead, _MM_HINT_T0);
    const __m512i block = _mm512_loadu_si512(q);
    if constexpr (kBits == 4) {
      const __m512i first = _mm512_and_si512(block, lower);
      const __m512i last = _mm512_and_si512(_mm512_srli_epi16(block, 4), lower);
#pragma GCC unroll 12
      for (int i = 0; i < N; ++i) {
        const int8_t* four = x + static_cast<size_t>(i) * stride + c;
        add_dots(dots[i], first, four);
        add_dots(dots[i], last, four + 4);
      }
    } else {
#pragma GCC unroll 12
      for (int i = 0; i < N; ++i) add_dots(dots[i], block, x + static_cast<size_t>(i) * stride + c);
    }
  }
}

// N rows of x from `first` on and a panel.
template <int kBits, int N>
SOTTO_AVX512VNNI void affine_panel_tile(const QuantizedRows& x, int first,
                                        const AffinePanelMatrix& w, int panel, const Output& y) {
  const QuantizedRows own = x.from(first, N);
  const auto stride = static_cast<size_t>(own.stride());
  const auto group_stride = static_cast<size_t>(own.group_stride());
  const uint8_t* q = w.panel(panel);
  const int8_t* xq = own.q;
  __m512 sums[N];
#pragma GCC unroll 12
  for (int i = 0; i < N; ++i) sums[i] = _mm512_setzero_ps();
  for (int g = 0; g < w.groups(); ++g) {
    __m512i dots[N];
#pragma GCC unroll 12
    for (int i = 0; i < N; ++i) dots[i] = _mm512_setzero_si512();
    for (int c = 0; c < w.group; c += 32, xq += 32) add_panel_dots<kBits>(q, xq, stride, dots);
    const size_t at = w.group_at(panel, g);
    const __m512 scale = load_panel_scales(w.scales, at), bias = load_panel_scales(w.biases, at);
#pragma GCC unroll 12
    for (int i = 0; i < N; ++i) {
      const size_t xg = static_cast<size_t>(i) * group_stride + static_cast<size_t>(g);
      const __m512 both = _mm512_mul_ps(scale, _mm512_set1_ps(own.scale[xg]));
      sums[i] = _mm512_fmadd_ps(bias, _mm512_set1_ps(own.sum[xg]), sums[i]);
      sums[i] = _mm512_fmadd_ps(_mm512_cvtepi32_ps(dots[i]), both, sums[i]);
    }
  }
  const int row = panel * AffinePanelMatrix::kRows;
  const int count = std::min(AffinePanelMatrix::kRows, w.rows - row);
#pragma GCC unroll 12
  for (int i = 0; i < N; ++i) put16(y, first + i, row, count, sums[i]);
}

using AffinePanelTile = void (*)(const QuantizedRows& x, int first, const AffinePanelMatrix& w,
                                 int panel, const Output& y);

// Number n - 1 is for n rows of x.
template <int kBits, int... N>
constexpr std::array<AffinePanelTile, sizeof...(N)> affine_panel_tiles(
    std::integer_sequence<int, N...>) {
  return {affine_panel_tile<kBits, N + 1>...};
}

// Tiles of about as many rows of x each.
template <int kBits>
void affine_panels_of(const QuantizedRows& x, const AffinePanelMatrix& w, const Output& y,
                      int begin, int end) {
  static constexpr auto kTiles =
      affine_panel_tiles<kBits>(std::make_integer_sequence<int, kPanelInputs>());
  constexpr int kRows = AffinePanelMatrix::kRows;
  const int tiles = (x.rows + kPanelInputs - 1) / kPanelInputs;
  const int last = (end + kRows - 1) / kRows;
  for (int some = (begin + kRows - 1) / kRows; some < last; some += kPanelsTogether)
    for (int t = 0; t < tiles; ++t) {
      const int from = x.rows * t / tiles, rows = x.rows * (t + 1) / tiles - from;
      for (int p = some; p < std::min(some + kPanelsTogether, last); ++p)
        kTiles[static_cast<size_t>(rows - 1)](x, from, w, p, y);
    }
}

}  // namespace

void matmul_affine_panels(const QuantizedRows& x, const AffinePanelMatrix& w, const Output& y,
                          int begin, int end) {
  if (w.bits == 4) return affine_panels_of<4>(x, w, y, begin, end);
  affine_panels_of<8>(x, w, y, begin, end);
}

}  // namespace sotto::device::cpu::avx512vnni
#endif
