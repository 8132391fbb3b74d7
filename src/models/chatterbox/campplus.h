// Speaker embedding for S3Gen: CAM++ (Wang et al. 2023), a filter bank of a recording to an
// x-vector.
//   2-D residual blocks, which make the bands an eighth; a convolution that makes the time a half;
//   three dense blocks of
//     x = x | y,   h = relu(W relu(BN x)),   y = conv_3 h * sigmoid(W2 relu(W1 (mean h + mean_100
//     h)))
//   where mean_100 is over stretches of 100 frames; a narrower linear layer behind each; then
//   W (mean | deviation) over time
// Norms over batches are numbers by now: those behind a convolution are folded into it.
#pragma once

#include <vector>

#include "models/chatterbox/layers.h"
#include "models/plane_conv.h"
#include "models/sight.h"

namespace sotto::models::chatterbox {

struct PlaneBlock {
  PlaneConv conv1, conv2;
  PlaneConv shortcut;  // where there is one: its weights
  Plane operator()(device::Device& d, const Plane& x) const;
};

// relu(x * scale + shift)
struct NormRelu {
  device::Constant scale, shift;
  device::Tensor operator()(device::Device& d, const device::Tensor& x) const;
};

struct DenseLayer {
  NormRelu norm;
  nn::Linear linear1;      // and the norm behind it
  nn::PaddedConv1d local;  // linear_local
  nn::Linear context1, context2;
  device::Tensor operator()(device::Device& d, const device::Tensor& x) const;
};

struct DenseBlock {
  std::vector<DenseLayer> layers;
  NormRelu norm;
  nn::Linear transit;
};

struct CamPlus {
  PlaneConv conv1, conv2;
  std::vector<PlaneBlock> blocks;
  nn::PaddedConv1d tdnn;
  std::vector<DenseBlock> dense;
  NormRelu out_norm;
  nn::Linear out;

  // fbank: [frames, 80], 100 a second, of which the mean is taken off.
  std::vector<float> operator()(device::Device& d, const device::Tensor& fbank,
                                const Sight& see) const;
};

CamPlus load_campplus(Loader& load, int bands);

}  // namespace sotto::models::chatterbox
