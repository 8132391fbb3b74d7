#include "models/causal_lm/session.h"

#include <algorithm>
#include <utility>

namespace sotto::models::causal_lm {
namespace {

using device::Tensor;

// Most rows of prompts that a pass reads, which bounds its memory: 512 rows of the largest
// published network's feed-forward are 60 MB.
constexpr int kMostRows = 512;

}  // namespace

Session::Session(std::shared_ptr<const Model> model, Trace* trace,
                 std::shared_ptr<const OutputRows> outputs, std::vector<int> prefix)
    : model_(std::move(model)),
      trace_(trace),
      outputs_(std::move(outputs)),
      prefix_(std::move(prefix)),
      device_(model_->backend().open()),
      memory_(model_->network(), *device_) {}

std::span<const int> Session::outputs() const {
  return outputs_ != nullptr ? std::span<const int>(outputs_->ids()) : std::span<const int>();
}

const nn::Linear& Session::output() const {
  return outputs_ != nullptr ? outputs_->linear() : model_->network().head;
}

// A tokenizer may know more ids than the network has rows.
int Session::known(int token) const {
  return token >= 0 && token < model_->config().vocab_size ? token : 0;
}

void Session::clear() {
  memory_.clear();
  pending_.clear();
}

void Session::begin() {
  frame_.reset();
  frame_.emplace(*device_);
  tokens_.clear();
  counts_.clear();
  wanted_.clear();
}

void Session::append(int token) {
  tokens_.push_back(known(token));
  ++counts_.back();
}

// The first of what a hypothesis has not read yet.
void Session::append_pending(size_t hypothesis, int most) {
  std::vector<int>& pending = pending_[hypothesis];
  const auto end = pending.begin() + std::clamp(most, 0, static_cast<int>(pending.size()));
  counts_.push_back(0);
  for (auto token = pending.begin(); token != end; ++token) append(*token);
  pending.erase(pending.begin(), end);
}

Tensor Session::run_pass() {
  const Network& m = model_->network();
  memory_.append(counts_);
  const Tensor x = device_->embed(m.embedding, tokens_, m.embedding_scale);
  if (trace_ != nullptr) trace_->see("", -1, "embed", device_->read(x), x.cols);
  return run(m, memory_, x, wanted_, *device_, trace_);
}

// Prompts until no more than `most` of their rows are left.
void Session::read_pending(int most) {
  const auto left = [&] {
    size_t rows = 0;
    for (const std::vector<int>& each : pending_) rows += each.size();
    return static_cast<int>(rows);
  };
  while (left() > most) {
    begin();
    for (size_t h = 0; h < pending_.size(); ++h)
      append_pending(h, kMostRows - static_cast<int>(tokens_.size()));
    run_pass();
  }
}

// The first time that a prompt begins with it, and nothing else is remembered.
void Session::share_prefix() {
  clear();
  memory_.add(false);
  pending_.push_back(prefix_);
  read_pending(0);
  memory_.share();
  memory_.select({});
  pending_.clear();
}

void Session::add(std::span<const std::vector<int>> sources) {
  for (const std::vector<int>& source : sources) {
    const bool shares = !prefix_.empty() && source.size() >= prefix_.size() &&
                        std::equal(prefix_.begin(), prefix_.end(), source.begin());
    if (shares && memory_.shared() == 0 && memory_.hypotheses() == 0) share_prefix();
    const bool begins = shares && memory_.shared() > 0;
    memory_.add(begins);
    const auto own = source.begin() + (begins ? static_cast<std::ptrdiff_t>(prefix_.size()) : 0);
    pending_.emplace_back(own, source.end());
  }
}

Tensor Session::normed(const Tensor& x) {
  const Tensor out = model_->network().final_norm(*device_, x);
  if (trace_ != nullptr) trace_->see("", -1, "final", device_->read(out), out.cols);
  return out;
}

// Returns the hidden state that the head makes the next token's logits of, a row a hypothesis.
Tensor Session::read_step(std::span<const int> tokens) {
  read_pending(kMostRows);
  begin();
  for (size_t h = 0; h < tokens.size(); ++h) {
    append_pending(h, kMostRows);
    append(tokens[h]);
    wanted_.push_back(static_cast<int>(tokens_.size()) - 1);
  }
  return normed(run_pass());
}

std::span<const float> Session::step(std::span<const int> tokens) {
  return logits(read_step(tokens));
}

std::span<const device::Choice> Session::choose(std::span<const int> tokens,
                                                device::Banned banned) {
  chosen_.resize(tokens.size());
  device_->choose(read_step(tokens), output().w, output().b, banned, chosen_);
  return chosen_;
}

// The same behind each of the tokens of the only hypothesis.
Tensor Session::read_ahead(std::span<const int> tokens) {
  read_pending(kMostRows);
  begin();
  append_pending(0, kMostRows);
  for (const int token : tokens) {
    append(token);
    wanted_.push_back(static_cast<int>(tokens_.size()) - 1);
  }
  return normed(run_pass());
}

std::span<const float> Session::extend(std::span<const int> tokens) {
  return logits(read_ahead(tokens));
}

std::span<const device::Choice> Session::choose_each(std::span<const int> tokens,
                                                     device::Banned banned) {
  chosen_.resize(tokens.size());
  device_->choose(read_ahead(tokens), output().w, output().b, banned, chosen_);
  return chosen_;
}

std::span<const float> Session::logits(const Tensor& out) {
  const Tensor y = output()(*device_, out);
  const float cap = model_->network().soft_cap;
  if (cap > 0) {  // c tanh(y / c)
    device_->mix(1 / cap, y, 0, y);
    device_->activate(device::Activation::tanh, y, y);
    device_->mix(cap, y, 0, y);
  }
  return device_->read(y);
}

void Session::select(std::span<const int> parents) {
  const auto waits = [](const std::vector<int>& prompt) { return !prompt.empty(); };
  const bool some_wait = std::ranges::any_of(pending_, waits);
  // Several may go on from a prompt: it is read once, before.
  if (some_wait && parents.size() > 1) {
    std::vector<int> sorted(parents.begin(), parents.end());
    std::ranges::sort(sorted);
    if (std::ranges::adjacent_find(sorted) != sorted.end()) read_pending(0);
  }
  next_pending_.clear();
  for (const int parent : parents)
    next_pending_.push_back(std::move(pending_[static_cast<size_t>(parent)]));
  std::swap(pending_, next_pending_);
  memory_.select(parents);
}

}  // namespace sotto::models::causal_lm
