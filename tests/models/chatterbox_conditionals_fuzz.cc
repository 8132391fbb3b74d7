// A conds.pt from outside: refused in one sentence, or a voice that has all of its parts.
#include <cstdint>
#include <cstdlib>
#include <span>

#include "models/chatterbox/conditionals.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  namespace chatterbox = sotto::models::chatterbox;
  const auto voice = chatterbox::parse_conditionals(std::as_bytes(std::span(data, size)), "c.pt");
  if (!voice) {
    if (voice.error().message.empty()) std::abort();
    return 0;
  }
  if (voice->t3.prompt_tokens.empty() || voice->gen.tokens.empty()) std::abort();
  if (voice->gen.mel.empty() || voice->gen.x_vector.empty()) std::abort();
  return 0;
}
