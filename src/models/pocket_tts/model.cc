#include "models/pocket_tts/model.h"

#include <fmt/format.h>

#include "models/pocket_tts/quantized.h"
#include "models/pocket_tts/training_layout.h"
#include "models/pocket_tts/voice_prompt.h"

namespace sotto::models::pocket_tts {

Result<std::shared_ptr<const Model>> Model::load(const std::filesystem::path& file,
                                                 std::optional<quant::Scheme> scheme,
                                                 const device::Backend& backend) {
  Result<Config> config = read_config(file);
  if (!config) return config.error();
  Result<WeightPaths> files = find_weight_files(*config);
  if (!files) return files.error();
  Result<Prompts> prompts = Prompts::load(*config);
  if (!prompts) return prompts.error();
  const auto stored = open_model_weights(*files);
  if (!stored) return stored.error();
  const auto weights = std::make_shared<const StrictWeights>(*stored);
  auto flow_lm = FlowLm::load(*weights, *config, scheme, backend);
  if (!flow_lm) return flow_lm.error();
  auto mimi =
      MimiDecoder::load(*weights, config->mimi,
                        scheme ? std::optional(at_least_8_bits(*scheme)) : std::nullopt, backend);
  if (!mimi) return mimi.error();
  if (const auto all = weights->expect_all_taken(MimiEncoder::kTensors); !all) return all.error();
  return std::make_shared<const Model>(Model{*std::move(config), *std::move(files),
                                             *std::move(prompts), weights, *std::move(flow_lm),
                                             *std::move(mimi)});
}

size_t Model::weight_bytes() const { return flow_lm->bytes + mimi->weight_bytes(); }

Result<VoiceState> Model::hear(std::span<const float> samples, int sample_rate_hz,
                               const device::Backend& backend) const {
  if (!files.voice_cloning || !flow_lm->speaker_proj)
    return Error{Errc::unsupported,
                 fmt::format("{}: has no weights for voices out of recordings, expected a voice's "
                             ".safetensors file",
                             weights->source())};
  const int rate = config.mimi.sample_rate;
  const Result<std::vector<float>> converted = convert_rate(samples, sample_rate_hz, rate);
  if (!converted) return converted.error();
  const Result<std::vector<float>> prompt = end_on_pause(*converted, rate);
  if (!prompt) return prompt.error();
  const auto encoder = MimiEncoder::load(*weights, config.mimi, std::nullopt, backend);
  if (!encoder) return encoder.error();
  const std::vector<float> frames = (*encoder)->encode(*prompt, backend);
  FlowLmSession session(flow_lm, backend);
  session.start(nullptr, static_cast<int>(frames.size()) / flow_lm->voice_dim + 1);
  session.hear(frames);
  return session.voice();
}

}  // namespace sotto::models::pocket_tts
