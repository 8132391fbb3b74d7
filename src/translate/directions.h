// The languages that a model translates from and into, as far as its folder says, without loading
// its weights.
#pragma once

#include <string>
#include <vector>

#include "base/language.h"
#include "sotto/error.h"

namespace sotto::translate {

// Every language of `from` into every other one of `to`. An empty list: the folder does not say.
struct Directions {
  std::vector<Language> from, to;

  // Also where the folder does not say: then loading it tells.
  bool has(const Language& source, const Language& target) const;
};

// Codes that are no language of FLORES stay out.
std::vector<Language> languages_of(const std::vector<std::string>& codes);

// `model`: name, hub id or folder, as in TranslatorOptions. The error says what the folder lacks.
Result<Directions> directions_of(const std::string& model);

}  // namespace sotto::translate
