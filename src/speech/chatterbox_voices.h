// Voices of Chatterbox: the one that comes with a model, those that were added by name, and those
// in files: what upstream or sotto kept, and recordings, which are heard by networks of the model.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "models/chatterbox/conditionals.h"
#include "models/chatterbox/model.h"
#include "speech/voice_kind.h"

namespace sotto::speech {

// Names of the voices that were added; ordered.
std::vector<std::string> chatterbox_voices();

// name: of one, or a file; empty: the model's own.
Result<models::chatterbox::Conditionals> read_chatterbox_voice(
    const std::string& name, const models::chatterbox::ModelFiles& files,
    const VoiceOptions& options);

// Keeps the voice of a file under a name, as add_voice() lets it through; the file made.
Result<std::filesystem::path> add_chatterbox_voice(const std::string& file, const std::string& name,
                                                   const models::chatterbox::ModelFiles& files,
                                                   const VoiceOptions& options);

}  // namespace sotto::speech
