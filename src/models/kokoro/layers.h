// Kokoro's kinds of layers out of its checkpoint (modules.h).
#pragma once

#include <string>

#include "models/loader.h"
#include "nn/lstm.h"
#include "nn/padded_conv.h"

namespace sotto::models::kokoro {

// Of floats, for many rows.
nn::Linear load_linear(Loader& load, const std::string& name, int out, int in);

struct ConvForm {
  int kernel = 1;
  int stride = 1;
  int dilation = 1;
  int padding = -1;  // -1: as many rows out as in, of an odd kernel
  bool bias = true;
  Loader::Meets meets = Loader::Meets::floats;  // what its weights multiply
};
nn::PaddedConv1d load_padded_conv(Loader& load, const std::string& name, int in, int out,
                                  const ConvForm& form);

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
