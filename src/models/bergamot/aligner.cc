#include "models/bergamot/aligner.h"

namespace sotto::models::bergamot {

using device::Tensor;

namespace {

// Rows are the steps of one hypothesis, one after the other: what they multiply is there for all of
// them at once, and the cells alone go from row to row.
class SequenceCells final : public Cells {
 public:
  explicit SequenceCells(device::Device& d) : device_(d) {}

  Tensor next(int, const Tensor& forget, const Tensor& update) override {
    const Tensor c = device_.make(update.rows, update.cols);
    device_.fill(c.part(0, 1), 0);
    for (int t = 0; t < c.rows; ++t) {
      const Tensor now = c.part(t, 1), u = update.part(t, 1);
      if (t > 0) device_.copy(c.part(t - 1, 1), now);
      device_.mix(1, now, -1, u);
      device_.multiply(now, forget.part(t, 1));
      device_.add(now, u);
    }
    return c;
  }

 private:
  device::Device& device_;
};

}  // namespace

AttentionAligner::AttentionAligner(std::shared_ptr<const Model> model)
    : model_(std::move(model)), device_(model_->backend().open()), encoder_(*model_, *device_) {}

std::vector<float> AttentionAligner::align(std::span<const int> source,
                                           std::span<const int> target) {
  if (target.empty()) return {};
  const device::Frame frame(*device_);
  const Network& m = model_->network();
  const std::vector<int> ids(source.begin(), source.end());
  const Tensor encoded = encoder_.encode({&ids, 1}, nullptr);
  std::vector<nn::KeysValues> kv;
  for (const SsruDecoderLayer& l : m.decoder) {
    kv.push_back(
        {device_->make(encoded.rows, encoded.cols), device_->make(encoded.rows, encoded.cols)});
    l.encoder_attn.project_kv(*device_, encoded, kv.back());
  }
  const int steps = static_cast<int>(target.size());
  std::vector<int> tokens = {Config::kEos}, position;
  for (int t = 0; t < steps; ++t) {
    position.push_back(t);
    tokens.push_back(known(target[static_cast<size_t>(t)], model_->config().target_vocab));
  }
  tokens.pop_back();
  const std::vector<device::VisibleKeys> seen(target.size(), {.first = 0, .count = encoded.rows});
  SsruContext context{kv, encoder_.positions(steps)};
  context.weights = device_->make(model_->config().heads * steps, encoded.rows);
  SequenceCells cells(*device_);
  decode(m, {tokens, position, seen}, context, cells, *device_);
  const std::span<const float> first_head = device_->read(context.weights.part(0, steps));
  return {first_head.begin(), first_head.end()};
}

}  // namespace sotto::models::bergamot
