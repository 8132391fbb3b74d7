#include "models/plane_conv.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "nn/conv1d.h"

namespace sotto::models {

using device::Tensor;

Plane PlaneConv::operator()(device::Device& d, const Plane& x) const {
  const int bands = (x.bands - 1) / stride.bands + 1, channels = x.x.cols;
  const int frames = (x.frames() - 1) / stride.frames + 1, reach = kernel / 2;
  const Tensor y = d.make(frames * bands, rows_of(weights.w));
  const device::Frame frame(d);
  const Tensor padded = d.make(x.x.rows + 1, channels);  // a row of zeros behind it
  d.copy(x.x, padded.part(0, x.x.rows));
  d.fill(padded.part(x.x.rows, 1), 0);
  constexpr int kFrames = 64;  // at once: what is gathered is 9 times as much
  for (int first = 0; first < frames; first += kFrames) {
    const device::Frame inner(d);
    const int count = std::min(kFrames, frames - first);
    std::vector<int> rows;
    for (int t = first; t < first + count; ++t) {
      for (int f = 0; f < bands; ++f) {
        for (int a = -reach; a <= reach; ++a) {
          for (int b = -reach; b <= reach; ++b) {
            const int band = f * stride.bands + a, at = t * stride.frames + b;
            const bool inside = band >= 0 && band < x.bands && at >= 0 && at < x.frames();
            rows.push_back(inside ? at * x.bands + band : x.x.rows);
          }
        }
      }
    }
    const Tensor windows = d.gather(padded, rows).as(count * bands, kernel * kernel * channels);
    d.linear(windows, weights.w, weights.b, y.part(first * bands, count * bands));
  }
  return {y, bands};
}

BatchNorm load_batch_norm(Loader& load, const std::string& name, int size) {
  const std::vector<float> mean = load.numbers(name + ".running_mean", size);
  const std::vector<float> variance = load.numbers(name + ".running_var", size);
  const bool affine = load.has(name + ".weight");
  BatchNorm norm{.scale = std::vector<float>(static_cast<size_t>(size), 1.0f),
                 .shift = std::vector<float>(static_cast<size_t>(size))};
  if (affine) norm.scale = load.numbers(name + ".weight", size);
  if (affine) norm.shift = load.numbers(name + ".bias", size);
  if (load.error()) return norm;
  for (size_t i = 0; i < mean.size(); ++i) {
    norm.scale[i] = static_cast<float>(norm.scale[i] / std::sqrt(double{variance[i]} + 1e-5));
    norm.shift[i] -= mean[i] * norm.scale[i];
  }
  return norm;
}

nn::Linear with_batch_norm(Loader& load, std::vector<float> w, int out, int cols,
                           const std::string& norm) {
  const BatchNorm behind = load_batch_norm(load, norm, out);
  if (load.error()) return {};
  for (size_t i = 0; i < w.size(); ++i) w[i] *= behind.scale[i / static_cast<size_t>(cols)];
  return {load.made_matrix(w, out, cols), load.made_constant(behind.shift)};
}

namespace {

// In the order of PlaneConv::weights.
std::vector<float> load_taps(Loader& load, const std::string& name, int in, int out, int kernel) {
  const std::array<int64_t, 4> shape = {out, in, kernel, kernel};
  const std::vector<float> stored = load.numbers(name + ".weight", shape);
  if (load.error()) return {};
  return nn::conv_taps(stored, out, in, kernel * kernel);
}

}  // namespace

PlaneConv load_plane_conv(Loader& load, const std::string& name, const std::string& norm, int in,
                          int out, int kernel, const PlaneStride& stride) {
  std::vector<float> taps = load_taps(load, name, in, out, kernel);
  if (load.error()) return {};
  return {.weights = with_batch_norm(load, std::move(taps), out, kernel * kernel * in, norm),
          .kernel = kernel,
          .stride = stride};
}

PlaneConv load_plane_conv(Loader& load, const std::string& name, int in, int out, int kernel,
                          const PlaneStride& stride) {
  const std::vector<float> taps = load_taps(load, name, in, out, kernel);
  PlaneConv conv{.weights = {}, .kernel = kernel, .stride = stride};
  if (load.error()) return conv;
  conv.weights.w = load.made_matrix(taps, out, kernel * kernel * in);
  if (load.has(name + ".bias")) conv.weights.b = load.constant(name + ".bias", out);
  return conv;
}

}  // namespace sotto::models
