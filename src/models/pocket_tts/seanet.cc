#include "models/pocket_tts/seanet.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "nn/activation.h"

namespace sotto::models::pocket_tts {
namespace {

using device::Tensor;

// Reads x, and then what it makes of it: layer . e
template <class Layer>
Tensor activated(device::Device& d, const Layer& layer, const Tensor& x, nn::ConvState& state) {
  const nn::ConvWindow window = layer.open(d, state, x.rows);
  nn::elu(x, window.now);
  return layer(d, window, state);
}

Tensor plain(device::Device& d, const nn::Conv1d& layer, const Tensor& x, nn::ConvState& state) {
  const nn::ConvWindow window = layer.open(d, state, x.rows);
  std::ranges::copy(x.all(), window.now.data);
  return layer(d, window, state);
}

// x += conv1(e(conv3(e(x))))
void add_residual(device::Device& d, const ResidualBlock& block, const Tensor& x,
                  nn::ConvState& state) {
  const device::Arena::Scope scope(d.arena());
  const Tensor narrow = activated(d, block.narrow, x, state);
  nn::elu(narrow, narrow);
  block.widen.add_to(d, narrow, x);
}

std::vector<nn::ConvState> start_all(const std::vector<ResidualBlock>& blocks) {
  std::vector<nn::ConvState> states;
  for (const ResidualBlock& block : blocks) states.push_back(block.narrow.start());
  return states;
}

// Goes through the numbers of a network's layers.
class Layers {
 public:
  Layers(Loader& load, WeightStore& store, const SeanetConfig& config, std::string prefix)
      : load_(load), store_(store), config_(config), prefix_(std::move(prefix)) {}

  std::string name() const { return fmt::format("{}{}", prefix_, number_); }
  void skip() { ++number_; }  // an ELU

  nn::Conv1d conv(int in, int out, int kernel) {
    return padded(load_conv(load_, store_, next() + ".conv", in, out, kernel, true));
  }

  nn::Conv1d down(int in, int out, int ratio) {
    nn::Conv1d conv = this->conv(in, out, 2 * ratio);
    conv.stride = ratio;
    return conv;
  }

  nn::ConvTranspose1d up(int in, int out, int ratio) {
    const std::string name = next();
    const int kernel = 2 * ratio;
    const std::array<int64_t, 3> shape = {in, out, kernel};
    nn::ConvTranspose1d layer{
        .taps = {}, .in = in, .out = out, .stride = ratio, .reach = nn::reach_of(kernel, ratio)};
    if (load_.vector(name + ".convtr.weight", shape) == nullptr) return layer;
    const std::vector<float> w = nn::transposed_taps(store_.vectors.back(), in, out, kernel, ratio);
    store_.vectors.pop_back();
    layer.taps.w = store_.packed(w, ratio * out, layer.reach * in);
    if (load_.vector(name + ".convtr.bias", out) == nullptr) return layer;
    std::vector<float>& b = store_.vectors.back();
    b = nn::repeated_bias(b, ratio);
    layer.taps.b = b.data();
    return layer;
  }

  std::vector<ResidualBlock> blocks(int width) {
    std::vector<ResidualBlock> blocks;
    const int hidden = width / config_.compress;
    int dilation = 1;
    for (int j = 0; j < config_.n_residual_layers && !load_.error(); ++j) {
      const std::string name = next();
      ResidualBlock block{
          .narrow = padded(load_conv(load_, store_, name + ".block.1.conv", width, hidden,
                                     config_.residual_kernel_size, true)),
          .widen = load_conv(load_, store_, name + ".block.3.conv", hidden, width, 1, true).taps};
      block.narrow.dilation = dilation;
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
  WeightStore& store_;
  const SeanetConfig& config_;
  std::string prefix_;
  int number_ = 0;
};

}  // namespace

nn::Conv1d load_conv(Loader& load, WeightStore& store, const std::string& name, int in, int out,
                     int kernel, bool bias) {
  const std::array<int64_t, 3> shape = {out, in, kernel};
  nn::Conv1d conv{.taps = {}, .in = in, .kernel = kernel};
  if (load.vector(name + ".weight", shape) == nullptr) return conv;
  const std::vector<float> w = nn::conv_taps(store.vectors.back(), out, in, kernel);
  store.vectors.pop_back();
  conv.taps.w = store.packed(w, out, kernel * in);
  if (bias) conv.taps.b = load.vector(name + ".bias", out);
  return conv;
}

SeanetDecoder load_seanet_decoder(Loader& load, WeightStore& store, const SeanetConfig& config) {
  Layers layers(load, store, config, "mimi.decoder.model.");
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

SeanetEncoder load_seanet_encoder(Loader& load, WeightStore& store, const SeanetConfig& config) {
  Layers layers(load, store, config, "mimi.encoder.model.");
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

SeanetDecoder::State SeanetDecoder::start() const {
  State state{.first = first.start(), .last = last.start(), .ups = {}, .blocks = {}};
  for (const Stage& stage : stages) {
    state.ups.push_back(stage.up.start());
    state.blocks.push_back(start_all(stage.blocks));
  }
  return state;
}

SeanetEncoder::State SeanetEncoder::start() const {
  State state{.first = first.start(), .last = last.start(), .downs = {}, .blocks = {}};
  for (const Stage& stage : stages) {
    state.downs.push_back(stage.down.start());
    state.blocks.push_back(start_all(stage.blocks));
  }
  return state;
}

Tensor SeanetDecoder::operator()(device::Device& d, const Tensor& x, State& state,
                                 Trace* trace) const {
  int number = 0;
  const auto see = [&](const Tensor& y) {
    if (trace != nullptr) trace->see("decoder", number, "seanet", y);
    ++number;
  };
  Tensor y = plain(d, first, x, state.first);
  see(y);
  for (size_t s = 0; s < stages.size(); ++s) {
    ++number;  // ELU
    y = activated(d, stages[s].up, y, state.ups[s]);
    see(y);
    for (size_t j = 0; j < stages[s].blocks.size(); ++j) {
      add_residual(d, stages[s].blocks[j], y, state.blocks[s][j]);
      see(y);
    }
  }
  ++number;
  y = activated(d, last, y, state.last);
  see(y);
  return y;
}

Tensor SeanetEncoder::operator()(device::Device& d, const Tensor& x, State& state,
                                 Trace* trace) const {
  int number = 0;
  const auto see = [&](const Tensor& y) {
    if (trace != nullptr) trace->see("encoder", number, "seanet", y);
    ++number;
  };
  Tensor y = plain(d, first, x, state.first);
  see(y);
  for (size_t s = 0; s < stages.size(); ++s) {
    for (size_t j = 0; j < stages[s].blocks.size(); ++j) {
      add_residual(d, stages[s].blocks[j], y, state.blocks[s][j]);
      see(y);
    }
    ++number;  // ELU
    y = activated(d, stages[s].down, y, state.downs[s]);
    see(y);
  }
  ++number;
  y = activated(d, last, y, state.last);
  see(y);
  return y;
}

}  // namespace sotto::models::pocket_tts
