// One caller's use of a causal language model, as a search uses an encoder-decoder network: a
// prompt is a source, and what goes on from it the translation.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "models/causal_lm/memory.h"
#include "models/causal_lm/model.h"
#include "models/output_rows.h"
#include "models/seq2seq.h"
#include "models/trace.h"

namespace sotto::models::causal_lm {

class Session final : public Seq2SeqSession, public Rewindable, public Choosing {
 public:
  // Parameters are those of Model::open_session(). `trace`, when given, sees every layer; it must
  // outlive the session.
  explicit Session(std::shared_ptr<const Model> model, Trace* trace = nullptr,
                   std::shared_ptr<const OutputRows> outputs = nullptr,
                   std::vector<int> prefix = {});

  int vocab_size() const override { return model_->config().vocab_size; }
  std::span<const int> outputs() const override;
  void clear() override;
  void add(std::span<const std::vector<int>> sources) override;
  std::span<const float> step(std::span<const int> tokens) override;
  void select(std::span<const int> parents) override;
  int threads() const override { return device_->threads(); }
  void share(int count, int64_t bytes, const device::HostWork& work) override {
    device_->share(count, bytes, work);
  }

  Rewindable* rewindable() override { return this; }
  std::span<const float> extend(std::span<const int> tokens) override;
  void forget(int tokens) override { memory_.drop(tokens); }

  // Logits that are capped are not the head's products.
  Choosing* choosing() override { return model_->network().soft_cap > 0 ? nullptr : this; }
  std::span<const device::Choice> choose(std::span<const int> tokens,
                                         device::Banned banned) override;
  std::span<const device::Choice> choose_each(std::span<const int> tokens,
                                              device::Banned banned) override;

 private:
  int known(int token) const;
  void begin();  // a pass, in a frame of its own
  void append_pending(size_t hypothesis, int most);
  void append(int token);
  void read_pending(int most);
  void share_prefix();
  device::Tensor run_pass();
  device::Tensor normed(const device::Tensor& x);
  device::Tensor read_step(std::span<const int> tokens);
  device::Tensor read_ahead(std::span<const int> tokens);
  std::span<const float> logits(const device::Tensor& out);
  const nn::Linear& output() const;

  std::shared_ptr<const Model> model_;
  Trace* trace_;
  std::shared_ptr<const OutputRows> outputs_;
  std::vector<int> prefix_;
  std::unique_ptr<device::Device> device_;
  Memory memory_;
  std::vector<std::vector<int>> pending_, next_pending_;  // of each hypothesis: tokens not read yet
  std::optional<device::Frame> frame_;                    // of the last pass
  // One pass: tokens of all rows, rows of each hypothesis, and rows that logits are asked of.
  std::vector<int> tokens_, counts_, wanted_;
  std::vector<device::Choice> chosen_;
};

}  // namespace sotto::models::causal_lm
