#include "models/bergamot/session.h"

#include <algorithm>

namespace sotto::models::bergamot {

using device::Tensor;

// The cells of all hypotheses, on the host between two steps.
class Session::StepCells final : public Cells {
 public:
  StepCells(device::Device& d, size_t layers, int cols)
      : device_(d), cols_(cols), kept_(layers), made_(layers) {}

  void clear() {
    for (std::vector<float>& layer : kept_) layer.clear();
  }
  void add(size_t hypotheses) {
    for (std::vector<float>& layer : kept_)
      layer.resize(layer.size() + hypotheses * static_cast<size_t>(cols_));
  }
  void select(std::span<const int> parents) {
    const auto cols = static_cast<size_t>(cols_);
    for (std::vector<float>& layer : kept_) {
      next_.clear();
      for (const int parent : parents) {
        const auto from =
            layer.begin() + static_cast<ptrdiff_t>(static_cast<size_t>(parent) * cols);
        next_.insert(next_.end(), from, from + cols_);
      }
      std::swap(layer, next_);
    }
  }

  // Before a step: tensors that outlive the frames of its layers.
  void begin(int rows) {
    for (size_t i = 0; i < kept_.size(); ++i) made_[i] = device_.upload(kept_[i], rows, cols_);
  }
  // c = forget (c' - update) + update
  Tensor next(int layer, const Tensor& forget, const Tensor& update) override {
    const Tensor& c = made_[static_cast<size_t>(layer)];
    device_.mix(1, c, -1, update);
    device_.multiply(c, forget);
    device_.add(c, update);
    return c;
  }
  // After it, once everything is computed.
  void keep() {
    for (size_t i = 0; i < kept_.size(); ++i)
      std::ranges::copy(device_.read(made_[i]), kept_[i].begin());
  }

 private:
  device::Device& device_;
  int cols_;
  std::vector<std::vector<float>> kept_;  // of each layer: [hypotheses, cols]
  std::vector<float> next_;
  std::vector<Tensor> made_;
};

Session::Session(std::shared_ptr<const Model> model, Trace* trace)
    : model_(std::move(model)),
      trace_(trace),
      device_(model_->backend().open()),
      encoder_(*model_, *device_),
      memory_(*device_, model_->network().decoder.size(), model_->config().d_model,
              model_->config().heads),
      cells_(std::make_unique<StepCells>(*device_, model_->network().decoder.size(),
                                         model_->config().d_model)) {}

Session::~Session() = default;

void Session::begin() {
  encoded_ = {};
  frame_.reset();
  frame_.emplace(*device_);
}

void Session::clear() {
  memory_.clear();
  cells_->clear();
  lengths_.clear();
}

void Session::add(std::span<const std::vector<int>> sources) {
  begin();
  encoded_ = encoder_.encode(sources, trace_);
  memory_.add(encoder_.batch());
  const std::vector<SsruDecoderLayer>& layers = model_->network().decoder;
  for (size_t i = 0; i < layers.size(); ++i) {
    nn::KvCache& cross = memory_.cross(i);
    layers[i].encoder_attn.project_kv(*device_, encoded_, cross.append(encoded_.rows));
    cross.compact();
  }
  cells_->add(sources.size());
  lengths_.resize(lengths_.size() + sources.size(), 0);
}

// Computes the input of the output matrix.
Tensor Session::decode_next(std::span<const int> tokens) {
  begin();
  const Network& m = model_->network();
  tokens_.clear();
  int last = 0;
  for (size_t h = 0; h < tokens.size(); ++h) {
    tokens_.push_back(known(tokens[h], model_->config().target_vocab));
    last = std::max(last, lengths_[h]);
  }
  keys_values_.clear();
  for (size_t i = 0; i < m.decoder.size(); ++i) keys_values_.push_back(memory_.cross(i).all());
  cells_->begin(static_cast<int>(tokens.size()));
  return decode(m, {tokens_, lengths_, memory_.sources()},
                {keys_values_, encoder_.positions(last), trace_}, *cells_, *device_);
}

void Session::keep() {
  cells_->keep();
  for (int& length : lengths_) ++length;
}

std::span<const float> Session::step(std::span<const int> tokens) {
  const Tensor out = decode_next(tokens);
  const std::span<const float> logits = device_->read(model_->network().output(*device_, out));
  keep();
  return logits;
}

std::span<const device::Choice> Session::choose(std::span<const int> tokens,
                                                device::Banned banned) {
  const nn::Linear& output = model_->network().output;
  chosen_.resize(tokens.size());
  device_->choose(decode_next(tokens), output.w, output.b, banned, chosen_);
  keep();
  return chosen_;
}

void Session::select(std::span<const int> parents) {
  memory_.select(parents);
  cells_->select(parents);
  next_lengths_.clear();
  for (const int parent : parents) next_lengths_.push_back(lengths_[static_cast<size_t>(parent)]);
  std::swap(lengths_, next_lengths_);
}

}  // namespace sotto::models::bergamot
