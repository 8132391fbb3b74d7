#include "device_cpu/coarse_rows.h"

#include <algorithm>
#include <cmath>

#include "base/vectorized.h"
#include "device_cpu/matmul_int_simd.h"

namespace sotto::device::cpu {
namespace {

constexpr int kPanel = CoarseMatrix::kPanel, kTogether = CoarseMatrix::kTogether;

void coarse_portable(const QuantizedRows& x, const CoarseMatrix& w, const Output& y, int begin,
                     int end) {
  for (int r = begin * kPanel; r < std::min(end * kPanel, w.rows); ++r) {
    for (int i = 0; i < x.rows; ++i) {
      const QuantizedRows row = x.from(i, 1);
      int32_t dot = 0;
      for (int c = 0; c < w.cols; ++c) dot += w.level(r, c) * row.q[c];
      y.put(i, r, w.scales[r] * *row.scale * static_cast<float>(dot));
    }
  }
}

// A bound of the rounding of float products, each in proportion to |w| |x|: four operations with
// 2^-24, in the part of a loss that choose() goes by, an eighth or more up to kMostCoarseCols.
constexpr double kRounded = 0x1p-19;

// Sums of products over a row: integers w, and the levels l = 2 q - 15 that they become.
struct Rounded {
  double ww = 0, wl = 0, ll = 0;

  // With it w - scale l is at right angles to w, to which activations that choose w lean.
  double scale() const { return wl > 0 ? ww / wl : 0; }
  double loss() const {  // |w - scale l|, and a little more
    const double squares = ww - 2 * scale() * wl + scale() * scale() * ll;
    return std::sqrt(std::max(squares, 0.0)) * (1 + 0x1p-20) + kRounded * std::sqrt(ww);
  }
};

SOTTO_VECTORIZED(Rounded, round_to_levels, (const int8_t* w, int cols, uint8_t* levels),
                 (w, cols, levels)) {
  int most = 1;
  int32_t ww = 0, wl = 0, ll = 0;  // at most kMostCoarseCols 128^2
  for (int c = 0; c < cols; ++c) {
    const int magnitude = w[c] < 0 ? -w[c] : w[c];
    most = magnitude > most ? magnitude : most;
    ww += magnitude * magnitude;
  }
  const float per_step = 7.5f / static_cast<float>(most);
  for (int c = 0; c < cols; ++c) {
    const int level = static_cast<int>(static_cast<float>(w[c]) * per_step + 8.0f);
    const int kept = level > 15 ? 15 : level, odd = 2 * kept - CoarseMatrix::kMiddle;
    levels[c] = static_cast<uint8_t>(kept);
    wl += w[c] * odd;
    ll += odd * odd;
  }
  return {double(ww), double(wl), double(ll)};
}

// A row of a panel.
void pack(const std::vector<uint8_t>& levels, uint8_t* to) {
  for (size_t c = 0; c < levels.size(); c += kTogether, to += kPanel * kTogether / 2)
    for (size_t j = 0; j < 4; ++j)
      to[j] = static_cast<uint8_t>(levels[c + j] | levels[c + j + 4] << 4);
}

constexpr Variant<MatmulCoarse> kCoarse[] = {
    {Isa::portable, coarse_portable},
#ifdef SOTTO_X86
    {Isa::avx2, avx2::matmul_coarse},
    {Isa::avxvnni, avxvnni::matmul_coarse},
    {Isa::avx512vnni, avx512vnni::matmul_coarse},
#endif
};

CoarseMatrix shape_of(const quant::Sym8View& w) { return {.rows = w.rows, .cols = w.cols}; }

size_t bytes_of(const CoarseMatrix& w) { return static_cast<size_t>(w.panels()) * w.panel_bytes(); }

}  // namespace

CoarseRows::CoarseRows(const quant::Sym8View& w, LargePages& pages)
    : rows_(w.rows), cols_(w.cols), q_bytes_(bytes_of(shape_of(w))), q_(pages.take(q_bytes_)) {
  const CoarseMatrix shape = shape_of(w);
  std::fill_n(q_.get(), q_bytes_, std::byte{0});
  scales_.resize(static_cast<size_t>(rows_));
  losses_.resize(static_cast<size_t>(rows_));
  std::vector<uint8_t> levels(shape.panel_bytes() / (kPanel / 2));
  for (int r = 0; r < rows_; ++r) {
    const auto row = static_cast<size_t>(r);
    const Rounded rounded =
        round_to_levels(w.q + row * static_cast<size_t>(cols_), cols_, levels.data());
    pack(levels, data() + static_cast<size_t>(r / kPanel) * shape.panel_bytes() +
                     static_cast<size_t>(r % kPanel) * 4);
    scales_[row] = w.scales[r] * static_cast<float>(rounded.scale());
    losses_[row] = std::fabs(w.scales[r]) * static_cast<float>(rounded.loss());
  }
}

std::span<const Variant<MatmulCoarse>> matmul_coarse_variants() { return kCoarse; }

}  // namespace sotto::device::cpu
