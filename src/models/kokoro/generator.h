// Kokoro's generator, an iSTFTNet (models/istft_generator.h) whose blocks take a style.
#pragma once

#include <array>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "models/istft_generator.h"
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

  // counts: how often each row of x counts in the norms, or none. Once it is to stop, x is of no
  // use.
  void operator()(device::Device& d, const device::Tensor& x, const device::Tensor& style,
                  const device::Tensor& counts, const std::stop_token& stop) const;
};

struct Generator {
  IstftGenerator<GeneratorBlock> istft;

  using MakeHar = IstftGenerator<GeneratorBlock>::MakeHar;

  // x: [half frames, channels]; style: [1, style]; counts: how often each of the half frames counts
  // in the norms, empty: once; the rest as there.
  device::Tensor operator()(device::Device& d, const device::Tensor& x, const MakeHar& make_har,
                            const device::Tensor& style, std::span<const float> counts,
                            const Sight& see, const std::stop_token& stop) const;
};

Generator load_generator(Loader& load, const Config& config);

}  // namespace sotto::models::kokoro
