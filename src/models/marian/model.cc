#include "models/marian/model.h"

#include <utility>

#include "models/marian/network.h"
#include "models/marian/session.h"

namespace sotto::models::marian {

Model::Model(Config config, std::unique_ptr<const Network> network,
             std::shared_ptr<const device::Backend> backend)
    : config_(config), network_(std::move(network)), backend_(std::move(backend)) {}

Model::~Model() = default;

Result<std::shared_ptr<const Model>> Model::load(const checkpoint::ModelFolder& folder,
                                                 std::optional<quant::Scheme> scheme,
                                                 std::shared_ptr<const device::Backend> backend) {
  Result<Config> config = read_config(folder);
  if (!config) return config.error();
  Result<std::unique_ptr<const Network>> network = load_network(folder, scheme, *backend, *config);
  if (!network) return network.error();
  return std::shared_ptr<const Model>(new Model(*config, *std::move(network), std::move(backend)));
}

size_t Model::weight_bytes() const { return network_->bytes; }

std::unique_ptr<Seq2SeqSession> Model::open_session() const {
  return std::make_unique<Session>(shared_from_this());
}

}  // namespace sotto::models::marian
