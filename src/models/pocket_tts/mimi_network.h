// Mimi's two networks, and what a stream through each remembers.
//   decoder: latent -> scaled -> quantizer's projection -> upsampling -> Transformer -> SEANet
//   encoder: sound -> SEANet -> Transformer -> downsampling -> latent
#pragma once

#include "models/pocket_tts/mimi.h"
#include "models/pocket_tts/seanet.h"
#include "models/pocket_tts/transformer.h"

namespace sotto::models::pocket_tts {

// A Transformer between convolutions whose width may differ from its own.
struct ProjectedTransformer {
  std::optional<nn::Linear> input_proj;
  Transformer transformer;
  std::optional<nn::Linear> output_proj;

  device::Tensor operator()(device::Device& d, const device::Tensor& x, TransformerState& state,
                            std::string_view side, Trace* trace) const;
};

struct MimiDecoderNetwork {
  int sample_rate_hz = 0, samples_per_frame = 0, latent_size = 0;
  device::Constant emb_mean, emb_std;  // [1, latent_size]
  nn::Linear quantizer;
  nn::DepthwiseConvTranspose1d upsample;
  ProjectedTransformer transformer;
  SeanetDecoder seanet;
  size_t bytes = 0;  // of all weights, as they are computed with

  struct State {
    nn::ConvState upsample;
    TransformerState transformer;
    SeanetDecoder::State seanet;
  };
  State start(device::Device& d) const;

  // [frames, latent_size], normalized, to [frames * samples_per_frame, 1].
  device::Tensor operator()(device::Device& d, const device::Tensor& latents, State& state,
                            Trace* trace) const;
};

struct MimiEncoderNetwork {
  int samples_per_frame = 0, latent_size = 0;
  SeanetEncoder seanet;
  ProjectedTransformer transformer;
  nn::Conv1d downsample;

  struct State {
    SeanetEncoder::State seanet;
    TransformerState transformer;
    nn::ConvState downsample;
  };
  State start(device::Device& d) const;

  // [frames * samples_per_frame, 1] to [frames, latent_size].
  device::Tensor operator()(device::Device& d, const device::Tensor& samples, State& state,
                            Trace* trace) const;
};

Result<std::unique_ptr<const MimiDecoderNetwork>> load_mimi_decoder(
    const checkpoint::Weights& weights, const MimiConfig& config,
    std::optional<quant::Scheme> scheme, const device::Backend& backend);
Result<std::unique_ptr<const MimiEncoderNetwork>> load_mimi_encoder(
    const checkpoint::Weights& weights, const MimiConfig& config,
    std::optional<quant::Scheme> scheme, const device::Backend& backend);

}  // namespace sotto::models::pocket_tts
