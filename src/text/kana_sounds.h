// Katakana as consonants and vowels, which is how English words come to them: カット is k a Q t o.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sotto::text {

// "a", "ky", "-" (a long vowel), "Q" (ッ) or "N" (ン).
using Sound = uint8_t;

// None: it is none of them.
std::optional<Sound> find_sound(std::string_view name);

// ヴ is said as ブ, ヂ as ジ, ヅ as ズ. None: there is something else than katakana.
std::optional<std::vector<Sound>> sounds_of(std::string_view katakana);

// A consonant without a vowel is said with u, as クス of "x".
std::string katakana_of(std::span<const Sound> sounds);

}  // namespace sotto::text
