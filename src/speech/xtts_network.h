// XTTS as a network that speaks: pieces of a text become codes on one thread, and the states that
// these were chosen by become sound on another, a few at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "models/xtts/model.h"
#include "speech/neural_voice.h"
#include "speech/xtts_reader.h"

namespace sotto::speech {

struct XttsSpeech {
  std::string language;  // an ISO code
  XttsReader read;       // its texts
  models::SamplingSettings sampling;
  uint64_t seed = 0;
};

// The error says why the voice does not fit the network.
Result<std::unique_ptr<SpeechNetwork>> xtts_network(
    std::shared_ptr<const models::xtts::Model> model, const models::xtts::Voice& voice,
    XttsSpeech speech);

}  // namespace sotto::speech
