#include "models/seq2seq/model.h"

#include <utility>

#include "models/seq2seq/session.h"

namespace sotto::models::seq2seq {

Model::Model(const Architecture& architecture, Config config,
             std::unique_ptr<const Network> network, std::shared_ptr<const device::Backend> backend)
    : architecture_(architecture),
      config_(config),
      network_(std::move(network)),
      backend_(std::move(backend)) {}

Result<std::shared_ptr<const Model>> Model::load(const Architecture& architecture,
                                                 const checkpoint::ModelFolder& folder,
                                                 std::optional<quant::Scheme> scheme,
                                                 std::shared_ptr<const device::Backend> backend) {
  Result<Config> config = read_config(folder, architecture.config);
  if (!config) return config.error();
  Result<std::unique_ptr<const Network>> network =
      load_network(architecture, folder, scheme, *backend, *config);
  if (!network) return network.error();
  return std::shared_ptr<const Model>(
      new Model(architecture, *config, *std::move(network), std::move(backend)));
}

std::unique_ptr<Seq2SeqSession> Model::open_session(
    std::shared_ptr<const OutputRows> outputs) const {
  return std::make_unique<Session>(shared_from_this(), nullptr, std::move(outputs));
}

}  // namespace sotto::models::seq2seq
