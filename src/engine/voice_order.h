// Which voices are tried, one after the other, where their owner names them.
#pragma once

#include <string>
#include <vector>

#include "base/language.h"
#include "pipeline/fallback.h"
#include "speech/voice_kind.h"

namespace sotto::engine {

// The voices to try for a language, in order. Each name of the list is tried; "auto" is the best
// usable one and, should that break, every other one that speaks the language.
std::vector<std::string> voice_order(const std::string& names, const Language& language);
pipeline::VoiceCandidates voice_candidates(const std::string& names, const Language& language,
                                           double rate, const speech::VoiceOptions& options = {});

// A sentence that says how to get a better voice than that one; empty: none is known.
std::string better_voice(const std::string& name, const Language& language);

}  // namespace sotto::engine
