// Convolutions over whole signals out of a checkpoint, as torch stores them.
#pragma once

#include <optional>
#include <string>

#include "models/loader.h"
#include "nn/padded_conv.h"

namespace sotto::models {

struct ConvForm {
  int kernel = 1;
  int stride = 1;
  int dilation = 1;
  int padding = -1;  // -1: as many rows out as in, of an odd kernel
  bool bias = true;
  device::ActivationQuant activations = device::ActivationQuant::floats;  // of int8 weights
};
nn::PaddedConv1d load_padded_conv(Loader& load, const std::string& name, int in, int out,
                                  const ConvForm& form);

// Loads a transposed convolution whose output is `rate` times as long as its input; kernel - rate
// is even. Its weights are floats, or, with `activations`, what Loader::made_rows() makes of them.
nn::PaddedConvTranspose1d load_transposed_conv(
    Loader& load, const std::string& name, int in, int out, int kernel, int rate,
    std::optional<device::ActivationQuant> activations = {});

}  // namespace sotto::models
