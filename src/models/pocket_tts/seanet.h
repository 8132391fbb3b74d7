// SEANet (Tagliasacchi et al. 2020), causal: the convolutions of Mimi between sound and the steps
// of its Transformer. With e = ELU and residual blocks R(x) = x + conv1(e(conv3(e(x)))):
//   decoder: conv, then for each ratio  R .. R . upsampling . e,  then conv . e
//   encoder: conv, then for each ratio from behind  downsampling . e . R .. R,  then conv . e
// Layers are numbered as in the checkpoint, where each ELU takes a number, too.
#pragma once

#include <string>
#include <vector>

#include "models/loader.h"
#include "models/pocket_tts/config.h"
#include "models/trace.h"
#include "nn/conv1d.h"
#include "nn/conv_transpose1d.h"

namespace sotto::models::pocket_tts {

struct ResidualBlock {
  nn::Conv1d narrow;  // block.1
  nn::Linear widen;   // block.3, of kernel 1
};

// A convolution of a network, by the name of its tensors, and what a trace calls what it reads.
struct NamedConv {
  std::string name;  // without ".weight"
  int layer = 0;
  std::string_view reads;  // "input", or "hidden": within a residual block
  device::Weight weights;
};

// The past of an encoder's or a decoder's convolutions.
struct SeanetState {
  nn::ConvState first, last;
  std::vector<nn::ConvState> scalings;             // downsampling or upsampling of each stage
  std::vector<std::vector<nn::ConvState>> blocks;  // of each stage
};

struct SeanetDecoder {
  struct Stage {
    nn::ConvTranspose1d up;
    std::vector<ResidualBlock> blocks;
  };
  nn::Conv1d first;
  std::vector<Stage> stages;
  nn::Conv1d last;

  using State = SeanetState;
  State start(device::Device& d) const;

  std::vector<NamedConv> convolutions() const;

  // [steps, dimension] to [steps * hop, channels].
  device::Tensor operator()(device::Device& d, const device::Tensor& x, State& state,
                            Trace* trace) const;
};

struct SeanetEncoder {
  struct Stage {
    std::vector<ResidualBlock> blocks;
    nn::Conv1d down;
  };
  nn::Conv1d first;
  std::vector<Stage> stages;
  nn::Conv1d last;

  using State = SeanetState;
  State start(device::Device& d) const;

  // [steps * hop, channels] to [steps, dimension].
  device::Tensor operator()(device::Device& d, const device::Tensor& x, State& state,
                            Trace* trace) const;
};

// Layers out of tensors of any float type.
nn::Conv1d load_conv(Loader& load, const std::string& name, int in, int out, int kernel, bool bias);
SeanetDecoder load_seanet_decoder(Loader& load, const SeanetConfig& config);
SeanetEncoder load_seanet_encoder(Loader& load, const SeanetConfig& config);

}  // namespace sotto::models::pocket_tts
