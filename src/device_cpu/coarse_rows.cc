#include "device_cpu/coarse_rows.h"

#include <cmath>

#include "base/vector_clones.h"
#include "device_cpu/matmul_int_simd.h"

namespace sotto::device::cpu {
namespace {

constexpr int kBlock = 64;  // columns

void coarse_portable(const QuantizedRows& x, const CoarseMatrix& w, const Output& y, int begin,
                     int end) {
  for (int r = begin; r < end; ++r) {
    const uint8_t* q = w.q + static_cast<size_t>(r) * w.stride();
    for (int i = 0; i < x.rows; ++i) {
      const QuantizedRows row = x.from(i, 1);
      int32_t dot = 0;
      for (int c = 0; c < w.cols; ++c) {
        const uint8_t both = q[c / kBlock * (kBlock / 2) + c % (kBlock / 2)];
        dot += (c % kBlock < kBlock / 2 ? both & 15 : both >> 4) * row.q[c];
      }
      const int32_t sum = 2 * dot - CoarseMatrix::kMiddle * (*row.sum128 / 128);
      y.put(i, r, w.scales[r] * *row.scale * static_cast<float>(sum));
    }
  }
}

// Of a row of integers w_c: e_c = w_c - most (2 level - 15) / 15.
struct Rounded {
  int most = 1;      // |w_c|
  int32_t lost = 0;  // sum of (15 e_c)^2, each of which is at most 128^2
  int32_t all = 0;   // sum of w_c^2
};

SOTTO_VECTOR_CLONES
Rounded round_to_levels(const int8_t* w, int cols, uint8_t* levels) {
  int most = 1;
  int32_t lost = 0, all = 0;
  for (int c = 0; c < cols; ++c) {
    const int magnitude = w[c] < 0 ? -w[c] : w[c];
    most = magnitude > most ? magnitude : most;
    all += magnitude * magnitude;
  }
  const float per_step = 7.5f / static_cast<float>(most);
  for (int c = 0; c < cols; ++c) {
    const int level = static_cast<int>(static_cast<float>(w[c]) * per_step + 8.0f);
    const int kept = level > 15 ? 15 : level;
    const int e = CoarseMatrix::kMiddle * w[c] - most * (2 * kept - CoarseMatrix::kMiddle);
    levels[c] = static_cast<uint8_t>(kept);
    lost += e * e;
  }
  return {most, lost, all};
}

void pack(const std::vector<uint8_t>& levels, uint8_t* to) {
  for (size_t c = 0; c < levels.size(); c += kBlock, to += kBlock / 2)
    for (size_t j = 0; j < kBlock / 2; ++j)
      to[j] = static_cast<uint8_t>(levels[c + j] | levels[c + j + kBlock / 2] << 4);
}

// What float products may round away, each in proportion to |w| |x|: four operations with 2^-24.
constexpr float kRounded = 0x1p-21f;

constexpr Variant<MatmulCoarse> kCoarse[] = {
    {Isa::portable, coarse_portable},
#ifdef SOTTO_X86
    {Isa::avx2, avx2::matmul_coarse},
    {Isa::avxvnni, avxvnni::matmul_coarse},
    {Isa::avx512vnni, avx512vnni::matmul_coarse},
#endif
};

}  // namespace

CoarseRows::CoarseRows(const quant::Sym8View& w) : rows_(w.rows), cols_(w.cols) {
  const CoarseMatrix shape{.rows = rows_, .cols = cols_};
  q_.resize(static_cast<size_t>(rows_) * shape.stride());
  scales_.resize(static_cast<size_t>(rows_));
  losses_.resize(static_cast<size_t>(rows_));
  std::vector<uint8_t> levels(static_cast<size_t>(cols_ + kBlock - 1) / kBlock * kBlock);
  for (int r = 0; r < rows_; ++r) {
    const auto row = static_cast<size_t>(r);
    const Rounded rounded =
        round_to_levels(w.q + row * static_cast<size_t>(cols_), cols_, levels.data());
    pack(levels, q_.data() + row * shape.stride());
    scales_[row] = w.scales[r] * (static_cast<float>(rounded.most) / CoarseMatrix::kMiddle);
    const float lost = std::sqrt(static_cast<float>(rounded.lost)) / CoarseMatrix::kMiddle;
    losses_[row] = std::fabs(w.scales[r]) *
                   (lost + kRounded * (lost + std::sqrt(static_cast<float>(rounded.all))));
  }
}

std::span<const Variant<MatmulCoarse>> matmul_coarse_variants() { return kCoarse; }

}  // namespace sotto::device::cpu
