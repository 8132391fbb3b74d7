// The voices of other people's programs and services, as rows for voice_kinds.cc.
#pragma once

#include "speech/voice_kind.h"

namespace sotto::speech {

// An engine that runs on this machine and has VOICEVOX's HTTP interface. SOTTO_VOICEVOX_URL:
// elsewhere.
extern const VoiceKind kVoicevoxKind;

// Without a key: what Google's translation page speaks with. SOTTO_GOOGLE_TRANSLATE_URL: elsewhere.
extern const VoiceKind kGoogleTranslateKind;

// Google Cloud Text-to-Speech, with GOOGLE_API_KEY or the service account's file that
// GOOGLE_APPLICATION_CREDENTIALS names. SOTTO_GOOGLE_CLOUD_URL: elsewhere.
extern const VoiceKind kGoogleCloudKind;

// Azure AI Speech, with AZURE_SPEECH_KEY and AZURE_SPEECH_REGION. SOTTO_AZURE_SPEECH_URL: elsewhere.
extern const VoiceKind kAzureSpeechKind;

}  // namespace sotto::speech
