#include "speech/pocket_network.h"

#include <algorithm>
#include <atomic>
#include <climits>
#include <limits>
#include <utility>

#include "base/log.h"
#include "models/pocket_tts/generation.h"
#include "speech/lap_timer.h"

namespace sotto::speech {
namespace {

namespace pocket = models::pocket_tts;

constexpr int kPositionsAhead = 256;  // behind the voice: a text of usual length, and its frames
constexpr int kFadesASecond = 200;  // a piece is faded in over 1/200 s: it would begin with a click

class PocketNetwork final : public SpeechNetwork {
 public:
  PocketNetwork(const PocketOptions& options, std::shared_ptr<const pocket::Model> model,
                const PocketBackends& backends, const pocket::VoiceState& voice)
      : options_(options),
        model_(std::move(model)),
        backends_(backends),
        session_(model_->flow_lm, *backends_.all, options.sampler_steps, backends_.halves.get()),
        decoding_(model_->mimi, *backends_.halves),
        noise_(options.seed, temperature()) {
    session_.start(&voice, kPositionsAhead);
  }

  Form form() const override {
    return {.sample_rate_hz = model_->mimi->sample_rate_hz(),
            .frame_size = static_cast<size_t>(model_->flow_lm->latent_size),
            .frames_ahead = 125,  // ten seconds of FlowLM before Mimi
            .most_at_once = pocket::kMimiFramesAtOnce,
            .source = std::string(model_->weights->source()),
            .units_a_second = model_->config.mimi.frame_rate,
            .in_turns = backends_.all->report().threads == 1,
            .kv_cache = model_->flow_lm->transformer.kv_cache()};
  }

  Result<bool> begin(const std::string& text, const std::stop_token&) override {
    text_ms_ = flow_lm_ms_ = mimi_ms_ = 0;
    auto chunks = model_->prompts.chunks(text, forced_frames_ > 0 ? INT_MAX : options_.max_tokens);
    if (!chunks) return false;
    chunks_ = *std::move(chunks);
    makes_frames_ = true;
    return true;
  }

  Result<void> make_frames(const Put& put, const std::stop_token&) override {
    for (const pocket::PromptChunk& chunk : chunks_)
      if (!generate(chunk, put)) break;
    makes_frames_ = false;
    return {};
  }

  Result<void> sound_of(std::span<const float> frames, bool begins_piece,
                        std::vector<float>& sound) override {
    LapTimer timer;
    if (begins_piece) decoding_.restart();
    decoding_.take_threads_of(makes_frames_ ? *backends_.halves : *backends_.all);
    const std::span<const float> samples = decoding_.decode(frames);
    mimi_ms_ += timer.lap();
    sound.assign(samples.begin(), samples.end());
    if (begins_piece) fade_in(sound);
    return {};
  }

  void force_length(int frames) override { forced_frames_ = frames; }
  std::vector<std::pair<std::string_view, double>> stages() const override {
    return {{"text_prompt_ms", text_ms_}, {"flow_lm_ms", flow_lm_ms_}, {"mimi_ms", mimi_ms_}};
  }

 private:
  float temperature() const {
    return static_cast<float>(options_.temperature.value_or(model_->config.default_temperature));
  }

  // FlowLM's thread. False: nobody wants to hear more.
  bool generate(const pocket::PromptChunk& chunk, const Put& put) {
    LapTimer timer;
    const pocket::GenerationLimits limits = limits_of(chunk);
    session_.restart(static_cast<int>(chunk.ids.size()) + limits.max_frames);
    session_.prompt(chunk.ids);
    pocket::Generation generation(session_, noise_, limits);
    text_ms_ += timer.lap();
    for (auto latent = generation.next(); !latent.empty(); latent = generation.next()) {
      flow_lm_ms_ += timer.lap();
      if (!put(latent, generation.frames() == 1)) return false;
      timer.lap();
    }
    if (!generation.eos_frame())
      log::debug("no end was heard within {} frames: {}", limits.max_frames, chunk.prepared);
    return true;
  }

  pocket::GenerationLimits limits_of(const pocket::PromptChunk& chunk) const {
    if (forced_frames_ > 0)
      return {.eos_threshold = std::numeric_limits<float>::infinity(),
              .max_frames = forced_frames_};
    const double threshold = options_.eos_threshold.value_or(model_->config.default_eos_threshold);
    return {.eos_threshold = static_cast<float>(threshold),
            .frames_after_eos = chunk.frames_after_eos,
            .max_frames = chunk.max_frames};
  }

  // From 0 to 1, both ends included.
  void fade_in(std::vector<float>& sound) const {
    const int rate = model_->mimi->sample_rate_hz();
    const size_t count = std::min(sound.size(), static_cast<size_t>(rate / kFadesASecond));
    for (size_t i = 0; i < count; ++i)
      sound[i] *= count > 1 ? static_cast<float>(i) / static_cast<float>(count - 1) : 0;
  }

  const PocketOptions options_;
  const std::shared_ptr<const pocket::Model> model_;
  const PocketBackends backends_;
  pocket::FlowLmSession session_;
  pocket::MimiDecoding decoding_;
  models::SeededNoise noise_;
  std::vector<pocket::PromptChunk> chunks_;
  std::atomic<bool> makes_frames_ = false;  // FlowLM: else Mimi has all threads
  int forced_frames_ = 0;
  double text_ms_ = 0, flow_lm_ms_ = 0, mimi_ms_ = 0;  // each half writes its own part
};

}  // namespace

std::unique_ptr<SpeechNetwork> pocket_network(const PocketOptions& options,
                                              std::shared_ptr<const pocket::Model> model,
                                              const PocketBackends& backends,
                                              const pocket::VoiceState& voice) {
  return std::make_unique<PocketNetwork>(options, std::move(model), backends, voice);
}

}  // namespace sotto::speech
