// The generator of iSTFTNet (Kaneko et al. 2022) with a harmonic source: transposed convolutions up
// to the columns of a short-time spectrum, which is all that it makes of the sound. For each stage:
//   source = noise_res(noise_conv(har));   x = up(L_0.1(x)) + source;   x = mean of the blocks of x
// In the last stage the first column but one is reflected in front, which makes one column more.
//   log magnitudes, angles = conv_post(L_0.01(x))
#pragma once

#include <array>
#include <stop_token>
#include <string>
#include <vector>

#include "models/kokoro/config.h"
#include "models/kokoro/style.h"

namespace sotto::models::kokoro {

// AdaINResBlock1. With S(x) = x + sin^2(alpha x) / alpha, Snake (Liu et al. 2020):
//   x += conv2_j(S(AdaIN(conv1_j(S(AdaIN(x))))))      for each dilation, which conv1_j has
struct GeneratorBlock {
  struct Half {
    AdaIn norm;
    device::Constant alpha;
    nn::PaddedConv1d conv;
  };
  std::array<Half, kResblockConvs> first, second;

  // Once it is to stop, x is of no use.
  void operator()(device::Device& d, const device::Tensor& x, const device::Tensor& style,
                  const std::stop_token& stop) const;
};

struct Generator {
  struct Stage {
    nn::PaddedConv1d noise_conv;
    GeneratorBlock noise_res;
    nn::PaddedConvTranspose1d up;
    std::vector<GeneratorBlock> blocks;
  };
  std::vector<Stage> stages;
  nn::PaddedConv1d conv_post;

  // x: [half frames, channels]; har: [columns, 2 * bins], the spectrum of the source. [columns, 2 *
  // bins]: logarithms of magnitudes, and numbers whose sines are the phases. Once it is to stop,
  // what it gives means nothing.
  device::Tensor operator()(device::Device& d, const device::Tensor& x, const device::Tensor& har,
                            const device::Tensor& style, const Sight& see,
                            const std::stop_token& stop) const;

 private:
  device::Tensor run(size_t stage, device::Device& d, const device::Tensor& x,
                     const device::Tensor& har, const device::Tensor& style, const Sight& see,
                     const std::stop_token& stop) const;
};

// What it gives, as magnitudes and phases.
void to_spectrum(std::span<float> made, int bins);

Generator load_generator(Loader& load, const Config& config);

}  // namespace sotto::models::kokoro
