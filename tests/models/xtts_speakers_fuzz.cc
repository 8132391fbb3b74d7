// A speakers_xtts.pth, or a model.pth with a configuration in it, from outside: refused in one
// sentence, or whole.
#include <cstdint>
#include <cstdlib>
#include <span>

#include "models/xtts/voice.h"
#include "models/xtts/weights.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  namespace xtts = sotto::models::xtts;
  const auto bytes = std::as_bytes(std::span(data, size));
  const auto speakers = xtts::parse_speakers(bytes, "speakers.pth");
  if (!speakers && speakers.error().message.empty()) std::abort();
  if (speakers) {
    for (const auto& [name, voice] : *speakers)
      if (voice.latents.empty() || voice.speaker.empty()) std::abort();
  }
  const auto weights = xtts::parse_checkpoint(bytes, "model.pth");
  if (!weights && weights.error().message.empty()) std::abort();
  return 0;
}
