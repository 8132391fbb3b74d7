#include "models/nllb/session.h"

#include <algorithm>

namespace sotto::models::nllb {
namespace {

// A tokenizer may know more ids than the network has rows.
int known(const Config& c, int token) {
  return token >= 0 && token < c.vocab_size ? token : std::min(c.unk, c.vocab_size - 1);
}

}  // namespace

Session::Session(std::shared_ptr<const Model> model, Trace* trace)
    : model_(std::move(model)),
      trace_(trace),
      device_(model_->backend().open()),
      positions_(model_->config().d_model, /*zero_row=*/model_->config().pad) {}

void Session::start(std::span<const std::vector<int>> sources, int beams) {
  const Config& c = model_->config();
  batch_.tokens.clear();
  batch_.first.assign(1, 0);
  for (const std::vector<int>& source : sources) {
    const size_t before = batch_.tokens.size();
    for (const int token : source) {
      if (token != c.pad) batch_.tokens.push_back(known(c, token));
    }
    // Attention needs something to look at.
    if (batch_.tokens.size() == before) batch_.tokens.push_back(known(c, c.eos));
    batch_.first.push_back(static_cast<int>(batch_.tokens.size()));
  }
  device_->arena().reset();
  encoded_ = encode(model_->network(), batch_, positions_, c.pad + 1, *device_, trace_);
  decoder_.start(model_->network(), batch_, encoded_, beams, *device_);
}

std::span<const float> Session::step(std::span<const int> tokens) {
  const Config& c = model_->config();
  device_->arena().reset();
  encoded_ = {};
  tokens_.clear();
  position_.clear();
  const int position = c.pad + 1 + decoder_.steps();
  for (const int token : tokens) {
    tokens_.push_back(known(c, token));
    position_.push_back(token == c.pad ? c.pad : position);  // the pad's row is zero
  }
  const device::Tensor logits = decoder_.step(model_->network(), tokens_, positions_.rows(position),
                                              position_, *device_, trace_);
  return logits.all();
}

}  // namespace sotto::models::nllb
