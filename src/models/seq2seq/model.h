// A translation network of any architecture: one set of weights, any number of sessions.
#pragma once

#include <memory>
#include <optional>

#include "checkpoint/model_folder.h"
#include "device/device.h"
#include "models/output_rows.h"
#include "models/seq2seq.h"
#include "models/seq2seq/architecture.h"
#include "quant/scheme.h"
#include "sotto/error.h"

namespace sotto::models::seq2seq {

// Immutable after load: any thread may open sessions, and each session serves one thread.
class Model : public std::enable_shared_from_this<Model> {
 public:
  // scheme: what float matrices become at load, where their columns allow it; quantized ones stay
  // as they are stored, unless f32 asks for floats. None: everything as stored.
  // The architecture is a constant that outlives the model.
  static Result<std::shared_ptr<const Model>> load(const Architecture& architecture,
                                                   const checkpoint::ModelFolder& folder,
                                                   std::optional<quant::Scheme> scheme,
                                                   std::shared_ptr<const device::Backend> backend);

  const Architecture& architecture() const { return architecture_; }
  const Config& config() const { return config_; }
  const Network& network() const { return *network_; }
  const device::Backend& backend() const { return *backend_; }
  std::shared_ptr<const device::Backend> shared_backend() const { return backend_; }
  size_t weight_bytes() const { return network_->bytes; }  // in memory, as they are computed with

  // Keeps the model alive. Source ids outside the vocabulary are read as <unk>, pads are left out:
  // all, or those behind the end (Architecture::counts_from_pad).
  // `outputs`: rows of network().shared to choose from; null: all.
  std::unique_ptr<Seq2SeqSession> open_session(
      std::shared_ptr<const OutputRows> outputs = nullptr) const;

 private:
  Model(const Architecture& architecture, Config config, std::unique_ptr<const Network> network,
        std::shared_ptr<const device::Backend> backend);

  const Architecture& architecture_;
  Config config_;
  std::unique_ptr<const Network> network_;
  std::shared_ptr<const device::Backend> backend_;
};

}  // namespace sotto::models::seq2seq
