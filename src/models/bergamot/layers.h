// The network's layers, as its paper has them (Bogoychev et al. 2020, "Edinburgh's submissions to
// the 2020 machine translation efficiency task"; the equations are in encoder.cc and decoder.cc).
#pragma once

#include <span>

#include "models/bergamot/network.h"
#include "models/source_batch.h"
#include "models/trace.h"

namespace sotto::models::bergamot {

// [tokens, d]: sources end to end.
device::Tensor encode(const Network& m, const SourceBatch& batch, const device::Tensor& positions,
                      device::Device& d, Trace* trace);

// A decoder's memory of its past: the cell of each layer.
class Cells {
 public:
  virtual ~Cells() = default;
  // Updates the cells of that layer, [rows, d]: c = forget c' + (1 - forget) update.
  virtual device::Tensor next(int layer, const device::Tensor& forget,
                              const device::Tensor& update) = 0;
};

// By each row: the token before it, its position, and the rows of its source in `keys` and
// `values`. At position 0 no token is before it: the one that stands there is not read.
struct SsruRows {
  std::span<const int> tokens, position;
  std::span<const device::VisibleKeys> source;
};

// Inputs of decoding besides the rows, and its outputs beside the hidden state.
struct SsruContext {
  std::span<const nn::KeysValues> encoded;  // of each layer
  device::Tensor positions;
  Trace* trace = nullptr;
  // [heads * rows, rows of the keys]: becomes how much each row looks at each of the source, in the
  // last layer; or none.
  device::Tensor weights = {};
};

// Computes the input [rows, d] of the output matrix.
device::Tensor decode(const Network& m, const SsruRows& rows, const SsruContext& context,
                      Cells& cells, device::Device& d);

}  // namespace sotto::models::bergamot
