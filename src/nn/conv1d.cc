#include "nn/conv1d.h"

namespace sotto::nn {

using device::Tensor;

namespace {

template <class T>
std::vector<T> taps_of(std::span<const T> stored, int out, int in, int kernel) {
  const auto inputs = static_cast<size_t>(in), width = static_cast<size_t>(kernel);
  std::vector<T> taps(stored.size());
  for (size_t o = 0; o < static_cast<size_t>(out); ++o) {
    const size_t row = o * inputs * width;
    for (size_t i = 0; i < inputs; ++i) {
      for (size_t k = 0; k < width; ++k) taps[row + k * inputs + i] = stored[row + i * width + k];
    }
  }
  return taps;
}

}  // namespace

ConvState::ConvState(device::Device& d, int context, int channels)
    : previous(d.make_cache(channels)) {
  d.fill(previous->append(context), 0);
}

ConvWindow ConvWindow::open(device::Device& d, const ConvState& state, int rows) {
  const Tensor before = state.previous->all();
  const Tensor all = d.make(before.rows + rows, before.cols);
  d.copy(before, all.part(0, before.rows));
  return {all, all.part(before.rows, rows)};
}

ConvWindow ConvWindow::padded(device::Device& d, int rows, int channels, int before, int after) {
  const Tensor all = d.make(before + rows + after, channels);
  d.fill(all.part(0, before), 0);
  d.fill(all.part(before + rows, after), 0);
  return {all, all.part(before, rows)};
}

void ConvWindow::keep(device::Device& d, ConvState& state) const {
  const Tensor before = state.previous->all();
  d.copy(all.part(all.rows - before.rows, before.rows), before);
  state.started = state.started || now.rows > 0;
}

std::vector<float> conv_taps(std::span<const float> stored, int out, int in, int kernel) {
  return taps_of(stored, out, in, kernel);
}

std::vector<int8_t> conv_taps(std::span<const int8_t> stored, int out, int in, int kernel) {
  return taps_of(stored, out, in, kernel);
}

Tensor Conv1d::operator()(device::Device& d, const ConvWindow& x, ConvState& state) const {
  const int rows = x.now.rows / taps.stride;
  const Tensor y = d.make(rows, out());
  if (replicate && !state.started && rows > 0) {
    for (int r = 0; r < context(); ++r) d.copy(x.now.part(0, 1), x.all.part(r, 1));
  }
  d.convolve(x.all, taps, weights.into(y));
  x.keep(d, state);
  return y;
}

}  // namespace sotto::nn
