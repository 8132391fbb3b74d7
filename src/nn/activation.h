// Activations of neural codecs and of the networks that drive them, number by number. One formula
// for every processor: free of branches and tables, so that a compiler turns the loops into vectors
// of whatever width is there, and the results are the same everywhere.
#pragma once

#include "device/tensor.h"

namespace sotto::nn {

// x where x > 0, else e^x - 1 (Clevert et al. 2016, alpha = 1). y may be x; the sizes are equal.
void elu(const device::Tensor& x, const device::Tensor& y);

// x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) / 2 (Hendrycks and Gimpel 2016), in place.
void gelu_tanh(const device::Tensor& x);

// x / (1 + e^-x), in place.
void silu(const device::Tensor& x);

// y[i] += scale * x[i], with one number of scale a column: what "layer scale" does to a branch.
void add_scaled(const device::Tensor& x, const float* scale, const device::Tensor& y);

}  // namespace sotto::nn
