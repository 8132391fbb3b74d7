// Convolutions over two dimensions, bands and time: a row is one band of one frame, bands of a
// frame one after the other, channels in the columns. A convolution is a product with kernel x
// kernel rows gathered beside each other.
#pragma once

#include <string>
#include <vector>

#include "models/loader.h"

namespace sotto::models {

// [frames * bands, channels]
struct Plane {
  device::Tensor x;
  int bands = 0;

  int frames() const { return x.rows / bands; }
};

struct PlaneStride {
  int bands = 1, frames = 1;
};

// W x + b over windows of kernel x kernel, every so many bands and frames; zeros around.
struct PlaneConv {
  nn::Linear weights;  // [out, kernel * kernel * in], band after band, of each frame after frame
  int kernel = 3;
  PlaneStride stride;

  Plane operator()(device::Device& d, const Plane& x) const;
};

// y = x * scale + shift, what a norm over batches (Ioffe and Szegedy 2015) has become.
struct BatchNorm {
  std::vector<float> scale, shift;
};
BatchNorm load_batch_norm(Loader& load, const std::string& name, int size);

// A product without a bias, and the norm behind it. `w`: [out, cols].
nn::Linear with_batch_norm(Loader& load, std::vector<float> w, int out, int cols,
                           const std::string& norm);

// `name`.weight, [out, in, kernel, kernel], and the norm behind it.
PlaneConv load_plane_conv(Loader& load, const std::string& name, const std::string& norm, int in,
                          int out, int kernel, const PlaneStride& stride);
// The same with nothing behind it, and a bias where there is one.
PlaneConv load_plane_conv(Loader& load, const std::string& name, int in, int out, int kernel,
                          const PlaneStride& stride);

}  // namespace sotto::models
