// Korean in Latin letters, as XTTS was trained on it: the academic form of the Revised
// Romanization, letter by letter, whatever is heard.
// Source: the tables and the rule of hangul-romanize 0.1.0, which upstream calls.
#pragma once

#include <string>
#include <string_view>

namespace sotto::spoken {

// `text`: valid UTF-8. Syllables become letters, with a hyphen between two where the letters alone
// would not tell where one ends; everything else stays.
std::string romanized_hangul(std::string_view text);

}  // namespace sotto::spoken
