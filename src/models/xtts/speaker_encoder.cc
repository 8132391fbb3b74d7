#include "models/xtts/speaker_encoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "models/unit_vector.h"

namespace sotto::models::xtts {
namespace {

using device::Tensor;

const std::string kSpeakerEncoder = "hifigan_decoder.speaker_encoder.";
constexpr int kSpeakerLayers = 4;  // upstream's code says so
constexpr int kMostSpeakerBlocks = 64;

// [1, cols]
Tensor mean_of(device::Device& d, const Tensor& x) {
  const std::span<const float> numbers = d.read(x);
  const auto cols = static_cast<size_t>(x.cols);
  std::vector<double> sums(cols);
  for (size_t i = 0; i < numbers.size(); ++i) sums[i % cols] += double{numbers[i]};
  std::vector<float> means;
  for (const double sum : sums) means.push_back(static_cast<float>(sum / x.rows));
  return d.upload(means, 1, x.cols);
}

// Mean and deviation of each column, by weights over the rows that are softmaxes of scores.
std::vector<float> pooled(std::span<const float> x, std::span<const float> scores, size_t cols) {
  const size_t rows = x.size() / cols;
  std::vector<float> pooled(2 * cols);
  for (size_t c = 0; c < cols; ++c) {
    double largest = scores[c], all = 0, sum = 0, squares = 0;
    for (size_t r = 0; r < rows; ++r) largest = std::max(largest, double{scores[r * cols + c]});
    for (size_t r = 0; r < rows; ++r) {
      const double weight = std::exp(double{scores[r * cols + c]} - largest);
      const double value = x[r * cols + c];
      all += weight;
      sum += weight * value;
      squares += weight * value * value;
    }
    const double mean = sum / all;
    pooled[c] = static_cast<float>(mean);
    pooled[cols + c] = static_cast<float>(std::sqrt(std::max(squares / all - mean * mean, 1e-5)));
  }
  return pooled;
}

ReluNorm load_relu_norm(Loader& load, const std::string& name, int size) {
  const BatchNorm norm = load_batch_norm(load, name, size);
  if (load.error()) return {};
  return {.scale = load.made_constant(norm.scale), .shift = load.made_constant(norm.shift)};
}

// Stored with the columns of a channel's bands beside each other, which in a plane's rows the
// channels of a band are: index c * bands + f becomes f * channels + c.
size_t moved(size_t index, size_t channels, size_t bands) {
  return index % bands * channels + index / bands;
}

SpeakerBlock load_speaker_block(Loader& load, const std::string& name, int in, int out,
                                const PlaneStride& stride) {
  SpeakerBlock block;
  block.conv1 = load_plane_conv(load, name + "conv1", in, out, 3, stride);
  block.bn1 = load_relu_norm(load, name + "bn1", out);
  block.conv2 = load_plane_conv(load, name + "conv2", name + "bn2", out, out, 3, {});
  const auto narrow = static_cast<int>(load.shape_of(name + "se.fc.0.bias", 1)[0]);
  block.squeeze = load.linear(name + "se.fc.0", narrow, out);
  block.excite = load.linear(name + "se.fc.2", out, narrow);
  if (load.has(name + "downsample.0.weight"))
    block.shortcut =
        load_plane_conv(load, name + "downsample.0", name + "downsample.1", in, out, 1, stride);
  load.require(block.shortcut || (in == out && stride.bands == 1),
               fmt::format("no tensor {}downsample.0.weight", name));
  return block;
}

// Columns, and rows where there are as many, in a plane's order.
nn::Linear load_moved(Loader& load, const std::string& name, int rows, int cols, int bands,
                      bool moves_rows) {
  const std::vector<float> stored =
      load.numbers(name + ".weight", std::array<int64_t, 3>{rows, cols, 1});
  const std::vector<float> bias = load.numbers(name + ".bias", rows);
  if (load.error()) return {};
  const auto width = static_cast<size_t>(cols), height = static_cast<size_t>(rows);
  const auto deep = static_cast<size_t>(bands);
  std::vector<float> w(stored.size()), b(bias.size());
  for (size_t r = 0; r < height; ++r) {
    const size_t row = moves_rows ? moved(r, height / deep, deep) : r;
    b[row] = bias[r];
    for (size_t c = 0; c < width; ++c) {
      const size_t col = moves_rows ? c : moved(c, width / deep, deep);
      w[row * width + col] = stored[r * width + c];
    }
  }
  return {load.made_matrix(w, rows, cols), load.made_constant(b)};
}

// Columns are those of means, then of deviations.
nn::Linear load_fc(Loader& load, int out, int cols, int bands) {
  const std::string name = kSpeakerEncoder + "fc";
  const std::vector<float> stored =
      load.numbers(name + ".weight", std::array<int64_t, 2>{out, 2 * cols});
  if (load.error()) return {};
  const auto width = static_cast<size_t>(cols), deep = static_cast<size_t>(bands);
  std::vector<float> w(stored.size());
  for (size_t i = 0; i < stored.size(); ++i)
    w[i / width * width + moved(i % width, width / deep, deep)] = stored[i];
  return {load.made_matrix(w, out, 2 * cols), load.constant(name + ".bias", out)};
}

}  // namespace

void ReluNorm::in_place(device::Device& d, const Tensor& x) const {
  d.activate(device::Activation::relu, x, x);
  d.scale_shift(x, 0, scale.tensor, shift.tensor, x);
}

Plane SpeakerBlock::operator()(device::Device& d, const Plane& x) const {
  const Plane h = conv1(d, x);
  bn1.in_place(d, h.x);
  const Plane y = conv2(d, h);
  const Tensor narrow = squeeze(d, mean_of(d, y.x));
  d.activate(device::Activation::relu, narrow, narrow);
  const Tensor scale = excite(d, narrow);
  d.activate(device::Activation::sigmoid, scale, scale);
  d.multiply(y.x, scale);
  d.add(y.x, shortcut ? (*shortcut)(d, x).x : x.x);
  d.activate(device::Activation::relu, y.x, y.x);
  return y;
}

std::vector<float> SpeakerEncoder::operator()(device::Device& d, const Tensor& mel,
                                              const Sight& see) const {
  const device::Frame frame(d);
  Plane plane = conv1(d, {mel.as(mel.rows * mel.cols, 1), mel.cols});
  bn1.in_place(d, plane.x);
  for (size_t i = 0; i < layers.size(); ++i) {
    for (const SpeakerBlock& block : layers[i]) plane = block(d, plane);
    see(fmt::format("speaker.layer{}", i + 1), plane.x);
  }
  const Tensor x = plane.x.as(plane.frames(), plane.bands * plane.x.cols);
  const Tensor hidden = attention0(d, x);
  attention2.in_place(d, hidden);
  const Tensor scores = attention3(d, hidden);
  const std::span<const float> numbers = d.read(x);
  const std::vector<float> values(numbers.begin(), numbers.end());
  const std::vector<float> both = pooled(values, d.read(scores), static_cast<size_t>(x.cols));
  const Tensor out = fc(d, d.upload(both, 1, 2 * x.cols));
  see("speaker.unnormalized", out);
  const std::span<const float> read = d.read(out);
  std::vector<float> embedding(read.begin(), read.end());
  to_unit(embedding);
  return embedding;
}

SpeakerEncoder load_speaker_encoder(Loader& load, int bands) {
  const std::string name = kSpeakerEncoder;
  SpeakerEncoder all;
  int width = static_cast<int>(load.shape_of(name + "conv1.weight", 4)[0]);
  all.conv1 = load_plane_conv(load, name + "conv1", 1, width, 3, {});
  all.bn1 = load_relu_norm(load, name + "bn1", width);
  for (int i = 1; i <= kSpeakerLayers && !load.error(); ++i) {
    all.layers.emplace_back();
    const int stride = i == 1 ? 1 : 2;
    bands = (bands - 1) / stride + 1;
    for (int j = 0; j < kMostSpeakerBlocks && !load.error(); ++j) {
      const std::string block = fmt::format("{}layer{}.{}.", name, i, j);
      if (!load.has(block + "conv1.weight")) break;
      const auto out = static_cast<int>(load.shape_of(block + "conv1.weight", 4)[0]);
      const int step = j == 0 ? stride : 1;
      all.layers.back().push_back(load_speaker_block(load, block, width, out, {step, step}));
      width = out;
    }
    load.require(load.error() || !all.layers.back().empty(),
                 fmt::format("no tensor {}layer{}.0.conv1.weight", name, i));
  }
  const int cols = width * bands;
  const auto hidden = static_cast<int>(load.shape_of(name + "attention.0.weight", 3)[0]);
  const auto out = static_cast<int>(load.shape_of(name + "fc.weight", 2)[0]);
  all.attention0 = load_moved(load, name + "attention.0", hidden, cols, bands, false);
  all.attention2 = load_relu_norm(load, name + "attention.2", hidden);
  all.attention3 = load_moved(load, name + "attention.3", cols, hidden, bands, true);
  all.fc = load_fc(load, out, cols, bands);
  return all;
}

}  // namespace sotto::models::xtts
