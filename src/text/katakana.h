// Latin words in katakana, for a voice that would spell them letter by letter.
#pragma once

#include <string>
#include <string_view>

namespace sotto::text {

// "ABC" is エービーシー. Letters and digits only; others are left out.
std::string spelled_katakana(std::string_view word);

// Letters as they look to be said, for names of other scripts in Latin letters. Lower-case letters
// only. English words: english_katakana.h.
std::string approximate_katakana(std::string_view word);

// Whether a word can only be spelled: it has no vowel.
bool is_unpronounceable(std::string_view lower_word);

}  // namespace sotto::text
