// The voices of macOS by its `say` program. Written from its manual page; not tested on a Mac.
#pragma once

#include <memory>
#include <string>

#include "speech/voice.h"

namespace sotto::speech {

// `voice`: a name of `say -v ?` ("Kyoko"), or empty to choose by the language.
Result<std::unique_ptr<Voice>> open_say(const std::string& voice, const text::Language& language,
                                        double rate);

}  // namespace sotto::speech
