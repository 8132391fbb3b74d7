#include "models/seq2seq/session.h"

#include <algorithm>
#include <functional>

namespace sotto::models::seq2seq {
namespace {

// A tokenizer may know more ids than the network has rows.
int known_token(const Config& c, int token) {
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
      decoder_(model_->architecture(), model_->network(), *device_),
      example_decoder_(model_->architecture(), model_->network(), *device_) {}

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

void Session::clear() {
  decoder_.clear();
  neighbours_.clear();
}

void Session::select(std::span<const int> parents) {
  decoder_.select(parents);
  neighbours_.select(parents);
}

void Session::encode(std::span<const std::vector<int>> sources) {
  const Config& c = model_->config();
  const Architecture& architecture = model_->architecture();
  batch_.clear();
  for (const std::vector<int>& source : sources) {
    tokens_.clear();
    for (const int token : source) {
      if (token != c.pad || !architecture.counts_from_pad) tokens_.push_back(known_token(c, token));
    }
    while (!tokens_.empty() && tokens_.back() == c.pad) tokens_.pop_back();
    if (tokens_.empty())
      tokens_.push_back(known_token(c, c.eos));  // attention needs something to see
    batch_.add(tokens_, architecture.first_position(c));
  }
  begin();
  encoded_ = architecture.encode(model_->network(), batch_, positions_.rows(batch_.last_position),
                                 *device_, trace_);
}

void Session::add(std::span<const std::vector<int>> sources) {
  encode(sources);
  decoder_.add(model_->network(), batch_, encoded_, *device_);
  for (size_t i = 0; i < sources.size(); ++i) neighbours_.add(nullptr);
}

void Session::add(std::span<const std::vector<int>> sources, std::span<const Examples> examples) {
  std::vector<std::shared_ptr<const KnownStates>> all;
  for (const Examples& one : examples) all.push_back(known(one));
  encode(sources);
  decoder_.add(model_->network(), batch_, encoded_, *device_);
  for (auto& one : all) neighbours_.add(std::move(one));
}

// All examples of a source in one pass.
std::shared_ptr<const KnownStates> Session::known(const Examples& examples) {
  if (examples.empty()) return nullptr;
  const Config& c = model_->config();
  std::vector<std::vector<int>> sources;
  for (const Example& example : examples) sources.push_back(example.source);
  encode(sources);
  auto known = std::make_shared<KnownStates>();
  targets_.clear();
  const int first = model_->architecture().first_position(c);
  for (const Example& example : examples) {
    tokens_ = {c.decoder_start};
    for (const int token : example.target) tokens_.push_back(known_token(c, token));
    known->tokens.insert(known->tokens.end(), tokens_.begin() + 1, tokens_.end());
    tokens_.pop_back();
    targets_.add(tokens_, first);
  }
  const Decoded decoded = example_decoder_.known(model_->network(), batch_, encoded_, targets_,
                                                 positions_.rows(targets_.last_position), *device_);
  const nn::Linear& projection = model_->network().borrowing->projection;
  const std::span<const float> keys = device_->read(projection(*device_, decoded.last));
  known->keys.assign(keys.begin(), keys.end());
  example_decoder_.clear();
  return known;
}

void Session::append(int token, int position) {
  const Config& c = model_->config();
  const bool nothing = model_->architecture().counts_from_pad && token == c.pad;
  tokens_.push_back(known_token(c, token));
  position_.push_back(nothing ? c.pad : position);  // the pad's row is zero
}

Decoded Session::decode(std::span<const int> tokens) {
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

std::span<const float> Session::logits(const Decoded& decoded) {
  const nn::Linear& output = outputs_ != nullptr ? outputs_->linear() : model_->network().shared;
  const device::Tensor logits = output(*device_, decoded.out);
  if (!neighbours_.has_any()) return device_->read(logits);
  const device::Tensor queries = model_->network().borrowing->projection(*device_, decoded.last);
  return with_neighbours(device_->read(logits), device_->read(queries));
}

// A row a hypothesis, or, of extend(), those of the only one.
std::span<const float> Session::with_neighbours(std::span<const float> logits,
                                                std::span<const float> queries) {
  const Borrowing& how = *model_->network().borrowing;
  const size_t width = how.width(), rows = queries.size() / width, outputs = logits.size() / rows;
  const bool is_one = neighbours_.size() == 1;
  mixed_.assign(logits.begin(), logits.end());
  const auto lend = [&](int, int row) {
    const auto r = static_cast<size_t>(row);
    neighbours_.lend(is_one ? 0 : row, how, queries.subspan(r * width, width),
                     std::span(mixed_).subspan(r * outputs, outputs));
  };
  device_->share(static_cast<int>(rows), static_cast<int64_t>(8 * logits.size_bytes()),
                 std::cref(lend));
  return mixed_;
}

}  // namespace sotto::models::seq2seq
