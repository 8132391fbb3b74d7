#include "models/pocket_tts/mimi_network.h"

#include <fmt/format.h>

#include <array>

namespace sotto::models::pocket_tts {
namespace {

using device::Tensor;

Error does_not_fit(const checkpoint::Weights& weights, std::string_view what, int found,
                   std::string_view other, int expected) {
  return {Errc::bad_format, fmt::format("{}: its config says {} {}, expected {}, as of {}",
                                        weights.source(), what, found, expected, other)};
}

// One channel, and frames that are whole numbers of the Transformer's steps.
Result<void> check(const checkpoint::Weights& weights, const MimiConfig& config,
                   const SeanetConfig& seanet, const MimiTransformerConfig& transformer) {
  if (config.channels != 1 || seanet.channels != 1) {
    return Error{Errc::unsupported, fmt::format("{}: its config says {} channels, expected 1",
                                                weights.source(), config.channels)};
  }
  if (seanet.pad_mode != "constant" && seanet.pad_mode != "replicate") {
    return Error{Errc::unsupported,
                 fmt::format("{}: its config says pad_mode {}, expected constant or replicate",
                             weights.source(), seanet.pad_mode)};
  }
  if (config.samples_per_frame() % seanet.hop() != 0) {
    return Error{Errc::bad_format,
                 fmt::format("{}: its config says {} samples a frame, expected a multiple of {}",
                             weights.source(), config.samples_per_frame(), seanet.hop())};
  }
  if (transformer.input_dimension != seanet.dimension) {
    return does_not_fit(weights, "input_dimension", transformer.input_dimension,
                        "seanet's dimension", seanet.dimension);
  }
  if (transformer.output_dimensions != std::vector{seanet.dimension}) {
    return Error{
        Errc::bad_format,
        fmt::format("{}: its config says {} output_dimensions, expected one, {}", weights.source(),
                    transformer.output_dimensions.size(), seanet.dimension)};
  }
  return {};
}

ProjectedTransformer load_projected(Loader& load, const std::string& prefix,
                                    const MimiTransformerConfig& config) {
  const int d = config.d_model, outside = config.input_dimension;
  ProjectedTransformer t;
  constexpr device::Rows kMany = device::Rows::prefill;
  if (outside != d) {
    t.input_proj = {load.matrix(prefix + "input_proj.weight", d, outside, kMany), {}};
  }
  t.transformer = load_transformer(load, prefix + "transformer.",
                                   {.layers = config.num_layers,
                                    .d = d,
                                    .attention = d,
                                    .heads = config.num_heads,
                                    .kv_heads = config.num_heads,
                                    .hidden = config.dim_feedforward,
                                    .context = config.context,
                                    .max_period = config.max_period,
                                    .layer_scale = true,
                                    .rows = kMany});
  if (outside != d) {
    t.output_proj = {load.matrix(prefix + "output_projs.0.weight", outside, d, kMany), {}};
  }
  return t;
}

}  // namespace

Result<std::unique_ptr<const MimiDecoderNetwork>> load_mimi_decoder(
    const checkpoint::Weights& weights, const MimiConfig& config,
    std::optional<quant::Scheme> scheme, const device::Backend& backend) {
  const SeanetConfig& seanet = config.decoder_seanet ? *config.decoder_seanet : config.seanet;
  const MimiTransformerConfig& transformer =
      config.decoder_transformer ? *config.decoder_transformer : config.transformer;
  if (const auto fits = check(weights, config, seanet, transformer); !fits) return fits.error();
  const int width = config.outer_dim.value_or(seanet.dimension);
  if (width != seanet.dimension) {
    return does_not_fit(weights, "outer_dim", width, "the decoder's dimension", seanet.dimension);
  }
  if (config.quantizer_output_dimension != width) {
    return does_not_fit(weights, "the quantizer's output_dimension",
                        config.quantizer_output_dimension, "the decoder's dimension", width);
  }
  auto net = std::make_unique<MimiDecoderNetwork>();
  Loader load(weights, scheme, backend);
  const int latent = config.quantizer_dimension;
  net->sample_rate_hz = config.sample_rate;
  net->samples_per_frame = config.samples_per_frame();
  net->latent_size = latent;
  net->emb_mean = load.constant("flow_lm.emb_mean", latent);
  net->emb_std = load.constant("flow_lm.emb_std", latent);
  net->quantizer = load_conv(load, "mimi.quantizer.output_proj", latent, width, 1, false).weights;
  const int stride = net->samples_per_frame / seanet.hop();
  const int kernel = 2 * stride;
  const std::array<int64_t, 3> shape = {width, 1, kernel};
  if (const auto w = load.numbers("mimi.upsample.convtr.convtr.weight", shape); !w.empty()) {
    net->upsample = {.weights = load.made_constant(nn::depthwise_taps(w, width, kernel), kernel),
                     .channels = width,
                     .kernel = kernel,
                     .stride = stride};
  }
  net->transformer = load_projected(load, "mimi.decoder_transformer.", transformer);
  net->seanet = load_seanet_decoder(load, seanet);
  if (load.error()) return *load.error();
  net->bytes = load.bytes();
  return std::unique_ptr<const MimiDecoderNetwork>(std::move(net));
}

Result<std::unique_ptr<const MimiEncoderNetwork>> load_mimi_encoder(
    const checkpoint::Weights& weights, const MimiConfig& config,
    std::optional<quant::Scheme> scheme, const device::Backend& backend) {
  if (const auto fits = check(weights, config, config.seanet, config.transformer); !fits) {
    return fits.error();
  }
  auto net = std::make_unique<MimiEncoderNetwork>();
  Loader load(weights, scheme, backend);
  net->samples_per_frame = config.samples_per_frame();
  net->latent_size = config.voice_dim();
  net->seanet = load_seanet_encoder(load, config.seanet);
  net->transformer = load_projected(load, "mimi.encoder_transformer.", config.transformer);
  const int stride = net->samples_per_frame / config.seanet.hop();
  net->downsample = load_conv(load, "mimi.downsample.conv.conv", config.seanet.dimension,
                              net->latent_size, 2 * stride, false);
  net->downsample.taps.stride = stride;
  net->downsample.replicate = true;
  if (load.error()) return *load.error();
  return std::unique_ptr<const MimiEncoderNetwork>(std::move(net));
}

Tensor ProjectedTransformer::operator()(device::Device& d, const Tensor& x, TransformerState& state,
                                        std::string_view side, Trace* trace) const {
  const Tensor h = input_proj ? (*input_proj)(d, x) : x;
  run(transformer, h, state, d, side, trace);
  return output_proj ? (*output_proj)(d, h) : h;
}

MimiDecoderNetwork::State MimiDecoderNetwork::start(device::Device& d) const {
  return {.upsample = upsample.start(d),
          .transformer = open_state(transformer.transformer, d),
          .seanet = seanet.start(d)};
}

Tensor MimiDecoderNetwork::operator()(device::Device& d, const Tensor& latents, State& state,
                                      Trace* trace) const {
  const auto see = [&](std::string_view part, const Tensor& x) {
    if (trace != nullptr) trace->see("decoder", -1, part, d.read(x), x.cols);
  };
  const Tensor scaled = d.make(latents.rows, latents.cols);
  d.scale_shift(latents, 0, emb_std.tensor, emb_mean.tensor, scaled);
  see("denormalized", scaled);
  const nn::ConvWindow window = nn::ConvWindow::open(d, state.upsample, latents.rows);
  d.linear(scaled, quantizer.w, {}, window.now);
  see("quantizer", window.now);
  const Tensor steps = upsample(d, window, state.upsample);
  see("upsample", steps);
  const Tensor h = transformer(d, steps, state.transformer, "decoder", trace);
  see("transformer", h);
  return seanet(d, h, state.seanet, trace);
}

MimiEncoderNetwork::State MimiEncoderNetwork::start(device::Device& d) const {
  return {.seanet = seanet.start(d),
          .transformer = open_state(transformer.transformer, d),
          .downsample = downsample.start(d)};
}

Tensor MimiEncoderNetwork::operator()(device::Device& d, const Tensor& samples, State& state,
                                      Trace* trace) const {
  const Tensor steps = seanet(d, samples, state.seanet, trace);
  const Tensor h = transformer(d, steps, state.transformer, "encoder", trace);
  const nn::ConvWindow window = nn::ConvWindow::open(d, state.downsample, h.rows);
  d.copy(h, window.now);
  return downsample(d, window, state.downsample);
}

}  // namespace sotto::models::pocket_tts
