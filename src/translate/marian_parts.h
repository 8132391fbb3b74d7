// A Marian folder as a translator needs it.
#pragma once

#include <optional>

#include "checkpoint/model_folder.h"
#include "translate/neural_translator.h"

namespace sotto::translate {

// Whether the folder says that it is one.
bool is_marian(const checkpoint::ModelFolder& folder);

// The languages that the folder says it is for; none where it is silent, or names a group of them.
struct MarianSides {
  std::optional<text::Language> from, to;
};
Result<MarianSides> sides_of(const checkpoint::ModelFolder& folder);

// The languages are checked as far as the folder names its own: it has the token of the target
// language, or its one direction is the one that is asked for. What it does not name is believed.
Result<NetworkParts> load_marian(const checkpoint::ModelFolder& folder,
                                 const TranslatorOptions& options, GenerationConfig generation);

}  // namespace sotto::translate
