// S3Gen of Chatterbox (Resemble AI; CosyVoice 2, Du et al. 2024): speech tokens, 25 a second, and a
// voice become sound at 24 kHz in one pass. The flow makes a spectrum of them (flow.h), HiFT the
// sound (hift.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "checkpoint/weights.h"
#include "models/chatterbox/flow.h"
#include "models/chatterbox/hift.h"
#include "models/trace.h"

namespace sotto::models::chatterbox {

// Constants of upstream's code that no file has.
struct S3GenShape {
  int estimator_heads = 8;
};

// Immutable after load: any thread may open sessions.
class S3Gen {
 public:
  // scheme: what the linear layers become, where their columns allow it; with int8 convolutions of
  // the estimator and the vocoder, too. None: everything as stored, and these convolutions int8
  // where the layers are stored so. weights: upstream's
  // s3gen.safetensors, s3gen.pt or s3gen_meanflow.safetensors, with or without weight norm.
  static Result<std::shared_ptr<const S3Gen>> load(
      std::shared_ptr<const checkpoint::Weights> weights, std::optional<quant::Scheme> scheme,
      std::shared_ptr<const device::Backend> backend, const S3GenShape& shape = {});

  const Flow& flow() const { return flow_; }
  const Hift& hift() const { return hift_; }
  const device::Backend& backend() const { return *backend_; }
  size_t weight_bytes() const { return bytes_; }  // in memory, as they are computed with

  int vocabulary() const { return device::rows_of(flow_.encoder.tokens); }
  int mel() const { return flow_.mel(); }
  int speaker_size() const { return device::cols_of(flow_.speaker.w); }

 private:
  S3Gen(Flow flow, Hift hift, size_t bytes, std::shared_ptr<const device::Backend> backend);

  Flow flow_;
  Hift hift_;
  size_t bytes_;
  std::shared_ptr<const device::Backend> backend_;
};

// A voice, of a recording of it: `gen` of upstream's conds.pt.
struct SpeechPrompt {
  std::vector<int> tokens;      // prompt_token
  std::vector<float> mel;       // prompt_feat, [frames, mel]; two frames a token, or one more
  std::vector<float> x_vector;  // embedding
};

// Random numbers with which a sentence is spoken.
struct SpeechDraws {
  std::vector<float> flow;  // [frames, mel] of the prompt and the sentence
  // For that many samples of the source.
  SourceDraws source;
};

// 20 ms of silence, then 20 ms of a raised cosine: what the prompt leaks into the beginning.
void fade_in(std::span<float> wave);

// The seed of the source's draws, which are others than the flow's.
inline uint64_t source_seed(uint64_t seed) { return ~seed; }

// Speaks with one voice: what depends on it alone is computed when it is opened. Used by one thread
// at a time. stream.h speaks while tokens still come.
class S3GenSession {
 public:
  // `trace`, when given, sees the parts of the network; it must outlive the session.
  static Result<std::unique_ptr<S3GenSession>> open(std::shared_ptr<const S3Gen> model,
                                                    const SpeechPrompt& prompt,
                                                    Trace* trace = nullptr);

  // steps of the flow: 0 for as many as upstream takes (10; of a meanflow 2); fewer are faster, and
  // err more.
  struct Options {
    uint64_t seed = 0;  // the same gives the same sound
    int steps = 0;
  };
  // Sound within [-0.99, 0.99], 960 samples a token. Errc::cancelled soon after `stop` is set.
  Result<std::vector<float>> speak(std::span<const int> tokens, const Options& options,
                                   const std::stop_token& stop = {});

  // The same with numbers of the caller's in place of drawn ones.
  Result<std::vector<float>> speak(std::span<const int> tokens, const SpeechDraws& draws, int steps,
                                   const std::stop_token& stop = {});

  // The spectrum of a sentence, [frames_of(tokens), mel]. noise: of its frames behind the prompt's.
  Result<std::vector<float>> spectrum(std::span<const int> tokens, std::span<const float> noise,
                                      int steps, const std::stop_token& stop = {});
  // Noise for spectrum(): of a longer sentence it begins with the same numbers.
  std::vector<float> flow_noise(size_t tokens, uint64_t seed) const;

  // Frames of a spectrum become sound. Before: how far the source had come at the first of them,
  // and the F0 of those that were heard; afterwards the same from frame `next` on, of which those
  // before `heard` were then heard. Empty where it was stopped.
  struct Window {
    std::span<const float> mel;  // [frames, mel]
    int next = 0, heard = 0;
  };
  struct Past {
    Source::Turns turns;
    std::vector<float> f0;
  };
  std::vector<float> sound(const Window& window, const SourceDraws& draws, Past& past,
                           const std::stop_token& stop = {});

  // Frames of a sentence of so many tokens, without the prompt's.
  int frames_of(size_t tokens) const;
  size_t prompt_frames() const;
  const S3Gen& model() const { return *model_; }

 private:
  S3GenSession(std::shared_ptr<const S3Gen> model, const SpeechPrompt& prompt, Trace* trace);
  Result<void> check(std::span<const int> tokens, int steps) const;

  std::shared_ptr<const S3Gen> model_;
  Trace* trace_;
  std::unique_ptr<device::Device> device_;
  std::vector<int> tokens_;  // the prompt's, then a sentence's
  size_t prompt_tokens_;
  std::unique_ptr<device::Cache> speaker_, prompt_;  // [1, mel] and [frames, mel]
  RelativePositions positions_;
};

}  // namespace sotto::models::chatterbox
