// The decoder (StyleTTS 2's for iSTFTNet, up to its generator), over frames of 25 ms:
//   f = F0_conv(F0),  n = N_conv(N):  from half frames to frames;   a = asr_res(asr)
//   x = encode([asr; f; n]);   x = decode_i([x; a; f; n])    the last one gives half frames
#pragma once

#include <vector>

#include "models/kokoro/config.h"
#include "models/kokoro/predictor.h"
#include "models/kokoro/style.h"

namespace sotto::models::kokoro {

struct Decoder {
  nn::PaddedConv1d f0_conv, n_conv, asr_res;
  StyleBlock encode;
  std::vector<StyleBlock> decode;

  // asr: [frames, hidden_dim], the text encoder's rows repeated. [2 * frames, generator's channels]
  device::Tensor operator()(device::Device& d, const device::Tensor& asr,
                            const Predictor::Curves& curves, const device::Tensor& style,
                            const Sight& see) const;
};

Decoder load_decoder(Loader& load, const Config& config);

}  // namespace sotto::models::kokoro
