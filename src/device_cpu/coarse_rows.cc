#include "device_cpu/coarse_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

// Sums of products over a row: its numbers w, and the levels l = 2 q - 15 that they become.
struct RoundedRow {
  double ww = 0, wl = 0, ll = 0;

  // With it w - scale l is at right angles to w, to which activations that choose w lean.
  double scale() const { return wl > 0 ? ww / wl : 0; }
  double loss() const {  // |w - scale l|, and a little more
    const double squares = ww - 2 * scale() * wl + scale() * scale() * ll;
    return std::sqrt(std::max(squares, 0.0)) * (1 + 0x1p-20) + kRounded * std::sqrt(ww);
  }
};

SOTTO_VECTORIZED(RoundedRow, round_to_levels, (const int8_t* w, int cols, uint8_t* levels),
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

// The same of floats. What is not finite has no levels, and an infinite loss.
SOTTO_VECTORIZED(RoundedRow, floats_to_levels, (const float* w, int cols, uint8_t* levels),
                 (w, cols, levels)) {
  constexpr int kSums = 8;  // at once; cols is a multiple of it
  float most[kSums] = {};
  for (int c = 0; c < cols; c += kSums)
    for (int k = 0; k < kSums; ++k) {
      const float magnitude = std::fabs(w[c + k]);
      most[k] = magnitude <= most[k] ? most[k] : magnitude;
    }
  float greatest = 0;
  for (const float each : most) greatest = each <= greatest ? greatest : each;
  if (!(greatest <= std::numeric_limits<float>::max())) {
    std::fill_n(levels, cols, uint8_t{0});
    return {std::numeric_limits<double>::infinity(), 0, 0};
  }
  const float per_step = greatest > 0x1p-100f ? 7.5f / greatest : 0;
  double ww[kSums] = {}, wl[kSums] = {}, ll[kSums] = {};
  for (int c = 0; c < cols; c += kSums)
    for (int k = 0; k < kSums; ++k) {
      const float value = w[c + k];
      const int level = static_cast<int>(value * per_step + 8.0f);
      const int kept = level > 15 ? 15 : level, odd = 2 * kept - CoarseMatrix::kMiddle;
      levels[c + k] = static_cast<uint8_t>(kept);
      ww[k] += double{value} * double{value};
      wl[k] += double{value} * odd;
      ll[k] += odd * odd;
    }
  RoundedRow all;
  for (int k = 0; k < kSums; ++k) {
    all.ww += ww[k];
    all.wl += wl[k];
    all.ll += ll[k];
  }
  return all;
}

constexpr Variant<MatmulCoarse> kCoarse[] = {
    {Isa::portable, coarse_portable},
#ifdef SOTTO_X86
    {Isa::avx2, avx2::matmul_coarse},
    {Isa::avxvnni, avxvnni::matmul_coarse},
    {Isa::avx512vnni, avx512vnni::matmul_coarse},
#endif
};

size_t bytes_of(const CoarseMatrix& w) { return static_cast<size_t>(w.panels()) * w.panel_bytes(); }

}  // namespace

CoarseRows::CoarseRows(int rows, int cols, LargePages& pages)
    : rows_(rows),
      cols_(cols),
      q_bytes_(bytes_of(CoarseMatrix{.rows = rows, .cols = cols})),
      q_(pages.take(q_bytes_)) {
  std::fill_n(q_.get(), q_bytes_, std::byte{0});
  scales_.resize(static_cast<size_t>(rows));
  losses_.resize(static_cast<size_t>(rows));
}

void CoarseRows::put(int row, std::span<const uint8_t> levels, float scale, float loss) {
  uint8_t* to = data() + static_cast<size_t>(row / kPanel) * view().panel_bytes() +
                static_cast<size_t>(row % kPanel) * 4;
  for (size_t c = 0; c < levels.size(); c += kTogether, to += kPanel * kTogether / 2)
    for (size_t j = 0; j < 4; ++j)
      to[j] = static_cast<uint8_t>(levels[c + j] | levels[c + j + 4] << 4);
  scales_[static_cast<size_t>(row)] = scale;
  losses_[static_cast<size_t>(row)] = loss;
}

CoarseRows::CoarseRows(const quant::Sym8View& w, LargePages& pages)
    : CoarseRows(w.rows, w.cols, pages) {
  std::vector<uint8_t> levels(view().panel_bytes() / (kPanel / 2));
  for (int r = 0; r < rows_; ++r) {
    const auto from = static_cast<size_t>(r) * static_cast<size_t>(cols_);
    const RoundedRow rounded = round_to_levels(w.q + from, cols_, levels.data());
    put(r, levels, w.scales[r] * static_cast<float>(rounded.scale()),
        std::fabs(w.scales[r]) * static_cast<float>(rounded.loss()));
  }
}

CoarseRows::CoarseRows(const quant::AffineView& w, LargePages& pages)
    : CoarseRows(w.rows, w.cols, pages) {
  std::vector<uint8_t> levels(static_cast<size_t>(cols_));
  std::vector<float> row(levels.size());
  for (int r = 0; r < rows_; ++r) {
    quant::dequantize_row(w, r, row);
    const RoundedRow rounded = floats_to_levels(row.data(), cols_, levels.data());
    const double least = std::sqrt(rounded.ww) / CoarseMatrix::kLeastLoss;
    put(r, levels, static_cast<float>(rounded.scale()),
        static_cast<float>(std::max(rounded.loss(), least)));
  }
}

bool CoarseRows::is_finite() const {
  return std::ranges::all_of(losses_, [](float loss) { return std::isfinite(loss); });
}

std::span<const Variant<MatmulCoarse>> matmul_coarse_variants() { return kCoarse; }

}  // namespace sotto::device::cpu
