// Voices of XTTS: the speakers of a model, those that were added by name, and those in files: what
// upstream or sotto kept, and recordings, which are heard by networks of the model.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "models/xtts/model.h"
#include "speech/voice_kind.h"

namespace sotto::speech {

// Names of the voices that were added; ordered.
std::vector<std::string> xtts_voices();

// name: of one that was added, of a speaker, or a file or a folder of recordings; empty: the first
// speaker.
Result<models::xtts::Voice> read_xtts_voice(const std::string& name,
                                            const models::xtts::ModelFiles& files,
                                            const VoiceOptions& options);

// Keeps the voice of a file, or of a folder of recordings, under a name, as add_voice() lets it
// through; the file made.
Result<std::filesystem::path> add_xtts_voice(const std::string& file, const std::string& name,
                                             const models::xtts::ModelFiles& files,
                                             const VoiceOptions& options);

}  // namespace sotto::speech
