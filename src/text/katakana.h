// Latin words in katakana, for a voice that would spell them letter by letter.
#pragma once

#include <string>
#include <string_view>

namespace sotto::text {

// "ABC" is エービーシー. Letters and digits only; others are left out.
std::string spelled_katakana(std::string_view word);

// An English word as it looks to be said: close enough to be understood, for words that no table
// has. Lower-case letters only.
std::string approximate_katakana(std::string_view word);

// Whether a word can only be spelled: it has no vowel.
bool is_unpronounceable(std::string_view lower_word);

}  // namespace sotto::text
