// Languages by their two names: FLORES-200 code ("jpn_Jpan") and ISO 639 code ("ja").
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"

namespace sotto {

struct Language {
  std::string flores;  // "jpn_Jpan"
  std::string iso;     // "ja"; ISO 639-1 where there is one, else ISO 639-3
  bool operator==(const Language&) const = default;
};

// Takes either name, in any case, with `-` or `_` ("ja", "jpn_Jpan", "zh-TW"); the error names the
// code and the nearest known ones.
Result<Language> find_language(std::string_view code);
// The same of a field of a request; the error names its `key`.
Result<Language> check_language(std::string_view key, std::string_view code);

// The shortest name that find_language takes for it: its ISO code, with the script where a plain
// code means another one ("zh_hant").
std::string short_code(const Language& language);

// The 202 languages of NLLB-200, in the order of its vocabulary.
std::vector<Language> nllb_languages();

// Chinese and Japanese (no spaces, 。 ends a sentence); Korean uses spaces and is not one of them.
bool is_written_without_spaces(const Language& language);

}  // namespace sotto
