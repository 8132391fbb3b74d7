// Finds the voice of macOS that speaks a language.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/language.h"

namespace sotto::speech {

struct SayVoice {
  std::string name, locale;  // "Kyoko (Enhanced)", "ja_JP"
};

// Parses the output of `say -v ?`, in its order.
std::vector<SayVoice> parse_say_voices(std::string_view table);

// The best voice of the language, null where there is none: premium ones before enhanced ones
// before the rest, and jokes (Bad News, Trinoids) and the robotic ones of Eloquence (Eddy, Grandma)
// last, although they come first in the table.
const SayVoice* best_say_voice(const std::vector<SayVoice>& voices, const Language& language);

// Without the commands that `say` takes out of a text: "[[rate 400]]".
std::string without_say_commands(std::string_view text);

}  // namespace sotto::speech
