// Every voice of this machine by its own name: what somebody may choose from.
#pragma once

#include <string>
#include <vector>

#include "speech/pocket_voice.h"

namespace sotto::speech {

struct SingleVoice {
  std::string name;                    // "open-jtalk:mei", "espeak-ng:en-gb", "pocket-tts:anna"
  std::vector<std::string> languages;  // ISO codes; empty: not known
};

// Those that can be used: each kind, whose voice follows the language ("espeak-ng"), and behind it
// its voices. Of pocket-tts those of the model that is named, else those of each one installed.
std::vector<SingleVoice> list_single_voices(const PocketOptions& pocket);

}  // namespace sotto::speech
