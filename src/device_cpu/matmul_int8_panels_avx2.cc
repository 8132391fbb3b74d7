#include "device_cpu/int8_tiles_256.h"
#include "device_cpu/matmul_int8_panels.h"
#include "device_cpu/put_avx2.h"

#ifdef SOTTO_X86
namespace sotto::device::cpu::avx2 {
namespace {

// 32 levels as 16 bits each: a the even ones, b the odd ones.
SOTTO_AVX2 inline Wide widen(const uint8_t* bytes) {
  const __m256i v = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
  return {_mm256_and_si256(v, _mm256_set1_epi16(255)), _mm256_srli_epi16(v, 8)};
}

struct Levels {
  const LevelRows& x;
  const Int8PanelMatrix& w;
  const Output& y;

  struct Row {
    const uint8_t *low, *high;
    SOTTO_AVX2 Wide wide(int c) const {
      const Wide v = widen(low + c);
      if (high == nullptr) return v;
      const Wide more = widen(high + c);
      return {_mm256_or_si256(v.a, _mm256_slli_epi16(more.a, 8)),
              _mm256_or_si256(v.b, _mm256_slli_epi16(more.b, 8))};
    }
  };
  Row row(int i) const {
    const LevelRows rows = x.from(i);
    return {rows.low, rows.high};
  }

  SOTTO_AVX2 void put(int first, int n, int r, int some, const __m256i (&sums)[8]) const {
    for (int i = 0; i < n; ++i) cpu::put8(y, w, first + i, x.scale_of(first + i), r, some, sums[i]);
  }
};

}  // namespace

// Whole rows lie beside each other (columns_beside()).
void matmul_int8_panels(const LevelRows& x, const Int8PanelMatrix& w, const Output& y, int begin,
                        int end) {
  const Int8PanelRange panels(begin, end);
  const auto first_of = [&](int panel) { return std::min(panel * Int8PanelMatrix::kRows, w.rows); };
  int8_tiles(Levels{x, w, y}, x.rows, {w.rows, w.padded_cols(), w.q, w.scales},
             first_of(panels.begin), first_of(panels.end));
}

}  // namespace sotto::device::cpu::avx2
#endif
