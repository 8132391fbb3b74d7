// Convolutions with int8 whose activations are rounded to levels of a whole tensor: known ahead
// (static quantization), or 255 of them between the least and the greatest number of x, found in
// each call (dynamic quantization).
#include <algorithm>
#include <cmath>

#include "device_cpu/cpu_channels.h"

namespace sotto::device::cpu {
namespace {

constexpr int kBlock = 8 * kInt8TileRows;  // rows of y at once: their sums stay in the first caches
constexpr int kMostBytes = 256 * 1024;     // of the rows of x that a worker has at a time

}  // namespace

// Levels of rows, one sequence behind the other. Those of two bytes have the high ones elsewhere.
struct CpuDevice::LevelSequences {
  Levels first;
  int count, rows, cols;

  int begin(int s) const { return s * (rows / count) + std::min(s, rows % count); }
  Levels row(int r) const {
    const auto place = static_cast<size_t>(begin(r % count) + r / count);
    return first.from(place * static_cast<size_t>(cols));
  }
};

CpuDevice::Range CpuDevice::range_of(const Activations& x) {
  const int pieces = workers_->threads();
  const Activations ends = arena_.make(pieces, 2);
  for (int i = 0; i < pieces; ++i) ends.row(i)[0] = ends.row(i)[1] = 0;  // 0 is a level
  workers_->parallel_for(
      x.rows, static_cast<int64_t>(x.size() * sizeof(float)), [&](int worker, int begin, int end) {
        const std::span<float> own = ends.row(worker);
        extend_range(x.row(begin).data(),
                     static_cast<size_t>(end - begin) * static_cast<size_t>(x.cols), own[0],
                     own[1]);
      });
  Range range;
  for (int i = 0; i < pieces; ++i) {
    range.low = std::min(range.low, ends.row(i)[0]);
    range.high = std::max(range.high, ends.row(i)[1]);
  }
  if (!std::isfinite(range.high - range.low)) return {};  // no levels hold that
  return range;
}

Int8PanelMatrix CpuDevice::with_levels(const Int8PanelMatrix& w, const Range& range) {
  const quant::QuantParams levels =
      quant::params_between(range.low, range.high, quant::QuantParams::kBytes);
  const size_t count = w.padded_rows();
  float* scales = arena_.make(count);
  auto* corrections = reinterpret_cast<int32_t*>(arena_.make(count));
  for (size_t i = 0; i < count; ++i) {
    scales[i] = w.scales[i] * levels.scale;
    corrections[i] = w.corrections[i] * levels.zero;
  }
  Int8PanelMatrix made = w;
  made.scales = scales;
  made.corrections = corrections;
  made.levels = levels;
  return made;
}

void CpuDevice::convolve_rounded(const Activations& x, const Taps& taps, const Product& product,
                                 const Int8PanelMatrix& w) {
  if (product.y.rows == 0) return;
  const Frame frame(*this);
  multiply_rounded(x, taps, product, with_levels(w, range_of(x)));
}

void CpuDevice::multiply_rounded(const Activations& x, const Taps& taps, const Product& product,
                                 const Int8PanelMatrix& w) {
  const Frame frame(*this);
  multiply_levels(x.cols, taps, product, w, [&](int, int r, int rows, const Levels& to) {
    const auto cols = static_cast<size_t>(x.cols);
    kernels_.to_levels({x.row(r).data(), static_cast<size_t>(rows) * cols}, w.levels, to.low,
                       to.high);
  });
}

// The normalized input is never written as floats. Norm and snake, x + sin^2(alpha x) / alpha, are
// monotonic: they take the extremes of a column to the extremes of its output.
void CpuDevice::convolve_rounded(const Activations& x, const InstanceNorm& norm, int padding,
                                 const Taps& taps, const Product& product,
                                 const Int8PanelMatrix& w) {
  if (product.y.rows == 0) return;
  const Frame frame(*this);
  const Blocks blocks = blocks_of(x, true, floats(norm.counts));
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
  const Int8PanelMatrix panels = with_levels(w, range_of(ends));
  multiply_padded(x, padding, taps, product, panels,
                  [&](int row, float* to) { channels.apply(x.row(row), to); });
}

// The limits are rounded as above: leaky ReLU rises everywhere.
void CpuDevice::convolve_rounded(const Activations& x, const LeakyRelu& before, int padding,
                                 const Taps& taps, const Product& product,
                                 const Int8PanelMatrix& w) {
  if (product.y.rows == 0) return;
  const Frame frame(*this);
  Range range = range_of(x);
  range.low *= before.slope;
  multiply_padded(x, padding, taps, product, with_levels(w, range), [&](int row, float* to) {
    cpu::leaky_relu(before.slope, x.row(row).data(), static_cast<size_t>(x.cols), to);
  });
}

template <class Put>
void CpuDevice::multiply_padded(const Activations& x, int padding, const Taps& taps,
                                const Product& product, const Int8PanelMatrix& w, const Put& put) {
  const Activations made = arena_.make(workers_->threads(), x.cols);
  multiply_levels(x.cols, taps, product, w, [&](int worker, int r, int rows, Levels to) {
    for (int row = r - padding; row < r - padding + rows; ++row, to = to.from(size_t(x.cols))) {
      if (row < 0 || row >= x.rows) {
        std::fill_n(to.low, x.cols, static_cast<uint8_t>(w.levels.zero));
        continue;
      }
      put(row, made.row(worker).data());
      kernels_.to_levels(made.row(worker), w.levels, to.low, nullptr);
    }
  });
}

// Some rows of y at a time: the bytes of the rows of x that these read stay in the second cache,
// and are never there for all of x. Those of a dilated convolution fall into sequences, each as if
// it were not dilated (cpu_tiles.cc), which lie one behind the other.
template <class Put>
void CpuDevice::multiply_levels(int cols, const Taps& taps, const Product& product,
                                const Int8PanelMatrix& w, const Put& put) {
  const int apart = taps.stride == 1 ? taps.dilation : 1;  // else rows lie as they are
  const int reach = (taps.kernel - 1) * taps.dilation + 1;
  const int unit = kInt8TileRows * apart, units = divided_up(product.y.rows, unit);
  const size_t bytes = w.levels.most > quant::QuantParams::kBytes ? 2 : 1;  // of a level
  const auto unit_bytes = int64_t{unit} * taps.stride * cols * static_cast<int64_t>(bytes);
  const int most = static_cast<int>(std::clamp<int64_t>(kMostBytes / unit_bytes, 1, units));
  const int most_rows = (most * unit - 1) * taps.stride + reach;
  const size_t each =  // floats that hold the levels' low or high bytes
      (static_cast<size_t>(most_rows) * static_cast<size_t>(cols) + LevelRows::kSlack + 3) / 4;
  const Arena::Rooms rooms = arena_.make_rooms(workers_->threads(), bytes * each);
  const int64_t read = bytes_of(*product.w, product.y.rows);
  workers_->parallel_for(units, read, [&](int worker, int begin, int end) {
    for (int u = begin; u < end; u += most) {
      const int first = u * unit;
      const int count = std::min(std::min(most, end - u) * unit, product.y.rows - first);
      const std::span<float> room = rooms.of(worker);
      const auto half = [&](size_t i) { return reinterpret_cast<uint8_t*>(&room[i * each]); };
      const LevelSequences own{{half(0), bytes == 2 ? half(1) : nullptr},
                               apart,
                               (count - 1) * taps.stride + reach,
                               cols};
      const int beside = apart == 1 ? own.rows : 1;
      for (int r = 0; r < own.rows; r += beside)
        put(worker, first * taps.stride + r, beside, own.row(r));
      multiply_sequences(own, taps.stride, product, w, first, count);
    }
  });
}

// Rows [first, first + count) of y.
void CpuDevice::multiply_sequences(const LevelSequences& x, int stride, const Product& product,
                                   const Int8PanelMatrix& w, int first, int count) const {
  const Output y = output_of(product);
  const auto cols = static_cast<size_t>(x.cols);
  for (int s = 0; s < std::min(x.count, count); ++s) {
    const int length = divided_up(count - s, x.count);
    const Levels first_row = x.row(s);
    const LevelRows rows{first_row.low, first_row.high, length, static_cast<size_t>(stride) * cols};
    for (int done = 0; done < length; done += kBlock) {
      const int some = std::min(kBlock, length - done);
      LevelRows block = rows.from(done);
      block.rows = some;
      Output part = y;  // every x.count-th row of it
      part.y = {y.y.row(first + s + x.count * done).data(), some, x.count * y.y.cols};
      kernels_.matmul_int8_panels(block, w, part, 0, w.rows);
    }
  }
}

}  // namespace sotto::device::cpu
