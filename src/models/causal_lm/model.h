// A language model that goes on with a text: one set of weights, any number of sessions.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "checkpoint/model_folder.h"
#include "device/device.h"
#include "models/causal_lm/network.h"
#include "models/output_rows.h"
#include "models/seq2seq.h"
#include "quant/scheme.h"
#include "sotto/error.h"

namespace sotto::models::causal_lm {

// Immutable after load: any thread may open sessions, and each session serves one thread.
class Model : public std::enable_shared_from_this<Model> {
 public:
  // scheme: what float matrices become at load, where their columns allow it; quantized ones stay
  // as they are stored, unless f32 asks for floats. None: everything as stored.
  static Result<std::shared_ptr<const Model>> load(const checkpoint::ModelFolder& folder,
                                                   std::optional<quant::Scheme> scheme,
                                                   std::shared_ptr<const device::Backend> backend);

  const Config& config() const { return config_; }
  const Network& network() const { return *network_; }
  const device::Weight& output() const { return network_->head.w; }  // a row a token
  const device::Backend& backend() const { return *backend_; }
  std::shared_ptr<const device::Backend> shared_backend() const { return backend_; }
  size_t weight_bytes() const { return network_->bytes; }  // in memory, as they are computed with

  // Keeps the model alive. A source is a prompt without its last token, which is the first that
  // step() is given: both are computed then, in one pass. Tokens that the network has no row for
  // are read as its first.
  // outputs: rows of output() to choose from; null: all.
  // prefix: what most prompts begin with; computed once, and seen by all that do. Others are
  // computed whole.
  std::unique_ptr<Seq2SeqSession> open_session(std::shared_ptr<const OutputRows> outputs = nullptr,
                                               std::vector<int> prefix = {}) const;

 private:
  Model(Config config, std::unique_ptr<const Network> network,
        std::shared_ptr<const device::Backend> backend);

  Config config_;
  std::unique_ptr<const Network> network_;
  std::shared_ptr<const device::Backend> backend_;
};

}  // namespace sotto::models::causal_lm
