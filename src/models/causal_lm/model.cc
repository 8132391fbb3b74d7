#include "models/causal_lm/model.h"

#include <utility>

#include "models/causal_lm/session.h"

namespace sotto::models::causal_lm {

Model::Model(Config config, std::unique_ptr<const Network> network,
             std::shared_ptr<const device::Backend> backend)
    : config_(std::move(config)), network_(std::move(network)), backend_(std::move(backend)) {}

Result<std::shared_ptr<const Model>> Model::load(const checkpoint::ModelFolder& folder,
                                                 std::optional<quant::Scheme> scheme,
                                                 std::shared_ptr<const device::Backend> backend) {
  Result<Config> config = read_config(folder);
  if (!config) return config.error();
  Result<std::unique_ptr<const Network>> network =
      load_network(*folder.weights, scheme, *backend, *config);
  if (!network) return network.error();
  return std::shared_ptr<const Model>(
      new Model(*std::move(config), *std::move(network), std::move(backend)));
}

std::unique_ptr<Seq2SeqSession> Model::open_session(std::shared_ptr<const OutputRows> outputs,
                                                    std::vector<int> prefix) const {
  return std::make_unique<Session>(shared_from_this(), nullptr, std::move(outputs),
                                   std::move(prefix));
}

}  // namespace sotto::models::causal_lm
