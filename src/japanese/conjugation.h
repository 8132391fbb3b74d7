// The forms of a Japanese verb, from the one that a dictionary gives it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sotto::japanese {

enum class VerbForm {
  stem,        // 書き, which ます follows
  negative,    // 書か, which ない follows
  past,        // 書いた
  te,          // 書いて
  volitional,  // 書こう
};

// `lemma`: 書く; `type`: its conjugation as MeCab's dictionaries name it, 五段・カ行イ音便. None:
// no verb of modern Japanese is conjugated so.
std::optional<std::string> conjugated(std::string_view lemma, std::string_view type, VerbForm form);

// The part that all its forms have in common: 書. Empty for 来る and する.
std::string_view unchanged_part(std::string_view lemma, std::string_view type);

}  // namespace sotto::japanese
