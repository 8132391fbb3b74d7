// XTTS: a neural voice that speaks many languages with any speaker's voice.
#pragma once

#include "speech/voice_kind.h"

namespace sotto::speech {

extern const VoiceKind kXttsKind;

}  // namespace sotto::speech
