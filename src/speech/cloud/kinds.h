// The voices that leave the machine, as rows for voice_kinds.cc.
#pragma once

#include "speech/voice_kind.h"

namespace sotto::speech {

// Without a key: what Google's translation page speaks with. SOTTO_GOOGLE_TRANSLATE_URL: elsewhere.
extern const VoiceKind kGoogleTranslateKind;

// Google Cloud Text-to-Speech, with GOOGLE_API_KEY or the service account's file that
// GOOGLE_APPLICATION_CREDENTIALS names. SOTTO_GOOGLE_CLOUD_URL: elsewhere.
extern const VoiceKind kGoogleCloudKind;

}  // namespace sotto::speech
