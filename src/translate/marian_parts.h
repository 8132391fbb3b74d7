// What a Marian folder says about itself.
#pragma once

#include <optional>

#include "checkpoint/model_folder.h"
#include "sotto/error.h"
#include "text/language.h"

namespace sotto::translate {

// Whether the folder says that it is one.
bool is_marian(const checkpoint::ModelFolder& folder);

// The languages that the folder says it is for; none where it is silent, or names a group of them.
struct MarianSides {
  std::optional<text::Language> from, to;
};
Result<MarianSides> sides_of(const checkpoint::ModelFolder& folder);

}  // namespace sotto::translate
