#include "models/seq2seq/session.h"

#include <algorithm>

namespace sotto::models::seq2seq {
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
                 model_->architecture().positions(model_->config())),
      decoder_(model_->architecture(), model_->network(), *device_) {}

std::span<const int> Session::outputs() const {
  return outputs_ != nullptr ? std::span<const int>(outputs_->ids()) : std::span<const int>();
}

void Session::begin() {
  encoded_ = {};
  frame_.reset();
  frame_.emplace(*device_);
  tokens_.clear();
  position_.clear();
}

void Session::add(std::span<const std::vector<int>> sources) {
  const Config& c = model_->config();
  const Architecture& architecture = model_->architecture();
  batch_.clear();
  for (const std::vector<int>& source : sources) {
    tokens_.clear();
    for (const int token : source) {
      if (token != c.pad || !architecture.counts_from_pad) tokens_.push_back(known(c, token));
    }
    while (!tokens_.empty() && tokens_.back() == c.pad) tokens_.pop_back();
    if (tokens_.empty()) tokens_.push_back(known(c, c.eos));  // attention needs something to see
    batch_.add(tokens_, architecture.first_position(c));
  }
  begin();
  encoded_ = architecture.encode(model_->network(), batch_, positions_.rows(batch_.last_position),
                                 *device_, trace_);
  decoder_.add(model_->network(), batch_, encoded_, *device_);
}

void Session::append(int token, int position) {
  const Config& c = model_->config();
  const bool nothing = model_->architecture().counts_from_pad && token == c.pad;
  tokens_.push_back(known(c, token));
  position_.push_back(nothing ? c.pad : position);  // the pad's row is zero
}

device::Tensor Session::decode(std::span<const int> tokens) {
  const int first = model_->architecture().first_position(model_->config());
  begin();
  int last = first;
  for (const int token : tokens) {
    const int position = first + decoder_.length(static_cast<int>(tokens_.size()));
    last = std::max(last, position);
    append(token, position);
  }
  return decoder_.step(model_->network(), tokens_, positions_.rows(last), position_, *device_,
                       trace_);
}

std::span<const float> Session::step(std::span<const int> tokens) { return logits(decode(tokens)); }

std::span<const float> Session::extend(std::span<const int> tokens) {
  begin();
  int position = model_->architecture().first_position(model_->config()) + decoder_.length(0);
  for (const int token : tokens) append(token, position++);
  return logits(decoder_.extend(model_->network(), tokens_, positions_.rows(position), position_,
                                *device_, trace_));
}

std::span<const float> Session::logits(const device::Tensor& out) {
  const nn::Linear& output = outputs_ != nullptr ? outputs_->linear() : model_->network().shared;
  return device_->read(output(*device_, out));
}

}  // namespace sotto::models::seq2seq
