// Kokoro's kinds of layers out of its checkpoint (modules.h).
#pragma once

#include <string>

#include "models/convolutions.h"
#include "models/loader.h"
#include "nn/lstm.h"

namespace sotto::models::kokoro {

// Activations of the convolutions behind a norm: rounded if int8 is asked for. Weights that a file
// has in int8 meet floats otherwise (docs/decisions/023, 030).
device::ActivationQuant activations_of(const Loader& load);

// Loads floats, for products of many rows.
nn::Linear load_linear(Loader& load, const std::string& name, int out, int in);

// An LSTM of `in` + `style` inputs, of which those behind the first `in` are the same at each step:
// what they add to the gates is computed once.
struct StyledLstm {
  nn::BiLstm lstm;
  nn::Linear forward_style, backward_style;

  // x: [steps, in]; style: [1, style]
  device::Tensor operator()(device::Device& d, const device::Tensor& x,
                            const device::Tensor& style) const {
    const device::Tensor y = d.make(x.rows, 2 * cols_of(lstm.forward.hidden));
    const device::Frame frame(d);
    d.copy(lstm.run(d, x, forward_style(d, style), backward_style(d, style)), y);
    return y;
  }
};
// [steps, out]
nn::BiLstm load_lstm(Loader& load, const std::string& name, int out, int in);
StyledLstm load_styled_lstm(Loader& load, const std::string& name, int out, int in, int style);

}  // namespace sotto::models::kokoro
