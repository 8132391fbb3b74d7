// Aligns words of a translation with those of its source, by the attention of head 0 in the last
// decoder layer, which was trained for that.
#pragma once

#include <memory>

#include "models/bergamot/source_encoder.h"
#include "models/seq2seq.h"

namespace sotto::models::bergamot {

class AttentionAligner final : public Aligner {
 public:
  explicit AttentionAligner(std::shared_ptr<const Model> model);

  std::vector<float> align(std::span<const int> source, std::span<const int> target) override;

 private:
  std::shared_ptr<const Model> model_;
  std::unique_ptr<device::Device> device_;
  SourceEncoder encoder_;
};

}  // namespace sotto::models::bergamot
