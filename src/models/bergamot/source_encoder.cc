#include "models/bergamot/source_encoder.h"

namespace sotto::models::bergamot {

SourceEncoder::SourceEncoder(const Model& model, device::Device& d)
    : model_(model),
      device_(d),
      positions_(d, model.config().d_model, nn::fairseq_positions(model.config().d_model, -1)) {}

device::Tensor SourceEncoder::encode(std::span<const std::vector<int>> sources, Trace* trace) {
  batch_.clear();
  for (const std::vector<int>& source : sources) {
    tokens_.clear();
    for (const int token : source) tokens_.push_back(known(token, model_.config().source_vocab));
    if (tokens_.empty()) tokens_.push_back(Config::kEos);  // attention needs something to see
    batch_.add(tokens_, 0);
  }
  return bergamot::encode(model_.network(), batch_, positions(batch_.last_position), device_,
                          trace);
}

}  // namespace sotto::models::bergamot
