// A look at what layers put out, for tests and for comparing networks.
#pragma once

#include <string_view>

#include "device/tensor.h"

namespace sotto::models {

class Trace {
 public:
  virtual ~Trace() = default;

  // `side` is "encoder" or "decoder"; `part` is "embed", "final", or, of a layer >= 0, "" for the
  // layer's output, "self_attn", "encoder_attn" (both before the residual sum), and of a network
  // with norms behind them "after_self_attn_norm", "after_encoder_attn_norm". Convolutions have
  // "input" and "hidden": what they read, without what they remember. The tensor is valid during
  // the call.
  virtual void see(std::string_view side, int layer, std::string_view part,
                   const device::Tensor& x) = 0;
};

}  // namespace sotto::models
