// Kokoro: a natural voice, of which a whole clause is made before its first sound, or some of it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "models/kokoro/model.h"
#include "phonemes/kokoro_text.h"
#include "speech/kokoro_pace.h"
#include "speech/neural_voice.h"
#include "speech/voice_kind.h"

namespace sotto::speech {

extern const VoiceKind kKokoroKind;

// Finds a named model, or the one that scripts/voice-kokoro installs: its folder, or its weights.
Result<std::filesystem::path> find_kokoro(const VoiceOptions& options);
Result<std::shared_ptr<const models::kokoro::Model>> load_kokoro(const std::filesystem::path& path,
                                                                 const VoiceOptions& options);

struct KokoroSpeech {
  uint64_t seed = 0;
  float first_part = 0;  // of a text's first clause: models::kokoro::Clause
  // Has KokoroPace choose that share instead: for texts that are heard live, or for all.
  enum class Paced { never, live, always } paced = Paced::never;
};
KokoroSpeech kokoro_speech(const VoiceSettings& settings);

// Clauses of a text, one after the other, while the ones before are heard.
std::unique_ptr<SpeechNetwork> kokoro_network(std::shared_ptr<const models::kokoro::Model> model,
                                              models::kokoro::Voice voice,
                                              phonemes::KokoroText reader, KokoroSpeech speech,
                                              std::shared_ptr<KokoroPace> pace);

}  // namespace sotto::speech
