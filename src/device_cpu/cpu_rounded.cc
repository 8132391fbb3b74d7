// Convolutions with int8 whose activations are rounded to levels that are found in each call: 255
// of them between the least and the greatest number of x (dynamic quantization).
#include <algorithm>
#include <cmath>

#include "device_cpu/cpu_channels.h"

namespace sotto::device::cpu {
namespace {

constexpr int kBlock = 96;  // rows at once: their bytes and sums stay in the first caches

int divided_up(int a, int b) { return (a + b - 1) / b; }

}  // namespace

// The rows of a dilated convolution fall into `count` sequences, each as if it were not dilated
// (cpu_winograd.cc). Bytes of rows, one sequence behind the other.
struct CpuDevice::LevelSequences {
  uint8_t* bytes;
  int count, rows, cols;

  int begin(int s) const { return s * (rows / count) + std::min(s, rows % count); }
  uint8_t* row(int r) const {
    const int place = begin(r % count) + r / count;
    return bytes + static_cast<size_t>(place) * static_cast<size_t>(cols);
  }
};

CpuDevice::LevelSequences CpuDevice::sequences_for(int rows, int cols, const Taps& taps) {
  const size_t size = static_cast<size_t>(rows) * static_cast<size_t>(cols) + LevelRows::kSlack;
  float* room = arena_.make(1, static_cast<int>(size / sizeof(float) + 1)).data;
  const int count = taps.stride == 1 ? taps.dilation : 1;  // else rows lie as they are
  return {reinterpret_cast<uint8_t*>(room), count, rows, cols};
}

quant::Levels CpuDevice::levels_of(const Activations& x) {
  const int pieces = workers_->threads();
  const Activations ends = arena_.make(pieces, 2);
  for (int i = 0; i < pieces; ++i) ends.row(i)[0] = ends.row(i)[1] = 0;  // 0 is a level
  workers_->split(x.rows, static_cast<int64_t>(x.size() * sizeof(float)),
                  [&](int worker, int begin, int end) {
                    const std::span<float> own = ends.row(worker);
                    extend_range(x.row(begin).data(),
                                 static_cast<size_t>(end - begin) * static_cast<size_t>(x.cols),
                                 own[0], own[1]);
                  });
  float low = 0, high = 0;
  for (int i = 0; i < pieces; ++i) {
    low = std::min(low, ends.row(i)[0]);
    high = std::max(high, ends.row(i)[1]);
  }
  if (!std::isfinite(high - low)) low = high = 0;  // no levels hold that
  return quant::levels_between(low, high, quant::Levels::kBytes);
}

Int8PanelMatrix CpuDevice::with_levels(const RoundingPanels& w, const quant::Levels& levels) {
  const size_t count = w.padded_rows();
  float* scales = arena_.make(1, static_cast<int>(count)).data;
  auto* corrections = reinterpret_cast<int32_t*>(arena_.make(1, static_cast<int>(count)).data);
  for (size_t i = 0; i < count; ++i) {
    scales[i] = w.unit.scales[i] * levels.scale;
    corrections[i] = w.unit.corrections[i] * levels.zero;
  }
  Int8PanelMatrix made = w.unit;
  made.scales = scales;
  made.corrections = corrections;
  made.levels = levels;
  return made;
}

void CpuDevice::convolve_rounded(const Activations& x, const Taps& taps, const Product& product,
                                 const RoundingPanels& w) {
  if (product.y.rows == 0) return;
  const Frame frame(*this);
  const Int8PanelMatrix panels = with_levels(w, levels_of(x));
  const LevelSequences levels = sequences_for(x.rows, x.cols, taps);
  const auto bytes = static_cast<int64_t>(x.size() * sizeof(float));
  workers_->split(x.rows, bytes, [&](int, int begin, int end) {
    for (int r = begin; r < end; ++r)
      kernels_.to_levels(x.row(r), panels.levels, levels.row(r), nullptr);
  });
  multiply_sequences(levels, taps, product, panels);
}

// What is convolved is never there as floats. Norm and snake, x + sin^2(alpha x) / alpha, do not
// fall anywhere or do not rise anywhere: they take the ends of a column to the ends of what becomes
// of it.
void CpuDevice::convolve_rounded(const Activations& x, const InstanceNorm& norm, int padding,
                                 const Taps& taps, const Product& product,
                                 const RoundingPanels& w) {
  if (product.y.rows == 0) return;
  const Frame frame(*this);
  const Blocks blocks = blocks_of(x, true);
  const Channels channels = channels_of(blocks, norm);
  const Activations ends = arena_.make(2, x.cols);
  for (size_t c = 0; c < static_cast<size_t>(x.cols); ++c) {
    int32_t least = INT32_MAX, most = INT32_MIN;
    for (int b = 0; b < blocks.means.rows; ++b) {
      least = std::min(least, blocks.least_of(b)[c]);
      most = std::max(most, blocks.most_of(b)[c]);
    }
    ends.row(0)[c] = from_ordered(least);
    ends.row(1)[c] = from_ordered(most);
  }
  for (int i = 0; i < 2; ++i) channels.apply(ends.row(i), ends.row(i).data());
  const Int8PanelMatrix panels = with_levels(w, levels_of(ends));
  const LevelSequences levels = sequences_for(x.rows + 2 * padding, x.cols, taps);
  const Activations made = arena_.make(workers_->threads(), x.cols);
  const auto bytes = static_cast<int64_t>(x.size() * sizeof(float));
  workers_->split(levels.rows, 2 * bytes, [&](int worker, int begin, int end) {
    for (int r = begin; r < end; ++r) {
      const int from = r - padding;
      if (from < 0 || from >= x.rows) {
        std::fill_n(levels.row(r), x.cols, static_cast<uint8_t>(panels.levels.zero));
        continue;
      }
      channels.apply(x.row(from), made.row(worker).data());
      kernels_.to_levels(made.row(worker), panels.levels, levels.row(r), nullptr);
    }
  });
  multiply_sequences(levels, taps, product, panels);
}

void CpuDevice::multiply_sequences(const LevelSequences& x, const Taps& taps,
                                   const Product& product, const Int8PanelMatrix& w) {
  const Output y = output_of(product);
  const int apart = x.count, blocks = divided_up(divided_up(y.y.rows, apart), kBlock);
  const int64_t read = static_cast<int64_t>(product.w->bytes) * apart * blocks;
  workers_->split(apart * blocks, read, [&](int, int begin, int end) {
    for (int i = begin; i < end; ++i) {
      const int s = i / blocks, first = i % blocks * kBlock;
      const int count = std::min(kBlock, divided_up(y.y.rows - s, apart) - first);
      if (count <= 0) continue;
      const size_t cols = static_cast<size_t>(x.cols);
      const LevelRows rows{x.bytes + static_cast<size_t>(x.begin(s)) * cols, nullptr, first + count,
                           static_cast<size_t>(taps.stride) * cols};
      Output part = y;  // every `apart`th row of it
      part.y = {y.y.row(s + apart * first).data(), count, apart * y.y.cols};
      kernels_.matmul_int8_panels(rows.from(first), w, part, 0, w.rows);
    }
  });
}

void CpuDevice::convolve(const Tensor& x, const InstanceNorm& norm, int padding, const Taps& taps,
                         const Product& product) {
  const auto* rounding = std::get_if<RoundingPanels>(&form_of(*product.w));
  if (rounding == nullptr || taps.stride != 1)
    return Device::convolve(x, norm, padding, taps, product);
  convolve_rounded(floats(x), norm, padding, taps, product, *rounding);
}

}  // namespace sotto::device::cpu
