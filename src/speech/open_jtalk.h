// Japanese by Open JTalk: the `open_jtalk` program reads the text, our vocoder speaks.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "speech/voice_kind.h"

namespace sotto::speech {

extern const VoiceKind kOpenJTalkKind;

// The voices by name ("mei", "nitech-jp-atr503-m001"), from $SOTTO_VOICES_DIR, the user's data
// folder and the system's, the first of a name wins. "mei_normal.htsvoice" is "mei".
std::map<std::string, std::filesystem::path> open_jtalk_voices();

// `voice` is one of the names above. `rate` 0.25 to 4.
Result<std::unique_ptr<Voice>> open_open_jtalk(const std::string& voice,
                                               const std::filesystem::path& file, double rate);

}  // namespace sotto::speech
