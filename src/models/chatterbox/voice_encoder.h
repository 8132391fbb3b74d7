// Speaker embedding for T3: Resemble's encoder, an LSTM over windows of a spectrum trained to tell
// speakers apart (Wan et al. 2018).
//   e_i = unit(relu(W h_last)) of each window;   embedding = unit(mean e_i)
#pragma once

#include <span>
#include <vector>

#include "models/chatterbox/layers.h"
#include "models/sight.h"

namespace sotto::models::chatterbox {

struct VoiceEncoder {
  struct Layer {
    nn::Linear input;       // W_ih, and the sum of both biases
    device::Weight hidden;  // W_hh, [4 * hidden, hidden]
  };
  std::vector<Layer> layers;
  nn::Linear proj;

  int mel() const { return device::cols_of(layers.front().input.w); }
  // mel: [frames, mel], 100 a second.
  std::vector<float> operator()(device::Device& d, std::span<const float> mel,
                                const Sight& see) const;

 private:
  std::vector<float> window(device::Device& d, std::span<const float> mel) const;
};

VoiceEncoder load_voice_encoder(Loader& load);

}  // namespace sotto::models::chatterbox
