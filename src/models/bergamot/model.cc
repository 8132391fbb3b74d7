#include "models/bergamot/model.h"

#include <utility>

#include "models/bergamot/aligner.h"
#include "models/bergamot/session.h"

namespace sotto::models::bergamot {

Model::Model(Config config, std::unique_ptr<const Network> network,
             std::shared_ptr<const device::Backend> backend)
    : config_(config), network_(std::move(network)), backend_(std::move(backend)) {}

Result<std::shared_ptr<const Model>> Model::load(const checkpoint::ModelFolder& folder,
                                                 std::optional<quant::Scheme> scheme,
                                                 std::shared_ptr<const device::Backend> backend) {
  const Result<Config> config = read_config(folder);
  if (!config) return config.error();
  Result<std::unique_ptr<const Network>> network =
      load_network(*folder.weights, *config, scheme, *backend);
  if (!network) return network.error();
  return std::shared_ptr<const Model>(new Model(*config, *std::move(network), std::move(backend)));
}

std::unique_ptr<Seq2SeqSession> Model::open_session() const {
  return std::make_unique<Session>(shared_from_this());
}

std::unique_ptr<Aligner> Model::open_aligner() const {
  return std::make_unique<AttentionAligner>(shared_from_this());
}

}  // namespace sotto::models::bergamot
