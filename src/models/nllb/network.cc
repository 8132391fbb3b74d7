#include "models/nllb/network.h"

#include <cmath>

namespace sotto::models::nllb {

Result<std::unique_ptr<const Network>> load_network(const checkpoint::ModelFolder& folder,
                                                    std::optional<quant::Scheme> scheme,
                                                    const device::Backend& backend,
                                                    Config& config) {
  auto network = std::make_unique<Network>();
  Loader load(*folder.weights, scheme, backend);
  const int d = config.d_model;
  network->shared.w = load.shared(d, config.vocab_size);
  network->shortlist.w = load.shortlist(d);
  network->embedding_scale = config.scale_embedding ? std::sqrt(static_cast<float>(d)) : 1.0f;
  for (int i = 0; i < config.encoder_layers && !load.error(); ++i) {
    network->encoder.push_back(load.encoder_layer(i, d, config.encoder_heads, config.encoder_ffn));
  }
  network->encoder_layer_norm = load.layer_norm("model.encoder.layer_norm", d);
  for (int i = 0; i < config.decoder_layers && !load.error(); ++i) {
    network->decoder.push_back(load.decoder_layer(i, d, config.decoder_heads, config.decoder_ffn));
  }
  network->decoder_layer_norm = load.layer_norm("model.decoder.layer_norm", d);
  if (load.error()) return *load.error();
  network->bytes = load.bytes();
  return std::unique_ptr<const Network>(std::move(network));
}

}  // namespace sotto::models::nllb
