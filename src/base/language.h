// Languages: codes and scripts, beside their names (sotto/language.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sotto/error.h"
#include "sotto/language.h"

namespace sotto {

// Calls find_language for a field of a request: the error names its `key`.
Result<Language> check_language(std::string_view key, std::string_view code);

// The shortest name that find_language takes for it: its ISO code, with the script where a plain
// code means another one ("zh_hant").
std::string short_code(const Language& language);

std::string english_name(const Language& language);  // "Chinese (Traditional)"

// The 202 languages of NLLB-200, in the order of its vocabulary.
std::vector<Language> nllb_languages();

// Chinese and Japanese (no spaces, 。 ends a sentence); Korean uses spaces and is not one of them.
bool is_written_without_spaces(const Language& language);

}  // namespace sotto
