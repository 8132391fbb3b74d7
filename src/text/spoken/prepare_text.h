// A text as Pocket TTS was trained on it.
// Source: prepare_text_prompt of the reference's text_chunking.py.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sotto/error.h"

namespace sotto::spoken {

// A model's own, out of its yaml.
struct TextRules {
  bool pad_with_spaces_for_short_inputs = false;
  bool remove_semicolons = false;
  bool append_terminal_punctuation = true;
  bool capitalize_first_letter = true;
  // Each character that becomes another text, in the order of the yaml.
  std::vector<std::pair<char32_t, std::string>> replace_characters;
};

struct PreparedText {
  std::string text;
  int frames_after_eos_guess = 0;  // how many more frames the last word needs
};

// `text`: valid UTF-8. An error when nothing is left to say.
Result<PreparedText> prepare_text(std::string_view text, const TextRules& rules);

}  // namespace sotto::spoken
