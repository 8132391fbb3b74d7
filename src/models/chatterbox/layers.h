// Kinds of layers of S3Gen's networks out of its checkpoint.
#pragma once

#include <string>

#include "models/convolutions.h"
#include "models/loader.h"

namespace sotto::models::chatterbox {

// For many rows at once.
nn::Linear load_rows_linear(Loader& load, const std::string& name, int out, int in,
                            bool bias = true);

nn::LayerNorm load_norm(Loader& load, const std::string& name, int size, float epsilon);

// A convolution that is as long as its input, of the sizes that its tensor has; the padding is its
// caller's business.
nn::PaddedConv1d load_conv(Loader& load, const std::string& name, int in,
                           device::ActivationQuant activations = device::ActivationQuant::floats);

// y of as many rows as x: zeros stand before x, so that no row reads what comes behind it, or all
// behind it.
device::Tensor looking_back(device::Device& d, const nn::PaddedConv1d& conv,
                            const device::Tensor& x);
device::Tensor looking_ahead(device::Device& d, const nn::PaddedConv1d& conv,
                             const device::Tensor& x);

// The size of a vector: what no quantization changes, unlike the shape of a matrix.
int size_of(Loader& load, const std::string& name);

// Counts the modules name.0, name.1, ... that have the tensor `part`.
int count_of(const Loader& load, const std::string& name, const std::string& part);

}  // namespace sotto::models::chatterbox
