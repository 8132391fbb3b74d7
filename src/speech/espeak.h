// Many languages by the `espeak-ng` program. It is GPL-3 while sotto is Apache-2.0: it stays a
// program of its own, and nothing of it is linked.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "speech/voice_kind.h"

namespace sotto::speech {

extern const VoiceKind kEspeakKind;

// `voice`: a code of espeak-ng's own ("en-us"), or empty to choose by the language.
Result<std::unique_ptr<Voice>> open_espeak(const std::string& voice, const Language& language,
                                           double rate);

}  // namespace sotto::speech
