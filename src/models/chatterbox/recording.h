// A voice out of a recording of it: what upstream's prepare_conditionals puts into conds.pt.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "checkpoint/weights.h"
#include "models/chatterbox/campplus.h"
#include "models/chatterbox/s3_tokenizer.h"
#include "models/chatterbox/s3gen.h"
#include "models/chatterbox/voice_encoder.h"

namespace sotto::models::chatterbox {

struct RecordedVoice {
  std::vector<float> speaker;      // speaker_emb: of the whole recording
  std::vector<int> speech_tokens;  // cond_prompt_speech_tokens: of its beginning
  SpeechPrompt prompt;             // of its first 10 seconds
};

// Constants of upstream's code that no file has.
struct ListenerShape {
  int tokenizer_heads = 0;  // 0: of 64 columns each
  int fbank_bands = 80;
};

// The networks that hear a recording; of use when a voice is made, and for nothing else. Immutable
// after load.
class Listener {
 public:
  // s3gen: s3gen.safetensors (tokenizer and CAM++ are in it); voice: ve.safetensors.
  static Result<std::shared_ptr<const Listener>> load(
      const checkpoint::Weights& s3gen, const checkpoint::Weights& voice,
      std::shared_ptr<const device::Backend> backend, const ListenerShape& shape = {});

  // samples: mono, 24 kHz; at least half a second, and no more than 10 minutes. most_tokens: of
  // speech_tokens (150, of turbo 375), out of most_tokens / 25 seconds.
  Result<RecordedVoice> hear(std::span<const float> samples, int most_tokens) const;

  const S3Tokenizer& tokenizer() const { return tokenizer_; }
  const CamPlus& campplus() const { return campplus_; }
  const VoiceEncoder& voice_encoder() const { return voice_encoder_; }

 private:
  Listener() = default;

  S3Tokenizer tokenizer_;
  CamPlus campplus_;
  VoiceEncoder voice_encoder_;
  int mel_ = 0, fbank_bands_ = 0;
  std::shared_ptr<const device::Backend> backend_;
};

}  // namespace sotto::models::chatterbox
