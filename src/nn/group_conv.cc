#include "nn/group_conv.h"

namespace sotto::nn {

using device::Tensor;

Tensor GroupConv1d::operator()(device::Device& d, const Tensor& x) const {
  const int rows = groups.front().rows_of(x.rows);
  const Tensor y = d.make(rows, out());
  const device::Frame frame(d);
  std::vector<Tensor> parts;
  int first = 0;
  for (const PaddedConv1d& group : groups) {
    const Tensor part = d.make(rows, group.out());
    const device::Frame of_group(d);
    const ConvWindow window = group.window(d, x.rows);
    d.slice(x, first, window.now);
    d.convolve(window.all, group.taps, group.weights.into(part));
    parts.push_back(part);
    first += group.in;
  }
  d.concatenate(parts, y);
  return y;
}

std::vector<PaddedConv1d> group_convs(const device::Backend& backend, std::span<const float> stored,
                                      std::span<const float> bias, int groups, int in,
                                      const device::Taps& taps, int padding) {
  const size_t size = stored.size() / static_cast<size_t>(groups);
  const int cols = in * taps.kernel, out = static_cast<int>(size) / cols;
  std::vector<PaddedConv1d> all;
  for (size_t g = 0; g < static_cast<size_t>(groups); ++g) {
    const std::vector<float> w = conv_taps(stored.subspan(g * size, size), out, in, taps.kernel);
    const auto rows = static_cast<size_t>(out);
    all.push_back({.weights = {backend.prepare(quant::F32Matrix{w.data(), out, cols}, nullptr,
                                               device::Rows::many),
                               bias.empty() ? device::Constant()
                                            : backend.prepare(bias.subspan(g * rows, rows))},
                   .in = in,
                   .taps = taps,
                   .padding = padding});
  }
  return all;
}

}  // namespace sotto::nn
