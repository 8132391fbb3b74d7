// Mimi, the codec of Pocket TTS (Defossez et al. 2024, section 3.3; here with one continuous latent
// a frame in place of codes): latents to sound while they come, and a voice prompt to latents.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "checkpoint/weights.h"
#include "device/device.h"
#include "models/pocket_tts/config.h"
#include "models/trace.h"
#include "quant/scheme.h"
#include "sotto/error.h"

namespace sotto::models::pocket_tts {

struct MimiDecoderNetwork;
struct MimiEncoderNetwork;
struct NamedConv;

// Longer stretches go through in pieces of that many frames: the result is the same, and the memory
// stays small however long a stretch is.
inline constexpr int kMimiFramesAtOnce = 4;

// The decoder's weights. Immutable; sessions on any threads share it.
class MimiDecoder {
 public:
  // Tensors mimi.{quantizer,upsample,decoder_transformer,decoder} and flow_lm.emb_{mean,std}.
  // `scheme` is for the matrices of the Transformer.
  static Result<std::shared_ptr<const MimiDecoder>> load(const checkpoint::Weights& weights,
                                                         const MimiConfig& config,
                                                         std::optional<quant::Scheme> scheme,
                                                         const device::Backend& backend);
  ~MimiDecoder();

  int sample_rate_hz() const;
  int samples_per_frame() const;
  int latent_size() const;
  size_t weight_bytes() const;                  // in memory, as they are computed with
  std::vector<NamedConv> convolutions() const;  // views (seanet.h)

 private:
  friend class MimiDecoding;
  explicit MimiDecoder(std::unique_ptr<const MimiDecoderNetwork> network);
  std::unique_ptr<const MimiDecoderNetwork> network_;
};

// One stream of latents becoming sound. Where it is cut into calls does not change a bit of it.
// Used by one thread at a time. Once calls of a size have been seen, such calls allocate nothing.
class MimiDecoding {
 public:
  MimiDecoding(std::shared_ptr<const MimiDecoder> decoder, const device::Backend& backend);
  ~MimiDecoding();

  // Switches to the threads of that backend, from the next call on. Precondition: it is of the type
  // of the first one.
  void take_threads_of(const device::Backend& backend) { device_->take_threads_of(backend); }

  // Forgets the stream: what follows is the beginning of another.
  void restart();

  // `latents` are [frames, latent_size], as FlowLM puts them out (normalized); the samples, frames
  // * samples_per_frame, are valid until the next call.
  std::span<const float> decode(std::span<const float> latents, Trace* trace = nullptr);

 private:
  struct State;
  std::shared_ptr<const MimiDecoder> decoder_;
  std::unique_ptr<device::Device> device_;
  std::unique_ptr<State> state_;
};

// The encoder's weights, which only the making of a voice needs.
class MimiEncoder {
 public:
  // Prefixes of the names of its tensors.
  static constexpr std::string_view kTensors[] = {"mimi.encoder.", "mimi.encoder_transformer.",
                                                  "mimi.downsample."};

  static Result<std::shared_ptr<const MimiEncoder>> load(const checkpoint::Weights& weights,
                                                         const MimiConfig& config,
                                                         std::optional<quant::Scheme> scheme,
                                                         const device::Backend& backend);
  ~MimiEncoder();

  int latent_size() const;  // inner_dim

  // Samples at the model's rate, filled up with silence to whole frames, as [frames, latent_size].
  std::vector<float> encode(std::span<const float> samples, const device::Backend& backend,
                            Trace* trace = nullptr) const;

 private:
  explicit MimiEncoder(std::unique_ptr<const MimiEncoderNetwork> network);
  std::unique_ptr<const MimiEncoderNetwork> network_;
};

}  // namespace sotto::models::pocket_tts
