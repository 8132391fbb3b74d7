#include "models/seq2seq/network.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "models/seq2seq/architecture.h"

namespace sotto::models::seq2seq {
namespace {

constexpr const char* kBias = "final_logits_bias";

// The config and the embedding must agree on what is a token.
Result<void> check_ids(const checkpoint::ModelFolder& folder, const Config& c) {
  for (const int id : {c.eos, c.pad, c.decoder_start}) {
    if (id < c.vocab_size) continue;
    return Error{Errc::bad_format,
                 fmt::format("{}: has a special token with id {}, but the network has {} rows",
                             (folder.path / "config.json").string(), id, c.vocab_size)};
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<const Network>> load_network(const Architecture& architecture,
                                                    const checkpoint::ModelFolder& folder,
                                                    std::optional<quant::Scheme> scheme,
                                                    const device::Backend& backend, Config& c) {
  auto network = std::make_unique<Network>();
  Loader load(*folder.weights, scheme, backend);
  const int d = c.d_model;
  network->shared.w = load.shared(d, c.vocab_size);
  if (!load.error()) {
    if (const Result<void> r = check_ids(folder, c); !r) return r.error();
  }
  if (architecture.output_bias && load.has(kBias)) {
    network->shared.b = load.constant(kBias, std::array<int64_t, 2>{1, c.vocab_size});
  }
  network->shortlist.w = load.shortlist(d);
  network->embedding_scale = c.scale_embedding ? std::sqrt(static_cast<float>(d)) : 1.0f;
  for (int i = 0; i < c.encoder_layers && !load.error(); ++i) {
    network->encoder.push_back(load.encoder_layer(i, d, c.encoder_heads, c.encoder_ffn));
    network->encoder.back().fc.activation = c.activation;
  }
  for (int i = 0; i < c.decoder_layers && !load.error(); ++i) {
    network->decoder.push_back(load.decoder_layer(i, d, c.decoder_heads, c.decoder_ffn));
    network->decoder.back().fc.activation = c.activation;
  }
  if (architecture.final_norms) {
    network->encoder_layer_norm = load.layer_norm("model.encoder.layer_norm", d);
    network->decoder_layer_norm = load.layer_norm("model.decoder.layer_norm", d);
  }
  network->borrowing = load_borrowing(load, d);
  if (load.error()) return *load.error();
  network->bytes = load.bytes();
  return std::unique_ptr<const Network>(std::move(network));
}

}  // namespace sotto::models::seq2seq
