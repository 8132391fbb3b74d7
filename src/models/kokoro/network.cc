#include "models/kokoro/network.h"

#include <fmt/format.h>

namespace sotto::models::kokoro {
namespace {

// The source must have a row for each of the generator's.
Result<void> check_strides(const Generator& generator, const checkpoint::Weights& weights) {
  const auto& stages = generator.istft.stages;
  for (const auto& stage : stages) {
    const int stride = stage.noise_conv.taps.stride;
    const bool last = &stage == &stages.back();
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
                                                    std::optional<quant::Scheme> scheme,
                                                    const device::Backend& backend) {
  // Weights that decide durations and pitch are not rounded further than their file has them.
  const bool floats = scheme && scheme->is_float();
  Loader text(*files.weights, floats ? scheme : std::nullopt, backend);
  Loader sound(*files.weights, scheme, backend);
  const IstftNetConfig& istft = files.config.istftnet;
  auto network = std::make_unique<Network>(
      Network{.plbert = load_plbert(text, files.config),
              .predictor = load_predictor(text, files.config),
              .text_encoder = load_text_encoder(text, files.config),
              .decoder = load_decoder(sound, files.config),
              .source = load_source(sound, files.config),
              .stft = signal::Stft(istft.gen_istft_n_fft, istft.gen_istft_hop_size),
              .generator = load_generator(sound, files.config)});
  for (const Loader* load : {&text, &sound})
    if (load->error()) return *load->error();
  if (const auto r = check_strides(network->generator, *files.weights); !r) return r.error();
  network->bytes = text.bytes() + sound.bytes();
  return std::unique_ptr<const Network>(std::move(network));
}

}  // namespace sotto::models::kokoro
