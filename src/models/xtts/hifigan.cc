#include "models/xtts/hifigan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/bounded.h"
#include "models/sound_limits.h"

namespace sotto::models::xtts {
namespace {

using device::Tensor;

constexpr const char* kName = "hifigan_decoder.waveform_decoder.";
constexpr std::array<int, 3> kDilations = {1, 3, 5};  // upstream's code says so
constexpr device::LeakyRelu kBefore = {0.1f}, kBeforeLast = {0.01f};
constexpr size_t kMostStages = 8;
constexpr int kMostHop = 1 << 14;  // samples a row

// Input rows that an output row of a convolution sees on each side.
int reach_of(const nn::PaddedConv1d& conv) {
  return (conv.taps.kernel - 1) * conv.taps.dilation / 2;
}

// Loads a convolution of an odd kernel, whose output is as long as its input.
nn::PaddedConv1d load_conv(Loader& load, const std::string& name, int in, ConvForm form = {}) {
  const auto shape = load.shape_of(name + ".weight", 3);
  load.require(shape[2] % 2 == 1 && shape[2] < 64,
               fmt::format("{} is {} wide, expected an odd number", name, shape[2]));
  form.kernel = static_cast<int>(shape[2]);
  return load_padded_conv(load, name, in, static_cast<int>(shape[0]), form);
}

ResBlock load_block(Loader& load, const std::string& name, int width) {
  const auto conv = [&](int number, size_t j, int dilation) {
    return load_conv(
        load, fmt::format("{}.convs{}.{}", name, number, j), width,
        {.dilation = dilation, .activations = device::ActivationQuant::dynamic_per_tensor});
  };
  ResBlock block;
  for (size_t j = 0; j < kDilations.size() && !load.error(); ++j) {
    block.convs1.push_back(conv(1, j, kDilations[j]));
    block.convs2.push_back(conv(2, j, 1));
  }
  return block;
}

size_t count_of(const Loader& load, const char* list, const char* part) {
  size_t count = 0;
  while (load.has(fmt::format("{}{}.{}.{}", kName, list, count, part))) ++count;
  return count;
}

// `rate`: rows of its input that one of the first stage's input is.
HifiGan::Stage load_stage(Loader& load, Loader& load_blocks, size_t i, size_t blocks, int in,
                          int speaker, int64_t rate) {
  const std::string name = fmt::format("{}ups.{}", kName, i);
  const auto shape = load.shape_of(name + ".weight", 3);
  const auto out = static_cast<int>(shape[1]), kernel = static_cast<int>(shape[2]);
  load.require(kernel % 4 == 0 && kernel <= 64,
               fmt::format("{} is {} wide, expected 16 or 4", name, kernel));
  require_stage(load, name, bounded_product({rate, kernel / 2}, kMostHop), out);
  HifiGan::Stage stage;
  if (load.error()) return stage;
  stage.up = load_transposed_conv(load, name, in, out, kernel, kernel / 2);
  stage.cond = load_conv(load, fmt::format("{}conds.{}", kName, i), speaker);
  load.require(load.error() || stage.cond.out() == out,
               fmt::format("{}conds.{} has other channels than {}", kName, i, name));
  for (size_t j = i * blocks; j < (i + 1) * blocks && !load_blocks.error(); ++j)
    stage.blocks.push_back(load_block(load_blocks, fmt::format("{}resblocks.{}", kName, j), out));
  return stage;
}

}  // namespace

void ResBlock::operator()(device::Device& d, const Tensor& x, const std::stop_token& stop) const {
  for (size_t j = 0; j < convs1.size() && !stop.stop_requested(); ++j) {
    const device::Frame frame(d);
    const Tensor h = convs1[j](d, kBefore, x);
    convs2[j].add_to(d, kBefore, h, x);
  }
}

int ResBlock::reach() const {
  int reach = 0;
  for (size_t j = 0; j < convs1.size(); ++j) reach += reach_of(convs1[j]) + reach_of(convs2[j]);
  return reach;
}

Result<std::shared_ptr<const HifiGan>> HifiGan::load(const checkpoint::Weights& weights,
                                                     std::optional<quant::Scheme> scheme,
                                                     const device::Backend& backend) {
  auto m = std::make_shared<HifiGan>();
  Loader load(weights, std::nullopt, backend), load_blocks(weights, scheme, backend);
  const std::string name = kName;
  const auto in = static_cast<int>(load.shape_of(name + "conv_pre.weight", 3)[1]);
  const auto speaker = static_cast<int>(load.shape_of(name + "cond_layer.weight", 3)[1]);
  const size_t stages = count_of(load, "ups", "weight"),
               blocks = count_of(load, "resblocks", "convs1.0.weight");
  load.require(
      stages >= 1 && stages <= kMostStages && blocks >= stages && blocks % stages == 0,
      fmt::format("{}resblocks are {} for {} stages, expected 12 for 4", name, blocks, stages));
  m->conv_pre = load_conv(load, name + "conv_pre", in);
  m->cond_layer = load_conv(load, name + "cond_layer", speaker);
  if (load.error()) return *load.error();
  int width = m->conv_pre.out();
  load.require(m->cond_layer.out() == width,
               fmt::format("{}cond_layer has other channels than {}conv_pre", name, name));
  for (size_t i = 0; i < stages && !load.error() && !load_blocks.error(); ++i) {
    m->stages.push_back(
        load_stage(load, load_blocks, i, blocks / stages, width, speaker, m->hop()));
    width = m->stages.back().up.out;
  }
  m->conv_post =
      load_conv(load, name + "conv_post", width, {.bias = load.has(name + "conv_post.bias")});
  for (const Loader* each : {&load, &load_blocks})
    if (each->error()) return *each->error();
  load.require(m->conv_post.out() == 1, name + "conv_post has many outputs, expected one");
  load.require(m->hop() <= kMostHop, fmt::format("{}ups make more than {} samples of a row, "
                                                 "expected 256",
                                                 name, kMostHop));
  if (load.error()) return *load.error();
  m->bytes = load.bytes() + load_blocks.bytes();
  return std::shared_ptr<const HifiGan>(std::move(m));
}

int HifiGan::hop() const {
  std::vector<int64_t> strides;
  for (const Stage& stage : stages) strides.push_back(stage.up.stride);
  return static_cast<int>(bounded_product(strides, kMostHop));
}

double HifiGan::reach_from(size_t stage) const {
  double reach = 0, rows = 1;  // rows of a stage for one of the first's input
  for (; stage < stages.size(); ++stage) {
    const Stage& s = stages[stage];
    reach += s.up.reach() / rows;
    rows *= s.up.stride;
    int most = 0;
    for (const ResBlock& block : s.blocks) most = std::max(most, block.reach());
    reach += most / rows;
  }
  return reach + reach_of(conv_post) / rows;
}

int HifiGan::reach() const {
  return static_cast<int>(std::ceil(reach_of(conv_pre) + reach_from(0)));
}

std::vector<Tensor> HifiGan::hear(device::Device& d, std::span<const float> speaker) const {
  std::vector<Tensor> heard = {d.make(1, cond_layer.out())};
  for (const Stage& stage : stages) heard.push_back(d.make(1, stage.cond.out()));
  const device::Frame frame(d);
  const Tensor g = d.upload(speaker, 1, speaker_cols());
  d.linear(g, cond_layer.weights.w, cond_layer.weights.b, heard[0]);
  for (size_t i = 0; i < stages.size(); ++i)
    d.linear(g, stages[i].cond.weights.w, stages[i].cond.weights.b, heard[i + 1]);
  return heard;
}

Tensor HifiGan::Stage::operator()(device::Device& d, const Tensor& x, const Tensor& heard,
                                  const std::stop_token& stop) const {
  const Tensor mean = d.make(x.rows * up.stride, up.out);
  const device::Frame frame(d);
  const nn::ConvWindow window = up.window(d, x.rows);
  d.leaky_relu(kBefore.slope, x, window.now);
  const Tensor all = up(d, window);
  d.add(all, heard);
  const size_t count = blocks.size();
  for (size_t j = 0; j < count && !stop.stop_requested(); ++j) {
    const device::Frame inner(d);
    const Tensor y = j == 0 ? mean : d.make(all.rows, all.cols);
    d.copy(all, y);
    blocks[j](d, y, stop);
    const float share = j + 1 == count ? 1.0f / static_cast<float>(count) : 1.0f;
    if (j != 0) d.mix(share, mean, share, y);
  }
  return mean;
}

Tensor HifiGan::operator()(device::Device& d, const Tensor& rows, int first, int count,
                           std::span<const Tensor> heard, const std::stop_token& stop) const {
  const Tensor wave = d.make(count * hop(), 1);
  const device::Frame frame(d);
  Tensor x = conv_pre(d, rows);
  d.add(x, heard[0]);
  int begin = 0, rate = 1;  // of the rows in x, and how many are one of `rows`
  for (size_t i = 0; i <= stages.size() && !stop.stop_requested(); ++i) {
    const auto around = static_cast<int>(std::ceil(reach_from(i)));
    const int from = std::max(begin, first * rate - around),
              to = std::min(begin + x.rows, (first + count) * rate + around);
    x = x.part(from - begin, to - from);
    begin = from;
    if (i == stages.size()) break;
    x = stages[i](d, x, heard[i + 1], stop);
    begin *= stages[i].up.stride;
    rate *= stages[i].up.stride;
  }
  if (stop.stop_requested()) return wave;
  const Tensor all = conv_post(d, kBeforeLast, x);
  d.activate(device::Activation::tanh, all.part(first * rate - begin, wave.rows), wave);
  return wave;
}

}  // namespace sotto::models::xtts
