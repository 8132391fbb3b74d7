// The decoder's view of the phonemes (StyleTTS 2's text encoder): an embedding of its own, then
//   x = L(LN(conv(x)))  for each layer, with L the leaky ReLU of slope 0.2,  and a BiLSTM.
#pragma once

#include <span>
#include <vector>

#include "models/kokoro/config.h"
#include "models/kokoro/layers.h"
#include "models/sight.h"

namespace sotto::models::kokoro {

struct TextEncoder {
  struct Layer {
    nn::PaddedConv1d conv;
    nn::LayerNorm norm;
  };
  device::Constant embedding;
  std::vector<Layer> cnn;
  nn::BiLstm lstm;

  // [ids, hidden_dim]
  device::Tensor operator()(device::Device& d, std::span<const int> ids, const Sight& see) const;
};

TextEncoder load_text_encoder(Loader& load, const Config& config);

}  // namespace sotto::models::kokoro
