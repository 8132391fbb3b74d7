#include "models/nllb/session.h"

#include <algorithm>

namespace sotto::models::nllb {
namespace {

// A tokenizer may know more ids than the network has rows.
int known(const Config& c, int token) {
  return token >= 0 && token < c.vocab_size ? token : std::min(c.unk, c.vocab_size - 1);
}

}  // namespace

Session::Session(std::shared_ptr<const Model> model, Trace* trace,
                 std::shared_ptr<const OutputRows> outputs)
    : model_(std::move(model)),
      trace_(trace),
      outputs_(std::move(outputs)),
      device_(model_->backend().open()),
      positions_(*device_, model_->config().d_model,
                 nn::fairseq_positions(model_->config().d_model, model_->config().pad)),
      decoder_(model_->network(), *device_) {}

std::span<const int> Session::outputs() const {
  return outputs_ != nullptr ? std::span<const int>(outputs_->ids()) : std::span<const int>();
}

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
    for (const int token : source) {
      if (token != c.pad) tokens_.push_back(known(c, token));
    }
    if (tokens_.empty()) tokens_.push_back(known(c, c.eos));  // attention needs something to see
    batch_.add(tokens_, /*first_position=*/c.pad + 1);
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
  int last = c.pad;
  for (const int token : tokens) {
    const int position = c.pad + 1 + decoder_.length(static_cast<int>(tokens_.size()));
    last = std::max(last, position);
    tokens_.push_back(known(c, token));
    position_.push_back(token == c.pad ? c.pad : position);  // the pad's row is zero
  }
  return logits(decoder_.step(model_->network(), tokens_, positions_.rows(last), position_,
                              *device_, trace_));
}

std::span<const float> Session::extend(std::span<const int> tokens) {
  const Config& c = model_->config();
  begin();
  tokens_.clear();
  position_.clear();
  int position = c.pad + 1 + decoder_.length(0);
  for (const int token : tokens) {
    tokens_.push_back(known(c, token));
    position_.push_back(token == c.pad ? c.pad : position);
    ++position;
  }
  return logits(decoder_.extend(model_->network(), tokens_, positions_.rows(position), position_,
                                *device_, trace_));
}

std::span<const float> Session::logits(const device::Tensor& out) {
  const nn::Linear& output = outputs_ != nullptr ? outputs_->linear() : model_->network().shared;
  return device_->read(output(*device_, out));
}

}  // namespace sotto::models::nllb
