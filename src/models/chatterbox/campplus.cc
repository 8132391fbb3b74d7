#include "models/chatterbox/campplus.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace sotto::models::chatterbox {

using device::Tensor;

namespace {

constexpr int kStretch = 100;  // frames of a local mean

// Row i: the mean of the rows seen[i] of x. Attention whose scores are all the same.
Tensor means(device::Device& d, const Tensor& x, std::span<const device::VisibleKeys> seen) {
  const Tensor y = d.make(static_cast<int>(seen.size()), x.cols);
  const device::Frame frame(d);
  const Tensor q = d.make(y.rows, x.cols);
  d.fill(q, 0);
  d.attention(q, x, x, seen, 1, device::Rows::decode, y);
  return y;
}

// Mean and deviation (n - 1) of each column.
std::vector<float> statistics(std::span<const float> x, size_t cols) {
  const size_t rows = x.size() / cols;
  std::vector<float> all(2 * cols);
  for (size_t c = 0; c < cols; ++c) {
    double sum = 0, squares = 0;
    for (size_t r = 0; r < rows; ++r) sum += x[r * cols + c];
    const double mean = sum / static_cast<double>(rows);
    for (size_t r = 0; r < rows; ++r)
      squares += (x[r * cols + c] - mean) * (x[r * cols + c] - mean);
    all[c] = static_cast<float>(mean);
    all[cols + c] =
        static_cast<float>(std::sqrt(squares / static_cast<double>(std::max<size_t>(rows, 2) - 1)));
  }
  return all;
}

}  // namespace

Plane PlaneBlock::operator()(device::Device& d, const Plane& x) const {
  const Plane h = conv1(d, x);
  d.activate(device::Activation::relu, h.x, h.x);
  const Plane y = conv2(d, h);
  d.add(y.x, shortcut.weights.w ? shortcut(d, x).x : x.x);
  d.activate(device::Activation::relu, y.x, y.x);
  return y;
}

Tensor NormRelu::operator()(device::Device& d, const Tensor& x) const {
  const Tensor y = d.make(x.rows, x.cols);
  d.scale_shift(x, 0, scale.tensor, shift.tensor, y);
  d.activate(device::Activation::relu, y, y);
  return y;
}

Tensor DenseLayer::operator()(device::Device& d, const Tensor& x) const {
  const Tensor y = d.make(x.rows, local.out());
  const device::Frame frame(d);
  const Tensor h = linear1(d, norm(d, x));
  d.activate(device::Activation::relu, h, h);
  std::vector<device::VisibleKeys> stretches, all;
  std::vector<int> stretch_of;
  for (int t = 0; t < x.rows; t += kStretch) {
    stretches.push_back({.first = t, .count = std::min(kStretch, x.rows - t)});
    all.push_back({.first = 0, .count = x.rows});
  }
  for (int t = 0; t < x.rows; ++t) stretch_of.push_back(t / kStretch);
  const Tensor context = means(d, h, stretches);
  d.add(context, means(d, h, all));
  const Tensor hidden = context1(d, context);
  d.activate(device::Activation::relu, hidden, hidden);
  const Tensor mask = context2(d, hidden);
  d.activate(device::Activation::sigmoid, mask, mask);
  d.copy(local(d, h), y);
  d.multiply(y, d.gather(mask, stretch_of));
  return y;
}

std::vector<float> CamPlus::operator()(device::Device& d, const Tensor& fbank,
                                       const Sight& see) const {
  const device::Frame frame(d);
  Plane plane = conv1(d, {fbank.as(fbank.rows * fbank.cols, 1), fbank.cols});
  d.activate(device::Activation::relu, plane.x, plane.x);
  for (const PlaneBlock& block : blocks) plane = block(d, plane);
  plane = conv2(d, plane);
  d.activate(device::Activation::relu, plane.x, plane.x);
  Tensor x = tdnn(d, plane.x.as(plane.frames(), plane.bands * plane.x.cols));
  d.activate(device::Activation::relu, x, x);
  see("campplus.tdnn", x);
  for (size_t i = 0; i < dense.size(); ++i) {
    for (const DenseLayer& layer : dense[i].layers) {
      const Tensor y = layer(d, x);
      const Tensor both = d.make(x.rows, x.cols + y.cols);
      const Tensor parts[] = {x, y};
      d.concatenate(parts, both);
      x = both;
    }
    see(fmt::format("campplus.dense.{}", i), x);
    x = dense[i].transit(d, dense[i].norm(d, x));
  }
  x = out_norm(d, x);
  const std::vector<float> stats = statistics(d.read(x), static_cast<size_t>(x.cols));
  const Tensor given = d.upload(stats, 1, 2 * x.cols);
  see("campplus.stats", given);
  const std::span<const float> read = d.read(out(d, given));
  return {read.begin(), read.end()};
}

namespace {

constexpr const char* kHead = "speaker_encoder.head.";
constexpr const char* kXVector = "speaker_encoder.xvector.";

NormRelu load_norm_relu(Loader& load, const std::string& name, int size) {
  const BatchNorm norm = load_batch_norm(load, name + ".batchnorm", size);
  return {.scale = load.made_constant(norm.scale), .shift = load.made_constant(norm.shift)};
}

PlaneBlock load_plane_block(Loader& load, const std::string& name, int width, int stride) {
  PlaneBlock block{
      .conv1 =
          load_plane_conv(load, name + "conv1", name + "bn1", width, width, 3, {.bands = stride}),
      .conv2 = load_plane_conv(load, name + "conv2", name + "bn2", width, width, 3, {}),
      .shortcut = {}};
  if (load.has(name + "shortcut.0.weight")) {
    block.shortcut = load_plane_conv(load, name + "shortcut.0", name + "shortcut.1", width, width,
                                     1, {.bands = stride});
  }
  load.require(stride == 1 || load.has(name + "shortcut.0.weight"),
               fmt::format("no tensor {}shortcut.0.weight", name));
  return block;
}

// Without a bias.
nn::Linear load_pointwise(Loader& load, const std::string& name, int out, int in, bool bias) {
  const std::array<int64_t, 3> shape = {out, in, 1};
  const std::vector<float> w = load.numbers(name + ".weight", shape);
  if (load.error()) return {};
  return {load.made_matrix(w, out, in),
          bias ? load.constant(name + ".bias", out) : device::Constant()};
}

DenseLayer load_dense_layer(Loader& load, const std::string& name, int in, int dilation) {
  const auto shape = load.shape_of(name + ".linear1.weight", 3);
  const int hidden = static_cast<int>(shape[0]);
  const std::array<int64_t, 3> expected = {hidden, in, 1};
  const std::vector<float> w = load.numbers(name + ".linear1.weight", expected);
  const std::string cam = name + ".cam_layer.";
  const auto growth = static_cast<int>(load.shape_of(cam + "linear_local.weight", 3)[0]);
  const int context = size_of(load, cam + "linear1.bias");
  return {.norm = load_norm_relu(load, name + ".nonlinear1", in),
          .linear1 = with_batch_norm(load, w, hidden, in, name + ".nonlinear2.batchnorm"),
          .local = load_padded_conv(load, cam + "linear_local", hidden, growth,
                                    {.kernel = 3, .dilation = dilation, .bias = false}),
          .context1 = load_pointwise(load, cam + "linear1", context, hidden, true),
          .context2 = load_pointwise(load, cam + "linear2", growth, context, true)};
}

// The kernel's channels in the order of a plane's rows: bands of all channels, as they lie there.
nn::PaddedConv1d load_tdnn(Loader& load, int channels, int bands) {
  const std::string name = std::string(kXVector) + "tdnn.";
  const auto shape = load.shape_of(name + "linear.weight", 3);
  const int out = static_cast<int>(shape[0]), in = channels * bands;
  const int kernel = static_cast<int>(shape[2]);
  const std::array<int64_t, 3> expected = {out, in, kernel};
  const std::vector<float> stored = load.numbers(name + "linear.weight", expected);
  nn::PaddedConv1d conv{.weights = {},
                        .in = in,
                        .taps = {.kernel = kernel, .stride = 2},
                        .padding = (kernel - 1) / 2};
  if (load.error()) return conv;
  std::vector<float> taps = nn::conv_taps(stored, out, in, kernel), moved(taps.size());
  for (size_t i = 0; i < taps.size(); ++i) {
    const int c = static_cast<int>(i % static_cast<size_t>(in)) / bands;
    const int f = static_cast<int>(i % static_cast<size_t>(in)) % bands;
    moved[i / static_cast<size_t>(in) * static_cast<size_t>(in) +
          static_cast<size_t>(f * channels + c)] = taps[i];
  }
  conv.weights = with_batch_norm(load, moved, out, kernel * in, name + "nonlinear.batchnorm");
  return conv;
}

DenseBlock load_dense_block(Loader& load, int number, int width, int dilation) {
  const std::string name = fmt::format("{}block{}.tdnnd", kXVector, number);
  DenseBlock block;
  for (int i = 1; !load.error(); ++i) {
    const std::string layer = name + std::to_string(i);
    if (!load.has(layer + ".linear1.weight")) break;
    block.layers.push_back(load_dense_layer(load, layer, width, dilation));
    width += block.layers.back().local.out();
  }
  const std::string transit = fmt::format("{}transit{}.", kXVector, number);
  block.norm = load_norm_relu(load, transit + "nonlinear", width);
  const auto out = static_cast<int>(load.shape_of(transit + "linear.weight", 3)[0]);
  block.transit = load_pointwise(load, transit + "linear", out, width, false);
  return block;
}

}  // namespace

CamPlus load_campplus(Loader& load, int bands) {
  const std::string head = kHead, vector = kXVector;
  constexpr int kLayers = 2, kBlocks = 2;  // what upstream's code says
  constexpr std::array kDilations = {1, 2, 2};
  const int channels = size_of(load, head + "bn1.weight");
  CamPlus cam;
  cam.conv1 = load_plane_conv(load, head + "conv1", head + "bn1", 1, channels, 3, {});
  for (int i = 1; i <= kLayers; ++i) {
    for (int j = 0; j < kBlocks && !load.error(); ++j) {
      cam.blocks.push_back(load_plane_block(load, fmt::format("{}layer{}.{}.", head, i, j),
                                            channels, j == 0 ? 2 : 1));
    }
  }
  cam.conv2 =
      load_plane_conv(load, head + "conv2", head + "bn2", channels, channels, 3, {.bands = 2});
  for (int i = 0; i < kLayers + 1; ++i) bands = (bands - 1) / 2 + 1;
  cam.tdnn = load_tdnn(load, channels, bands);
  int width = cam.tdnn.out();
  for (size_t i = 0; i < kDilations.size() && !load.error(); ++i) {
    cam.dense.push_back(load_dense_block(load, static_cast<int>(i) + 1, width, kDilations[i]));
    width = rows_of(cam.dense.back().transit.w);
  }
  cam.out_norm = load_norm_relu(load, vector + "out_nonlinear", width);
  const auto out = static_cast<int>(load.shape_of(vector + "dense.linear.weight", 3)[0]);
  const std::array<int64_t, 3> shape = {out, 2 * width, 1};
  const std::vector<float> w = load.numbers(vector + "dense.linear.weight", shape);
  cam.out = with_batch_norm(load, w, out, 2 * width, vector + "dense.nonlinear.batchnorm");
  return cam;
}

}  // namespace sotto::models::chatterbox
