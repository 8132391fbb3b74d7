// XTTS as a network that speaks: pieces of a text become codes on one thread, and the states that
// these were chosen by become sound on another, a few at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "models/xtts/cleaning.h"
#include "models/xtts/model.h"
#include "speech/neural_voice.h"
#include "speech/romaji_reader.h"

namespace sotto::speech {

struct XttsSpeech {
  std::string language;                          // an ISO code
  std::optional<models::xtts::Cleaner> cleaner;  // of other languages than Japanese
  std::optional<RomajiReader> romaji;            // of Japanese
  models::SamplingSettings sampling;
  uint64_t seed = 0;
};

// Where the voice does not fit the network, one sentence that says why.
Result<std::unique_ptr<SpeechNetwork>> xtts_network(
    std::shared_ptr<const models::xtts::Model> model, const models::xtts::Voice& voice,
    XttsSpeech speech);

}  // namespace sotto::speech
