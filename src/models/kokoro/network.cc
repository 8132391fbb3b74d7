#include "models/kokoro/network.h"

#include <fmt/format.h>

namespace sotto::models::kokoro {
namespace {

// The source must have a row for each of the generator's.
Result<void> check_strides(const Generator& generator, const checkpoint::Weights& weights) {
  for (const Generator::Stage& stage : generator.stages) {
    const int stride = stage.noise_conv.taps.stride;
    const bool last = &stage == &generator.stages.back();
    constexpr int kRows = 8;
    if (stage.noise_conv.rows_of(kRows * stride + 1) == kRows + (last ? 1 : 0)) continue;
    return Error{Errc::unsupported,
                 fmt::format("{}: its config has upsample_rates whose last ones multiply to {}, "
                             "expected 2 or more",
                             weights.source(), stride)};
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<const Network>> load_network(const ModelFiles& files,
                                                    const device::Backend& backend) {
  // int8 weights are read as floats: rounded activations would change the durations.
  Loader load(*files.weights, quant::Scheme{quant::Scheme::Kind::f32}, backend);
  const IstftNetConfig& istft = files.config.istftnet;
  auto network = std::make_unique<Network>(
      Network{.plbert = load_plbert(load, files.config),
              .predictor = load_predictor(load, files.config),
              .text_encoder = load_text_encoder(load, files.config),
              .decoder = load_decoder(load, files.config),
              .source = load_source(load, files.config),
              .stft = Stft(istft.gen_istft_n_fft, istft.gen_istft_hop_size),
              .generator = load_generator(load, files.config)});
  if (load.error()) return *load.error();
  if (const auto r = check_strides(network->generator, *files.weights); !r) return r.error();
  network->bytes = load.bytes();
  return std::unique_ptr<const Network>(std::move(network));
}

}  // namespace sotto::models::kokoro
