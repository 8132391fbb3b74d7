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
  Loader::Meets meets = Loader::Meets::floats;  // what its weights multiply
};
nn::PaddedConv1d load_padded_conv(Loader& load, const std::string& name, int in, int out,
                                  const ConvForm& form);

// Of a length that is `rate` times its input's, where kernel - rate is even. Its weights are
// floats, or, with `meets`, what the loader's scheme makes of floats that meet such activations.
nn::PaddedConvTranspose1d load_transposed_conv(Loader& load, const std::string& name, int in,
                                               int out, int kernel, int rate,
                                               std::optional<Loader::Meets> meets = {});

}  // namespace sotto::models
