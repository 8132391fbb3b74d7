// A Marian student network, as Firefox translates with: one set of weights, any number of sessions.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "checkpoint/model_folder.h"
#include "device/device.h"
#include "models/bergamot/network.h"
#include "models/seq2seq.h"
#include "quant/scheme.h"
#include "sotto/error.h"

namespace sotto::models::bergamot {

// Immutable after load: any thread may open sessions, and each session serves one thread.
class Model : public std::enable_shared_from_this<Model> {
 public:
  // scheme: what float matrices become at load, where their columns allow it; int8 stays as it is
  // stored, unless a float scheme asks for floats. None: everything as stored.
  static Result<std::shared_ptr<const Model>> load(const checkpoint::ModelFolder& folder,
                                                   std::optional<quant::Scheme> scheme,
                                                   std::shared_ptr<const device::Backend> backend);

  const Config& config() const { return config_; }
  const Network& network() const { return *network_; }
  const device::Backend& backend() const { return *backend_; }
  size_t weight_bytes() const { return network_->bytes; }

  // They keep the model alive. Source ids outside the vocabulary are read as <unk>. The first token
  // of a hypothesis is nothing to the network, whatever it is.
  std::unique_ptr<Seq2SeqSession> open_session() const;
  std::unique_ptr<Aligner> open_aligner() const;

 private:
  Model(Config config, std::unique_ptr<const Network> network,
        std::shared_ptr<const device::Backend> backend);

  Config config_;
  std::unique_ptr<const Network> network_;
  std::shared_ptr<const device::Backend> backend_;
};

}  // namespace sotto::models::bergamot
