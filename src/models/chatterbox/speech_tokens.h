// From a text to the tokens of its speech, one after the other.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "models/chatterbox/alignment.h"
#include "models/chatterbox/t3.h"
#include "models/chatterbox/variant.h"
#include "models/sampling.h"

namespace sotto::models::chatterbox {

struct SpeechSettings {
  SamplingSettings sampling;
  float cfg_weight = 0.5f;  // of the guidance, where the session has it
  int most_tokens = 1000;   // 40 seconds
  bool forced = false;      // most_tokens are said, whatever the network says of its end
  uint64_t seed = 0;
};

// The settings that upstream has.
SpeechSettings usual_settings(Variant variant);

class SpeechTokens {
 public:
  // The session, which has heard a voice, reads the text: start and stop included where the network
  // has them. It must outlive this.
  SpeechTokens(T3Session& session, const T3& model, std::span<const int> text,
               const SpeechSettings& settings);

  // None at the end.
  std::optional<int> next();

  // Whether it ended by itself, and not for its length.
  bool is_complete() const { return complete_; }

 private:
  T3Session& session_;
  const T3& model_;
  const SpeechSettings settings_;
  const int most_;
  std::optional<AlignmentAnalyzer> analyzer_;
  std::vector<int> said_;  // from the start on
  std::vector<float> scores_;
  SamplingScratch scratch_;
  bool complete_ = false;
};

}  // namespace sotto::models::chatterbox
