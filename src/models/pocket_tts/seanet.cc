#include "models/pocket_tts/seanet.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "nn/activation.h"

namespace sotto::models::pocket_tts {
namespace {

using device::Tensor;

constexpr const char* kDecoder = "mimi.decoder.model.";

// Sees what the convolutions of a network read and put out, by the number of their layer.
class Sight {
 public:
  Sight(Trace* trace, std::string_view side) : trace_(trace), side_(side) {}

  void input(const Tensor& x) const { see("input", x); }
  void hidden(const Tensor& x) const { see("hidden", x); }
  void output(const Tensor& y) {
    see("seanet", y);
    ++number_;
  }
  void skip() { ++number_; }  // an ELU

 private:
  void see(std::string_view part, const Tensor& x) const {
    if (trace_ != nullptr) trace_->see(side_, number_, part, x);
  }

  Trace* trace_;
  std::string_view side_;
  int number_ = 0;
};

// Reads x, and then what it makes of it: layer . e
template <class Layer>
Tensor activated(device::Device& d, const Layer& layer, const Tensor& x, nn::ConvState& state,
                 const Sight& sight) {
  const nn::ConvWindow window = layer.open(d, state, x.rows);
  nn::elu(x, window.now);
  sight.input(window.now);
  return layer(d, window, state);
}

Tensor plain(device::Device& d, const nn::Conv1d& layer, const Tensor& x, nn::ConvState& state,
             const Sight& sight) {
  const nn::ConvWindow window = layer.open(d, state, x.rows);
  std::ranges::copy(x.all(), window.now.data);
  sight.input(window.now);
  return layer(d, window, state);
}

// x += conv1(e(conv3(e(x))))
void add_residual(device::Device& d, const ResidualBlock& block, const Tensor& x,
                  nn::ConvState& state, const Sight& sight) {
  const device::Arena::Scope scope(d.arena());
  const Tensor narrow = activated(d, block.narrow, x, state, sight);
  nn::elu(narrow, narrow);
  sight.hidden(narrow);
  block.widen.add_to(d, narrow, x);
}

std::vector<nn::ConvState> start_all(const std::vector<ResidualBlock>& blocks) {
  std::vector<nn::ConvState> states;
  for (const ResidualBlock& block : blocks) states.push_back(block.narrow.start());
  return states;
}

// The matrix of a convolution, [rows, cols], out of a stored tensor of another shape; as it is
// stored where it is for static quantization.
device::Weight load_taps(Loader& load, WeightStore& store, const std::string& name,
                         const std::array<int64_t, 3>& shape, int rows, int cols,
                         const std::function<std::vector<float>(std::span<const float>)>& taps) {
  if (load.is_static(name)) return load.static_matrix(name, rows, cols);
  if (load.vector(name + ".weight", shape) == nullptr) return {};
  const std::vector<float> w = taps(store.vectors.back());
  store.vectors.pop_back();
  return store.packed(w, rows, cols);
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
    nn::ConvTranspose1d layer{
        .taps = {}, .in = in, .out = out, .stride = ratio, .reach = nn::reach_of(kernel, ratio)};
    layer.taps.w = load_taps(load_, store_, name + ".convtr", {in, out, kernel}, ratio * out,
                             layer.reach * in, [&](std::span<const float> stored) {
                               return nn::transposed_taps(stored, in, out, kernel, ratio);
                             });
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
  nn::Conv1d conv{.taps = {}, .in = in, .kernel = kernel};
  conv.taps.w = load_taps(
      load, store, name, {out, in, kernel}, out, kernel * in,
      [&](std::span<const float> stored) { return nn::conv_taps(stored, out, in, kernel); });
  if (bias) conv.taps.b = load.vector(name + ".bias", out);
  return conv;
}

SeanetDecoder load_seanet_decoder(Loader& load, WeightStore& store, const SeanetConfig& config) {
  Layers layers(load, store, config, kDecoder);
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
  Sight sight(trace, "decoder");
  Tensor y = plain(d, first, x, state.first, sight);
  sight.output(y);
  for (size_t s = 0; s < stages.size(); ++s) {
    sight.skip();
    y = activated(d, stages[s].up, y, state.ups[s], sight);
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
  const auto add = [&](const char* part, std::string_view reads, const nn::Linear& taps) {
    all.push_back({fmt::format("{}{}.{}", kDecoder, number, part), number, reads, &taps});
  };
  add("conv", "input", first.taps);
  for (const Stage& stage : stages) {
    number += 2;
    add("convtr", "input", stage.up.taps);
    for (const ResidualBlock& block : stage.blocks) {
      ++number;
      add("block.1.conv", "input", block.narrow.taps);
      add("block.3.conv", "hidden", block.widen);
    }
  }
  number += 2;
  add("conv", "input", last.taps);
  return all;
}

Tensor SeanetEncoder::operator()(device::Device& d, const Tensor& x, State& state,
                                 Trace* trace) const {
  Sight sight(trace, "encoder");
  Tensor y = plain(d, first, x, state.first, sight);
  sight.output(y);
  for (size_t s = 0; s < stages.size(); ++s) {
    for (size_t j = 0; j < stages[s].blocks.size(); ++j) {
      add_residual(d, stages[s].blocks[j], y, state.blocks[s][j], sight);
      sight.output(y);
    }
    sight.skip();
    y = activated(d, stages[s].down, y, state.downs[s], sight);
    sight.output(y);
  }
  sight.skip();
  y = activated(d, last, y, state.last, sight);
  sight.output(y);
  return y;
}

}  // namespace sotto::models::pocket_tts
