// Speaker embedding for the vocoder: H/ASP (Heo et al. 2020), a ResNet with squeeze and excitation
// (Hu et al. 2018) over a log-mel spectrogram whose bands are normalized over time.
//   x = BN relu(conv1 x);   blocks:  x = relu(SE BN conv2 BN relu(conv1 x) + shortcut x)
//   SE y = y sigmoid(W2 relu(W1 mean y))
//   w = softmax over time of attention x;   m = sum w x;   s = sqrt(sum w x^2 - m^2)
//   out = normalized fc [m, s]
// Source: coqui-tts 0.28.0, encoder/models/resnet.py; sizes are those of the file.
#pragma once

#include <optional>
#include <vector>

#include "models/plane_conv.h"
#include "models/sight.h"

namespace sotto::models::xtts {

// relu, then a norm over batches.
struct ReluNorm {
  device::Constant scale, shift;

  void in_place(device::Device& d, const device::Tensor& x) const;
};

struct SpeakerBlock {
  PlaneConv conv1, conv2;  // the norm behind the second is in it
  ReluNorm bn1;
  nn::Linear squeeze, excite;
  std::optional<PlaneConv> shortcut;

  Plane operator()(device::Device& d, const Plane& x) const;
};

struct SpeakerEncoder {
  PlaneConv conv1;
  ReluNorm bn1;
  std::vector<std::vector<SpeakerBlock>> layers;
  nn::Linear attention0, attention3;
  ReluNorm attention2;
  nn::Linear fc;

  // mel: [frames, bands], normalized. Of length 1.
  std::vector<float> operator()(device::Device& d, const device::Tensor& mel,
                                const Sight& see) const;
};

SpeakerEncoder load_speaker_encoder(Loader& load, int bands);

}  // namespace sotto::models::xtts
