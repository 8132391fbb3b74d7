// Chatterbox as a network that speaks: pieces of a text become tokens on one thread, and sound,
// part by part, on another.
#pragma once

#include <memory>

#include "models/chatterbox/conditionals.h"
#include "models/chatterbox/model.h"
#include "models/chatterbox/speech_tokens.h"
#include "speech/neural_voice.h"

namespace sotto::speech {

struct ChatterboxSpeech {
  std::string language;                   // an ISO code
  models::chatterbox::LanguageForm form;  // of its texts; none: as they are
  models::chatterbox::SpeechSettings settings;
  // Speech tokens, 25 a second, before the first sound of a piece; 0: all of it is heard at once.
  size_t first_tokens = 0;
  int flow_steps = 0;  // of S3Gen; 0: as many as upstream takes
};

// The error says why the voice does not fit the network.
Result<std::unique_ptr<SpeechNetwork>> chatterbox_network(
    std::shared_ptr<const models::chatterbox::Model> model,
    const models::chatterbox::Conditionals& voice, ChatterboxSpeech speech);

}  // namespace sotto::speech
