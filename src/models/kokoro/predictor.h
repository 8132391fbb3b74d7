// Prosody (StyleTTS 2's predictor): how long each phoneme is, and pitch and energy over time. With
// s the style, which stands behind the inputs of each LSTM:
//   x = (1 + gamma) LN(BiLSTM([x, s])) + beta,  [gamma, beta] = fc(s)     for each layer
//   duration = sum of sigmoid(duration_proj(BiLSTM([x, s]))) / speed      in frames of 25 ms
//   h = BiLSTM([x, s]) of x repeated by its durations;  F0, N = proj(three style blocks of h)
#pragma once

#include <span>
#include <vector>

#include "models/kokoro/config.h"
#include "models/kokoro/style.h"

namespace sotto::models::kokoro {

struct Predictor {
  struct Layer {
    StyledLstm lstm;
    nn::Linear fc;  // [2 * hidden_dim, style]
  };
  // A value for each half frame.
  struct Curve {
    std::string name;
    std::vector<StyleBlock> blocks;
    nn::PaddedConv1d proj;
  };
  std::vector<Layer> encoder;
  nn::LayerNorm norm;  // without a scale and shift of its own
  StyledLstm lstm, shared;
  nn::Linear duration_proj;
  Curve f0, n;

  // [ids, hidden_dim] to the same
  device::Tensor encode(device::Device& d, const device::Tensor& x, const device::Tensor& style,
                        const Sight& see) const;
  // Frames of each row of what encode() gave, at least one. The host waits for them.
  std::vector<int> durations(device::Device& d, const device::Tensor& encoded,
                             const device::Tensor& style, float speed, const Sight& see) const;

  // [2 * frames, 1] each. `encoded` with its rows repeated: [frames, hidden_dim]
  struct Curves {
    device::Tensor f0, n;
  };
  Curves curves(device::Device& d, const device::Tensor& encoded, const device::Tensor& style,
                const Sight& see) const;
};

// Row i of what is gathered by these rows is there durations[i] times.
std::vector<int> repeated(std::span<const int> durations);

Predictor load_predictor(Loader& load, const Config& config);

}  // namespace sotto::models::kokoro
