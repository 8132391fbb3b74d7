// Detects the language of a text.
#pragma once

#include <string>
#include <vector>

#include "base/language.h"

namespace sotto::engine {

// The language of a text, with a confidence in [0, 100]; the likeliest first, at least one (English
// where nothing speaks for any, and for every text where CLD2 is not there).
struct Detected {
  Language language;
  int confidence;
};
std::vector<Detected> detect_language(const std::string& text, bool is_html = false);

// Why every text is taken for English: CLD2 is not there. Empty where it is.
std::string missing_detection();

// The same languages alone.
std::vector<Language> likely_languages(const std::string& text);

}  // namespace sotto::engine
