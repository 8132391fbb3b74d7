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
  const float* emb_mean = nullptr;  // [latent_size]
  const float* emb_std = nullptr;
  nn::Linear quantizer;
  nn::DepthwiseConvTranspose1d upsample;
  ProjectedTransformer transformer;
  SeanetDecoder seanet;
  WeightStore store;

  struct State {
    nn::ConvState upsample;
    TransformerState transformer;
    SeanetDecoder::State seanet;
  };
  State start() const;

  // [frames, latent_size], normalized, to [frames * samples_per_frame, 1].
  device::Tensor operator()(device::Device& d, const device::Tensor& latents, State& state,
                            Trace* trace) const;
};

struct MimiEncoderNetwork {
  int samples_per_frame = 0, latent_size = 0;
  SeanetEncoder seanet;
  ProjectedTransformer transformer;
  nn::Conv1d downsample;
  WeightStore store;

  struct State {
    SeanetEncoder::State seanet;
    TransformerState transformer;
    nn::ConvState downsample;
  };
  State start() const;

  // [frames * samples_per_frame, 1] to [frames, latent_size].
  device::Tensor operator()(device::Device& d, const device::Tensor& samples, State& state,
                            Trace* trace) const;
};

Result<std::unique_ptr<const MimiDecoderNetwork>> load_mimi_decoder(
    const checkpoint::Weights& weights, const MimiConfig& config,
    std::optional<quant::Scheme> scheme);
Result<std::unique_ptr<const MimiEncoderNetwork>> load_mimi_encoder(
    const checkpoint::Weights& weights, const MimiConfig& config,
    std::optional<quant::Scheme> scheme);

}  // namespace sotto::models::pocket_tts
