// One caller's use of a network. Its past is a vector a layer and hypothesis: nothing grows.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "models/bergamot/source_encoder.h"
#include "models/decoder_memory.h"
#include "models/seq2seq.h"

namespace sotto::models::bergamot {

class Session final : public Seq2SeqSession, public Choosing {
 public:
  // `trace`, when given, sees every layer; it must outlive the session.
  explicit Session(std::shared_ptr<const Model> model, Trace* trace = nullptr);
  ~Session() override;

  int vocab_size() const override { return model_->config().target_vocab; }
  void clear() override;
  void add(std::span<const std::vector<int>> sources) override;
  std::span<const float> step(std::span<const int> tokens) override;
  void select(std::span<const int> parents) override;
  int threads() const override { return device_->threads(); }
  void share(int count, int64_t bytes, const device::HostWork& work) override {
    device_->share(count, bytes, work);
  }
  Choosing* choosing() override { return this; }
  std::span<const device::Choice> choose(std::span<const int> tokens,
                                         device::Banned banned) override;

  // The encoder's states, the rows of the sources of the last add(), end to end; valid until the
  // next step().
  std::span<const float> encoder_output() { return device_->read(encoded_); }

 private:
  class StepCells;
  void begin();  // a frame of its own
  device::Tensor decode_next(std::span<const int> tokens);
  void keep();  // what the step made of the past

  std::shared_ptr<const Model> model_;
  Trace* trace_;
  std::unique_ptr<device::Device> device_;
  SourceEncoder encoder_;
  std::optional<device::Frame> frame_;  // of the last add() or step()
  device::Tensor encoded_;
  DecoderMemory memory_;  // of its sources alone
  std::unique_ptr<StepCells> cells_;
  std::vector<int> lengths_, next_lengths_;  // tokens that each hypothesis was given
  std::vector<int> tokens_;                  // of a step
  std::vector<nn::KeysValues> keys_values_;  // of each layer's source, at a step
  std::vector<device::Choice> chosen_;
};

}  // namespace sotto::models::bergamot
