#include "device_cpu/matmul_columns.h"

#include <algorithm>
#include <bit>

#include "device_cpu/simd_avx2.h"

namespace sotto::device::cpu {
namespace {

// Outputs that are summed up at a time: 4 KB of sums stay in the first cache, and memory is read in
// pieces as long as there are: one core read 8.7 GB/s in pieces of 1 KB, 7.6 in pieces of 512 bytes
// (20 without holes between them).
constexpr int kStrip = 1024;

void columns_portable(const QuantizedRows& x, const quant::Sym8Columns& w, const Output& y,
                      int begin, int end) {
  for (int first = begin; first < end; first += kStrip) {
    const int count = std::min(kStrip, end - first);
    for (int i = 0; i < x.rows; ++i) {
      const QuantizedRows row = x.from(i, 1);
      int32_t sums[kStrip] = {};
      for (int c = 0; c < w.cols; ++c) {
        const int xq = row.q[c];
        if (xq == 0) continue;
        const int8_t* q = w.q + static_cast<size_t>(c) * static_cast<size_t>(w.rows) + first;
        for (int r = 0; r < count; ++r) sums[r] += xq * q[r];
      }
      for (int r = 0; r < count; ++r) {
        y.put(i, first + r, w.scales[first + r] * *row.scale * static_cast<float>(sums[r]));
      }
    }
  }
}

#ifdef SOTTO_X86
// Rows of x that pass together, and the columns of w that they pass over while these stay in the
// second cache. One row alone reads every column once.
constexpr int kInputs = 8;
constexpr int kColumns = 4096;
constexpr int kSharedColumns = 128;

// Columns come in fours: their bytes interleaved, four to an output, meet the four numbers of x.
constexpr int kFour = 4;
// Columns of the list that are prefetched. 8, 16 and 32 made no difference.
constexpr int kAhead = 16;

// The columns of [begin, end) where x is not zero; gives their number. Behind them the last one is
// repeated, as far as whole fours and what is asked for in advance go. x has zeros behind its end,
// so whole vectors can be read.
SOTTO_AVX2 int list_nonzero(const int8_t* x, int begin, int end, int* list) {
  int count = 0;
  for (int c = begin; c < end; c += 32) {
    const __m256i v = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(x + c));
    const __m256i zero = _mm256_cmpeq_epi8(v, _mm256_setzero_si256());
    for (uint32_t left = ~static_cast<uint32_t>(_mm256_movemask_epi8(zero)); left != 0;
         left &= left - 1) {
      list[count++] = c + std::countr_zero(left);
    }
  }
  if (count > 0) std::fill_n(list + count, kFour + kAhead, list[count - 1]);
  return count;
}

// The sums of 32 outputs, in the order in which interleaving gives them: vector k has outputs 4 k
// to 4 k + 3, then 16 + 4 k and on.
int place_of(int output) {
  const int in_block = output % 32;
  return output - in_block + in_block % 16 / 4 * 8 + in_block / 16 * 4 + in_block % 4;
}

SOTTO_AVX2 inline __m256i load_bytes(const int8_t* p) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(p));
}

// Four numbers of w to a lane, times x, added to the eight sums at `to`. At most 2 * 128 * 127 in
// 16 bits: vpmaddubsw does not saturate.
SOTTO_AVX2 inline void add_product(__m256i w, __m256i x, int32_t* to) {
  const __m256i pairs = _mm256_maddubs_epi16(_mm256_abs_epi8(w), _mm256_sign_epi8(x, w));
  const __m256i fours = _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
  auto* sums = reinterpret_cast<__m256i*>(to);
  _mm256_store_si256(sums, _mm256_add_epi32(_mm256_load_si256(sums), fours));
}

// 32 outputs of four columns.
SOTTO_AVX2 inline void add_outputs(__m256i a, __m256i b, __m256i c, __m256i d, __m256i x,
                                   int32_t* sums) {
  const __m256i ab_low = _mm256_unpacklo_epi8(a, b), ab_high = _mm256_unpackhi_epi8(a, b);
  const __m256i cd_low = _mm256_unpacklo_epi8(c, d), cd_high = _mm256_unpackhi_epi8(c, d);
  add_product(_mm256_unpacklo_epi16(ab_low, cd_low), x, sums);
  add_product(_mm256_unpackhi_epi16(ab_low, cd_low), x, sums + 8);
  add_product(_mm256_unpacklo_epi16(ab_high, cd_high), x, sums + 16);
  add_product(_mm256_unpackhi_epi16(ab_high, cd_high), x, sums + 24);
}

// `count` outputs from w on of the columns in the list, times x, added to sums. Columns are
// `stride` bytes apart.
SOTTO_AVX2 void add_columns(const int8_t* w, size_t stride, const int8_t* x, const int* list,
                            int listed, int count, int32_t* sums) {
  for (int k = 0; k < listed; k += kFour) {
    const int8_t *column[kFour], *ahead[kFour];
    uint32_t numbers = 0;
    for (int j = 0; j < kFour; ++j) {
      column[j] = w + static_cast<size_t>(list[k + j]) * stride;
      ahead[j] = w + static_cast<size_t>(list[k + j + kAhead]) * stride;
      const auto number = k + j < listed ? static_cast<uint8_t>(x[list[k + j]]) : uint8_t{0};
      numbers |= static_cast<uint32_t>(number) << (8 * j);
    }
    const __m256i fours = _mm256_set1_epi32(static_cast<int32_t>(numbers));
    int r = 0;
    for (; r + 64 <= count; r += 64) {
      for (const int8_t* p : ahead) {
        _mm_prefetch(reinterpret_cast<const char*>(p + r), _MM_HINT_T0);
      }
      for (int half = r; half < r + 64; half += 32) {
        add_outputs(load_bytes(column[0] + half), load_bytes(column[1] + half),
                    load_bytes(column[2] + half), load_bytes(column[3] + half), fours, sums + half);
      }
    }
    for (; r < count; r += 32) {
      alignas(32) int8_t rest[kFour][32] = {};
      const auto bytes = static_cast<size_t>(std::min(32, count - r));
      for (int j = 0; j < kFour; ++j) __builtin_memcpy(rest[j], column[j] + r, bytes);
      add_outputs(load_bytes(rest[0]), load_bytes(rest[1]), load_bytes(rest[2]),
                  load_bytes(rest[3]), fours, sums + r);
    }
  }
}

// Outputs [first, first + count) of some rows of x.
void add_strip(const QuantizedRows& x, const quant::Sym8Columns& w, const Output& y, int row,
               int rows, int first, int count) {
  alignas(32) int32_t sums[kInputs][kStrip];
  for (int i = 0; i < rows; ++i) std::fill_n(sums[i], (count + 31) / 32 * 32, 0);
  int list[kColumns + kFour + kAhead];
  const int block = rows == 1 ? kColumns : kSharedColumns;
  for (int c = 0; c < w.cols; c += block) {
    for (int i = 0; i < rows; ++i) {
      const int8_t* q = x.from(row + i, 1).q;
      const int listed = list_nonzero(q, c, std::min(w.cols, c + block), list);
      add_columns(w.q + first, static_cast<size_t>(w.rows), q, list, listed, count, sums[i]);
    }
  }
  for (int i = 0; i < rows; ++i) {
    const float scale = *x.from(row + i, 1).scale;
    for (int r = 0; r < count; ++r) {
      const auto sum = static_cast<float>(sums[i][place_of(r)]);
      y.put(row + i, first + r, w.scales[first + r] * scale * sum);
    }
  }
}

void columns_avx2(const QuantizedRows& x, const quant::Sym8Columns& w, const Output& y, int begin,
                  int end) {
  for (int first = begin; first < end; first += kStrip) {
    for (int row = 0; row < x.rows; row += kInputs) {
      const int rows = std::min(kInputs, x.rows - row);
      add_strip(x, w, y, row, rows, first, std::min(kStrip, end - first));
    }
  }
}
#endif

constexpr Variant<MatmulSym8Columns> kInt8Columns[] = {
    {Isa::portable, columns_portable},
#ifdef SOTTO_X86
    {Isa::avx2, columns_avx2},
#endif
};

}  // namespace

std::span<const Variant<MatmulSym8Columns>> matmul_int8_columns_variants() { return kInt8Columns; }

}  // namespace sotto::device::cpu
