// A look at what layers put out, for tests and for comparing networks.
#pragma once

#include <span>
#include <string_view>

namespace sotto::models {

class Trace {
 public:
  virtual ~Trace() = default;

  // `side` is "encoder" or "decoder"; `part` is "embed", "final", or, of a layer >= 0, "" for the
  // layer's output, "self_attn", "encoder_attn" (both before the residual sum), and of a network
  // with norms behind them "after_self_attn_norm", "after_encoder_attn_norm". Convolutions have
  // "input" and "hidden": what they read, without what they remember. Of Kokoro, `side` is empty
  // and `part` the name of a module (kokoro/modules.h) or of what stands beside them. The numbers,
  // row by row, are valid during the call.
  virtual void see(std::string_view side, int layer, std::string_view part,
                   std::span<const float> x, int cols) = 0;
};

}  // namespace sotto::models
