// Signs that have a meaning for the ear, and what each language says for them: "<=" is "less than
// or equal to", ✅ is "OK".
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/language.h"

namespace sotto::text {

enum class SignRole : uint8_t {
  comparison,  // of two things, or before a number: < >= ≈
  equality,    // = == !=
  logic,       // && || &
  bar,         // |, which also stands between items
  arithmetic,  // + × ^
  minus,       // U+2212; the hyphen of ASCII is one only before a number or between two
  about,       // ~ and ±, before a number
  arrow,       // -> → =>
  trend,       // ↑ ↓
  negation,    // ! before a word of code
  status,      // ✅ ❌ ⚠ and boxes of tasks
};

struct SignWords;  // what it is called, a language after the other

struct Sign {
  std::string_view text;
  SignRole role;
  const SignWords* words;
};

// The sign that is one character, or null.
const Sign* sign_of(char32_t c);

// The longest sign that stands at text[i], or null. U+FE0F behind it is not part of it.
const Sign* sign_at(std::string_view text, size_t i);

// The words for a sign; English if the language is not in the table. `before_number`: the sign
// belongs to the number behind it ("≈ 5" is "about 5").
std::string_view sign_words(const Sign& sign, const Language& language, bool before_number = false);

// The words for a status in front of a sentence: "Success: all tests pass". (A translator makes
// "OK:" there a "note:" or "I see".)
std::string_view sign_label(const Sign& sign, const Language& language);

// Words that stand for something else that is seen.
enum class SpokenWord : uint8_t { link, version, formula, dot, slash, at, percent, star, line };
std::string_view spoken_word(SpokenWord word, const Language& language);

// Boxes of tasks, as the builder writes them.
inline constexpr char32_t kBoxDone = 0x2611, kBoxOpen = 0x2610;

bool is_status_mark(char32_t c);

// "Settings > General": items of a menu, not a comparison. The words on both sides of the sign.
bool is_menu_step(std::string_view left, std::string_view right);

}  // namespace sotto::text
