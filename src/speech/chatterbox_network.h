// Chatterbox as a network that speaks: pieces of a text become tokens on one thread, and sound on
// another.
#pragma once

#include <memory>
#include <optional>

#include "models/chatterbox/conditionals.h"
#include "models/chatterbox/model.h"
#include "models/chatterbox/speech_tokens.h"
#include "speech/kana.h"
#include "speech/neural_voice.h"

namespace sotto::speech {

struct ChatterboxSpeech {
  std::string language;             // an ISO code
  std::optional<KanaReader> kanji;  // of Japanese
  models::chatterbox::SpeechSettings settings;
};

// Where the voice does not fit the network, one sentence that says why.
Result<std::unique_ptr<SpeechNetwork>> chatterbox_network(
    std::shared_ptr<const models::chatterbox::Model> model,
    const models::chatterbox::Conditionals& voice, ChatterboxSpeech speech);

}  // namespace sotto::speech
