// Which languages models of Pocket TTS speak.
#pragma once

#include <string>
#include <vector>

namespace sotto::speech {

// The languages that models of Pocket TTS speak, and the name under which the model of one is
// looked for in the models folders ("pocket-tts-french"); empty: there is none.
std::vector<std::string> pocket_languages();
std::string pocket_model_of(const std::string& iso);

// The languages of the model that find_config finds by that name. A yaml has no field for them, but
// its name has ("english", "german_24l"), or that of its folder, or what it calls its weights.
// Empty: none of these says, and the owner knows.
std::vector<std::string> languages_of_pocket_model(const std::string& model);

// Whether a model of these languages speaks this one; of one that does not say, whether any does.
bool pocket_model_speaks(const std::vector<std::string>& languages, const std::string& iso);

}  // namespace sotto::speech
