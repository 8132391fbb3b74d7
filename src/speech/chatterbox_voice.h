// Chatterbox: a neural voice that speaks many languages with one speaker's voice.
#pragma once

#include "speech/voice_kind.h"

namespace sotto::speech {

extern const VoiceKind kChatterboxKind;

}  // namespace sotto::speech
