#include "nn/conv1d.h"

#include <algorithm>

#include "nn/conv_state.h"

namespace sotto::nn {
namespace {

using device::Tensor;

// Windows are unrolled for so many numbers at once (256 KiB): they stay in the second cache until
// the product has read them.
constexpr int kUnrolled = 1 << 16;

// out[i * K + k] = the k-th tap of channel i. With K known the loop is vectors.
template <int K>
void unroll(const float* first, size_t step, int in, float* out) {
  for (int i = 0; i < in; ++i) {
    for (int k = 0; k < K; ++k) out[i * K + k] = first[static_cast<size_t>(k) * step + i];
  }
}

void unroll(const float* first, size_t step, int in, int kernel, float* out) {
  if (kernel == 3) return unroll<3>(first, step, in, out);
  if (kernel == 7) return unroll<7>(first, step, in, out);
  for (int k = 0; k < kernel; ++k) {
    const float* tap = first + static_cast<size_t>(k) * step;
    for (int i = 0; i < in; ++i) out[i * kernel + k] = tap[i];
  }
}

void repeat_first_row(const ConvWindow& x) {
  const auto first = x.now.row(0);
  for (int r = 0; r < x.all.rows - x.now.rows; ++r) std::ranges::copy(first, x.all.row(r).data());
}

}  // namespace

ConvState Conv1d::start() const { return new_conv_state(context(), in); }

ConvWindow Conv1d::open(device::Device& d, const ConvState& state, int rows) const {
  return open_window(d, state, context(), rows, in);
}

Tensor Conv1d::operator()(device::Device& d, const ConvWindow& x, ConvState& state) const {
  const int rows = x.now.rows / stride;
  const Tensor y = d.make(rows, out());
  if (replicate && !state.started && rows > 0) repeat_first_row(x);
  if (kernel == 1 && stride == 1) {
    d.linear(x.now, taps.w, taps.b, y);
  } else {
    const int cols = in * kernel;
    const int most = std::max(4, kUnrolled / cols);
    const device::Arena::Scope scope(d.arena());
    const Tensor block = d.make(std::min(most, rows), cols);
    for (int done = 0; done < rows; done += most) {
      const int count = std::min(most, rows - done);
      for (int r = 0; r < count; ++r) {
        unroll(x.all.row((done + r) * stride).data(),
               static_cast<size_t>(dilation) * static_cast<size_t>(in), in, kernel,
               block.row(r).data());
      }
      d.linear({block.data, count, cols}, taps.w, taps.b, {y.row(done).data(), count, y.cols});
    }
  }
  keep_context(x, state);
  return y;
}

}  // namespace sotto::nn
