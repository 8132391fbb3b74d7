#include "models/pocket_tts/seanet.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

namespace sotto::models::pocket_tts {
namespace {

using device::Tensor;

constexpr const char* kDecoder = "mimi.decoder.model.";

// Sees what the convolutions of a network read and put out, by the number of their layer.
class Sight {
 public:
  Sight(device::Device& d, Trace* trace, std::string_view side)
      : d_(d), trace_(trace), side_(side) {}

  void input(const Tensor& x) const { see("input", x); }
  void hidden(const Tensor& x) const { see("hidden", x); }
  void output(const Tensor& y) {
    see("seanet", y);
    ++number_;
  }
  void skip() { ++number_; }  // an ELU

 private:
  void see(std::string_view part, const Tensor& x) const {
    if (trace_ != nullptr) trace_->see(side_, number_, part, d_.read(x), x.cols);
  }

  device::Device& d_;
  Trace* trace_;
  std::string_view side_;
  int number_ = 0;
};

// Reads x, and then what it makes of it: layer . e
template <class Layer>
Tensor activated(device::Device& d, const Layer& layer, const Tensor& x, nn::ConvState& state,
                 const Sight& sight) {
  const nn::ConvWindow window = nn::ConvWindow::open(d, state, x.rows);
  d.activate(device::Activation::elu, x, window.now);
  sight.input(window.now);
  return layer(d, window, state);
}

Tensor plain(device::Device& d, const nn::Conv1d& layer, const Tensor& x, nn::ConvState& state,
             const Sight& sight) {
  const nn::ConvWindow window = nn::ConvWindow::open(d, state, x.rows);
  d.copy(x, window.now);
  sight.input(window.now);
  return layer(d, window, state);
}

// x += conv1(e(conv3(e(x))))
void add_residual(device::Device& d, const ResidualBlock& block, const Tensor& x,
                  nn::ConvState& state, const Sight& sight) {
  const device::Frame frame(d);
  const Tensor narrow = activated(d, block.narrow, x, state, sight);
  d.activate(device::Activation::elu, narrow, narrow);
  sight.hidden(narrow);
  block.widen.add_to(d, narrow, x);
}

std::vector<nn::ConvState> start_all(const std::vector<ResidualBlock>& blocks, device::Device& d) {
  std::vector<nn::ConvState> states;
  for (const ResidualBlock& block : blocks) states.push_back(block.narrow.start(d));
  return states;
}

// The matrix of a convolution, [rows, cols], out of a stored tensor of another shape; as it is
// stored where it is for static quantization.
device::Weight load_taps(Loader& load, const std::string& name, const std::array<int64_t, 3>& shape,
                         int rows, int cols,
                         const std::function<std::vector<float>(std::span<const float>)>& taps) {
  if (load.is_static(name)) return load.static_matrix(name, rows, cols);
  const std::vector<float> stored = load.numbers(name + ".weight", shape);
  if (load.error()) return {};
  return load.made_matrix(taps(stored), rows, cols);
}

// Goes through the numbers of a network's layers.
class Layers {
 public:
  Layers(Loader& load, const SeanetConfig& config, std::string prefix)
      : load_(load), config_(config), prefix_(std::move(prefix)) {}

  std::string name() const { return fmt::format("{}{}", prefix_, number_); }
  void skip() { ++number_; }  // an ELU

  nn::Conv1d conv(int in, int out, int kernel) {
    return padded(load_conv(load_, next() + ".conv", in, out, kernel, true));
  }

  nn::Conv1d down(int in, int out, int ratio) {
    nn::Conv1d conv = this->conv(in, out, 2 * ratio);
    conv.taps.stride = ratio;
    return conv;
  }

  nn::ConvTranspose1d up(int in, int out, int ratio) {
    const std::string name = next();
    const int kernel = 2 * ratio;
    nn::ConvTranspose1d layer{
        .weights = {}, .in = in, .out = out, .stride = ratio, .reach = nn::reach_of(kernel, ratio)};
    layer.weights.w = load_taps(load_, name + ".convtr", {in, out, kernel}, ratio * out,
                                layer.reach * in, [&](std::span<const float> stored) {
                                  return nn::transposed_taps(stored, in, out, kernel, ratio);
                                });
    const std::vector<float> bias = load_.numbers(name + ".convtr.bias", out);
    layer.weights.b = load_.made_constant(nn::repeated_bias(bias, ratio));
    return layer;
  }

  std::vector<ResidualBlock> blocks(int width) {
    std::vector<ResidualBlock> blocks;
    const int hidden = width / config_.compress;
    int dilation = 1;
    for (int j = 0; j < config_.n_residual_layers && !load_.error(); ++j) {
      const std::string name = next();
      ResidualBlock block{
          .narrow = padded(load_conv(load_, name + ".block.1.conv", width, hidden,
                                     config_.residual_kernel_size, true)),
          .widen = load_conv(load_, name + ".block.3.conv", hidden, width, 1, true).weights};
      block.narrow.taps.dilation = dilation;
      dilation *= config_.dilation_base;
      blocks.push_back(std::move(block));
    }
    return blocks;
  }

 private:
  std::string next() {
    std::string name = this->name();
    ++number_;
    return name;
  }

  nn::Conv1d padded(nn::Conv1d conv) const {
    conv.replicate = config_.pad_mode == "replicate";
    return conv;
  }

  Loader& load_;
  const SeanetConfig& config_;
  std::string prefix_;
  int number_ = 0;
};

}  // namespace

nn::Conv1d load_conv(Loader& load, const std::string& name, int in, int out, int kernel,
                     bool bias) {
  nn::Conv1d conv{.weights = {}, .in = in, .taps = {.kernel = kernel}};
  conv.weights.w = load_taps(
      load, name, {out, in, kernel}, out, kernel * in,
      [&](std::span<const float> stored) { return nn::conv_taps(stored, out, in, kernel); });
  if (bias) conv.weights.b = load.constant(name + ".bias", out);
  return conv;
}

SeanetDecoder load_seanet_decoder(Loader& load, const SeanetConfig& config) {
  Layers layers(load, config, kDecoder);
  int width = config.n_filters << config.ratios.size();
  SeanetDecoder net{
      .first = layers.conv(config.dimension, width, config.kernel_size), .stages = {}, .last = {}};
  for (const int ratio : config.ratios) {
    layers.skip();
    SeanetDecoder::Stage stage{.up = layers.up(width, width / 2, ratio), .blocks = {}};
    width /= 2;
    stage.blocks = layers.blocks(width);
    net.stages.push_back(std::move(stage));
  }
  layers.skip();
  net.last = layers.conv(width, config.channels, config.last_kernel_size);
  return net;
}

SeanetEncoder load_seanet_encoder(Loader& load, const SeanetConfig& config) {
  Layers layers(load, config, "mimi.encoder.model.");
  int width = config.n_filters;
  SeanetEncoder net{
      .first = layers.conv(config.channels, width, config.kernel_size), .stages = {}, .last = {}};
  for (auto ratio = config.ratios.rbegin(); ratio != config.ratios.rend(); ++ratio) {
    SeanetEncoder::Stage stage{.blocks = layers.blocks(width), .down = {}};
    layers.skip();
    stage.down = layers.down(width, 2 * width, *ratio);
    width *= 2;
    net.stages.push_back(std::move(stage));
  }
  layers.skip();
  net.last = layers.conv(width, config.dimension, config.last_kernel_size);
  return net;
}

namespace {

template <class Net, class Scaling>
SeanetState start_net(const Net& net, Scaling Net::Stage::*scaling, device::Device& d) {
  SeanetState state{
      .first = net.first.start(d), .last = net.last.start(d), .scalings = {}, .blocks = {}};
  for (const auto& stage : net.stages) {
    state.scalings.push_back((stage.*scaling).start(d));
    state.blocks.push_back(start_all(stage.blocks, d));
  }
  return state;
}

}  // namespace

SeanetState SeanetDecoder::start(device::Device& d) const {
  return start_net(*this, &Stage::up, d);
}

SeanetState SeanetEncoder::start(device::Device& d) const {
  return start_net(*this, &Stage::down, d);
}

Tensor SeanetDecoder::operator()(device::Device& d, const Tensor& x, State& state,
                                 Trace* trace) const {
  Sight sight(d, trace, "decoder");
  Tensor y = plain(d, first, x, state.first, sight);
  sight.output(y);
  for (size_t s = 0; s < stages.size(); ++s) {
    sight.skip();
    y = activated(d, stages[s].up, y, state.scalings[s], sight);
    sight.output(y);
    for (size_t j = 0; j < stages[s].blocks.size(); ++j) {
      add_residual(d, stages[s].blocks[j], y, state.blocks[s][j], sight);
      sight.output(y);
    }
  }
  sight.skip();
  y = activated(d, last, y, state.last, sight);
  sight.output(y);
  return y;
}

std::vector<NamedConv> SeanetDecoder::convolutions() const {
  std::vector<NamedConv> all;
  int number = 0;
  const auto add = [&](const char* part, std::string_view reads, const nn::Linear& layer) {
    all.push_back({fmt::format("{}{}.{}", kDecoder, number, part), number, reads, layer.w});
  };
  add("conv", "input", first.weights);
  for (const Stage& stage : stages) {
    number += 2;
    add("convtr", "input", stage.up.weights);
    for (const ResidualBlock& block : stage.blocks) {
      ++number;
      add("block.1.conv", "input", block.narrow.weights);
      add("block.3.conv", "hidden", block.widen);
    }
  }
  number += 2;
  add("conv", "input", last.weights);
  return all;
}

Tensor SeanetEncoder::operator()(device::Device& d, const Tensor& x, State& state,
                                 Trace* trace) const {
  Sight sight(d, trace, "encoder");
  Tensor y = plain(d, first, x, state.first, sight);
  sight.output(y);
  for (size_t s = 0; s < stages.size(); ++s) {
    for (size_t j = 0; j < stages[s].blocks.size(); ++j) {
      add_residual(d, stages[s].blocks[j], y, state.blocks[s][j], sight);
      sight.output(y);
    }
    sight.skip();
    y = activated(d, stages[s].down, y, state.scalings[s], sight);
    sight.output(y);
  }
  sight.skip();
  y = activated(d, last, y, state.last, sight);
  sight.output(y);
  return y;
}

}  // namespace sotto::models::pocket_tts
