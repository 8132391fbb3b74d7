// Languages by their two names: FLORES-200 code ("jpn_Jpan") and ISO 639 code ("ja").
#pragma once

#include <string>
#include <string_view>

#include "sotto/error.h"
#include "sotto/export.h"

namespace sotto {

struct Language {
  std::string flores;  // "jpn_Jpan"
  std::string iso;     // "ja"; ISO 639-1 where there is one, else ISO 639-3
  bool operator==(const Language&) const = default;
};

// Takes either name, in any case, with `-` or `_` ("ja", "jpn_Jpan", "zh-TW"); the error names the
// code and the nearest known ones.
SOTTO_API Result<Language> find_language(std::string_view code);

}  // namespace sotto
