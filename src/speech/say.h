// The voices of macOS by its `say` program. Written from its manual page; not tested on a Mac.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "speech/say_voices.h"
#include "speech/voice_kind.h"

namespace sotto::speech {

extern const VoiceKind kSayKind;

// The voices of `say -v ?`, asked once; none where the program is not there.
const std::vector<SayVoice>& say_voices();

// `voice`: a name of `say -v ?` ("Kyoko"), or empty to choose by the language.
Result<std::unique_ptr<Voice>> open_say(const std::string& voice, const Language& language,
                                        double rate);

}  // namespace sotto::speech
