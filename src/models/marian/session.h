// One caller's use of a Marian model.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "models/marian/decoder.h"
#include "models/marian/encoder.h"
#include "models/marian/model.h"
#include "models/marian/positions.h"
#include "models/seq2seq.h"
#include "models/source_batch.h"
#include "models/trace.h"

namespace sotto::models::marian {

class Session final : public Seq2SeqSession {
 public:
  // `trace`, when given, sees every layer; it must outlive the session.
  explicit Session(std::shared_ptr<const Model> model, Trace* trace = nullptr);

  int vocab_size() const override { return model_->config().vocab_size; }
  void clear() override { decoder_.clear(); }
  void add(std::span<const std::vector<int>> sources) override;
  std::span<const float> step(std::span<const int> tokens) override;
  void select(std::span<const int> parents) override { decoder_.select(parents); }

  // The encoder's states, the rows of the sources of the last add(), end to end; valid until the
  // next step().
  std::span<const float> encoder_output() { return device_->read(encoded_); }

 private:
  void begin();  // a frame of its own

  std::shared_ptr<const Model> model_;
  Trace* trace_;
  std::unique_ptr<device::Device> device_;
  nn::PositionTable positions_;
  SourceBatch batch_;
  std::optional<device::Frame> frame_;  // of the last add() or step()
  device::Tensor encoded_;
  DecoderState decoder_;
  std::vector<int> tokens_, position_;  // of a source or a step
};

}  // namespace sotto::models::marian
