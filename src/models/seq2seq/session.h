// One caller's use of a translation network.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "models/output_rows.h"
#include "models/seq2seq.h"
#include "models/seq2seq/decoder_state.h"
#include "models/seq2seq/model.h"
#include "models/seq2seq/neighbours.h"
#include "models/source_batch.h"
#include "models/trace.h"
#include "nn/positions.h"

namespace sotto::models::seq2seq {

class Session final : public Seq2SeqSession, public Rewindable, public Borrower {
 public:
  // `trace`, when given, sees every layer; it must outlive the session. `outputs`: the rows of the
  // model's output matrix to choose from; null: all.
  explicit Session(std::shared_ptr<const Model> model, Trace* trace = nullptr,
                   std::shared_ptr<const OutputRows> outputs = nullptr);

  int vocab_size() const override { return model_->config().vocab_size; }
  std::span<const int> outputs() const override;
  void clear() override;
  void add(std::span<const std::vector<int>> sources) override;
  std::span<const float> step(std::span<const int> tokens) override;
  void advance(std::span<const int> tokens) override { decode(tokens); }
  void select(std::span<const int> parents) override;
  int threads() const override { return device_->threads(); }
  void share(int count, int64_t bytes, const device::HostWork& work) override {
    device_->share(count, bytes, work);
  }

  Rewindable* rewindable() override { return this; }
  std::span<const float> extend(std::span<const int> tokens) override;
  void forget(int tokens) override { decoder_.drop(tokens); }

  // Of a session with all outputs, whose network has learned to.
  Borrower* borrower() override {
    return outputs_ == nullptr && model_->network().borrowing != nullptr ? this : nullptr;
  }
  void add(std::span<const std::vector<int>> sources, std::span<const Examples> examples) override;

  // The encoder's states, the rows of the sources of the last add(), end to end; valid until the
  // next step().
  std::span<const float> encoder_output() { return device_->read(encoded_); }

  const device::Device& device() const { return *device_; }

 private:
  void begin();  // a frame of its own
  void encode(std::span<const std::vector<int>> sources);
  std::shared_ptr<const KnownStates> known(const Examples& examples);
  // The next token of a step or of extend(), at that position.
  void append(int token, int position);
  Decoded decode(std::span<const int> tokens);
  std::span<const float> logits(const Decoded& decoded);
  std::span<const float> with_neighbours(std::span<const float> logits,
                                         std::span<const float> queries);

  std::shared_ptr<const Model> model_;
  Trace* trace_;
  std::shared_ptr<const OutputRows> outputs_;
  std::unique_ptr<device::Device> device_;
  nn::PositionTable positions_;
  SourceBatch batch_, targets_;
  std::optional<device::Frame> frame_;  // of the last add() or step()
  device::Tensor encoded_;
  DecoderState decoder_, example_decoder_;
  Neighbours neighbours_;
  std::vector<float> mixed_;            // logits
  std::vector<int> tokens_, position_;  // of a source or a step
};

}  // namespace sotto::models::seq2seq
