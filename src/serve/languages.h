// Which languages are translated into which, as LibreTranslate lists them.
#pragma once

#include <span>
#include <string>

#include "engine/translators.h"

namespace sotto::serve {

// JSON: each language once, with the targets that some model reaches from it. Anybody may ask for
// it: its time is linear in the length of the answer, for each model.
std::string list_languages(std::span<const engine::TranslatorChoice> choices);

}  // namespace sotto::serve
