// Layers of StyleTTS 2 (Li et al. 2023) that take a style: norms whose scale and shift are made of
// it.
//   AdaIN (Huang and Belongie 2017):  (1 + gamma) (x - mean) / sqrt(variance + 1e-5) + beta
// with mean and variance over the whole time of each channel, and [gamma, beta] = fc(style).
#pragma once

#include <optional>
#include <string>

#include "models/kokoro/layers.h"
#include "models/sight.h"

namespace sotto::models::kokoro {

struct AdaIn {
  nn::Linear fc;  // [2 * channels, style]
  int channels = 0;

  // y = AdaIN(x); y may be x.
  void operator()(device::Device& d, const device::Tensor& x, const device::Tensor& style,
                  const device::Tensor& y) const;
  // For what reads AdaIN(x), or snake of that with an alpha; of the device's frame.
  device::InstanceNorm of(device::Device& d, const device::Tensor& style,
                          const device::Tensor& alpha = {}) const;
};

// `name`.fc; with an affine norm beneath it, `name`.norm, that one is folded in. Upstream's code
// has such norms, its released file has none.
AdaIn load_ada_in(Loader& load, const std::string& name, int channels, int style);

// AdainResBlk1d, with L the leaky ReLU of slope 0.2:
//   r = conv2(L(AdaIN2(conv1(pool(L(AdaIN1(x)))))));   y = (r + conv1x1(upsampled(x))) / sqrt(2)
// Blocks that upsample make two rows of each: `pool` by a transposed convolution, the shortcut by
// repetition. Where inputs and outputs are as many, there is no conv1x1.
struct StyleBlock {
  std::string name;
  AdaIn norm1, norm2;
  nn::PaddedConv1d conv1, conv2;
  std::optional<nn::PaddedDepthwiseConvTranspose1d> pool;
  std::optional<nn::PaddedConv1d> conv1x1;

  device::Tensor operator()(device::Device& d, const device::Tensor& x, const device::Tensor& style,
                            const Sight& see) const;
};

StyleBlock load_style_block(Loader& load, const std::string& name, int in, int out, int style,
                            bool upsamples);

}  // namespace sotto::models::kokoro
