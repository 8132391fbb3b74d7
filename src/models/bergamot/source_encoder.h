// Sources on their way through the encoder.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "models/bergamot/layers.h"
#include "models/bergamot/model.h"
#include "nn/positions.h"

namespace sotto::models::bergamot {

// A token that the network has a row for.
inline int known(int token, int vocab) {
  return token >= 0 && token < vocab ? token : Config::kUnk;
}

// Belongs to one session, on whose device it computes.
class SourceEncoder {
 public:
  SourceEncoder(const Model& model, device::Device& d);

  // The states of the sources, end to end; `batch()` says which rows are whose.
  device::Tensor encode(std::span<const std::vector<int>> sources, Trace* trace);
  const SourceBatch& batch() const { return batch_; }

  // Rows 0 .. last of the positions; valid until the next call.
  device::Tensor positions(int last) { return positions_.rows(last); }

 private:
  const Model& model_;
  device::Device& device_;
  nn::PositionTable positions_;
  SourceBatch batch_;
  std::vector<int> tokens_;
};

}  // namespace sotto::models::bergamot
