// Japanese by Open JTalk: the `open_jtalk` program reads the text, our vocoder speaks.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "speech/voice_kind.h"

namespace sotto::speech {

extern const VoiceKind kOpenJTalkKind;

// `voice` is one of the names of phonemes::open_jtalk_voices. `rate` 0.25 to 4.
Result<std::unique_ptr<Voice>> open_open_jtalk(const std::string& voice,
                                               const std::filesystem::path& file, double rate);

}  // namespace sotto::speech
