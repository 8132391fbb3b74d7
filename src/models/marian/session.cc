#include "models/marian/session.h"

#include <algorithm>

namespace sotto::models::marian {
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
      positions_(*device_, model_->config().d_model, positions(model_->config().d_model)),
      decoder_(model_->network(), *device_) {}

void Session::begin() {
  encoded_ = {};
  frame_.reset();
  frame_.emplace(*device_);
}

void Session::add(std::span<const std::vector<int>> sources) {
  const Config& c = model_->config();
  batch_.clear();
  for (const std::vector<int>& source : sources) {
    tokens_.clear();
    for (const int token : source) tokens_.push_back(known(c, token));
    // A pad before the end is a token like others: only that behind it is padding.
    while (!tokens_.empty() && tokens_.back() == c.pad) tokens_.pop_back();
    if (tokens_.empty()) tokens_.push_back(c.eos);  // attention needs something to see
    batch_.add(tokens_, /*first_position=*/0);
  }
  begin();
  encoded_ =
      encode(model_->network(), batch_, positions_.rows(batch_.last_position), *device_, trace_);
  decoder_.add(model_->network(), batch_, encoded_, *device_);
}

std::span<const float> Session::step(std::span<const int> tokens) {
  const Config& c = model_->config();
  begin();
  tokens_.clear();
  position_.clear();
  int last = 0;
  for (const int token : tokens) {
    position_.push_back(decoder_.length(static_cast<int>(tokens_.size())));
    last = std::max(last, position_.back());
    tokens_.push_back(known(c, token));
  }
  const device::Tensor logits =
      decoder_.step(model_->network(), tokens_, positions_.rows(last), position_, *device_, trace_);
  return device_->read(logits);
}

}  // namespace sotto::models::marian
