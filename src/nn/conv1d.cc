#include "nn/conv1d.h"

#include <algorithm>

#include "nn/conv_state.h"

namespace sotto::nn {
namespace {

using device::Tensor;

void repeat_first_row(const ConvWindow& x) {
  const auto first = x.now.row(0);
  for (int r = 0; r < x.all.rows - x.now.rows; ++r) std::ranges::copy(first, x.all.row(r).data());
}

}  // namespace

std::vector<float> conv_taps(std::span<const float> stored, int out, int in, int kernel) {
  const auto inputs = static_cast<size_t>(in), width = static_cast<size_t>(kernel);
  std::vector<float> taps(stored.size());
  for (size_t o = 0; o < static_cast<size_t>(out); ++o) {
    const size_t row = o * inputs * width;
    for (size_t i = 0; i < inputs; ++i) {
      for (size_t k = 0; k < width; ++k) taps[row + k * inputs + i] = stored[row + i * width + k];
    }
  }
  return taps;
}

ConvState Conv1d::start() const { return new_conv_state(context(), in); }

ConvWindow Conv1d::open(device::Device& d, const ConvState& state, int rows) const {
  return open_window(d, state, context(), rows, in);
}

// Windows whose taps are not beside each other are copied together, so many numbers at once (256
// KiB): they stay in the second cache until the product has read them.
void Conv1d::spread(device::Device& d, const ConvWindow& x, const Tensor& y) const {
  constexpr int kUnrolled = 1 << 16;
  const int cols = in * kernel;
  const int most = std::max(4, kUnrolled / cols);
  const device::Arena::Scope scope(d.arena());
  const Tensor block = d.make(std::min(most, y.rows), cols);
  for (int done = 0; done < y.rows; done += most) {
    const int count = std::min(most, y.rows - done);
    for (int r = 0; r < count; ++r) {
      float* to = block.row(r).data();
      for (int k = 0; k < kernel; ++k, to += in) {
        std::ranges::copy(x.all.row((done + r) * stride + k * dilation), to);
      }
    }
    d.linear({block.data, count, cols}, taps.w, taps.b, {y.row(done).data(), count, y.cols});
  }
}

Tensor Conv1d::operator()(device::Device& d, const ConvWindow& x, ConvState& state) const {
  const int rows = x.now.rows / stride;
  const Tensor y = d.make(rows, out());
  if (replicate && !state.started && rows > 0) repeat_first_row(x);
  if (dilation == 1) {
    d.convolve({x.all.data, rows, in * kernel, static_cast<size_t>(stride * in)}, taps.into(y));
  } else {
    spread(d, x, y);
  }
  keep_context(x, state);
  return y;
}

}  // namespace sotto::nn
