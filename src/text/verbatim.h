// Signs that are left out of speech otherwise and read on request: for who listens to code as it
// stands, as with a screen reader.
#pragma once

#include <string_view>

#include "base/language.h"
#include "sotto/error.h"

namespace sotto::text {

struct Verbatim {
  bool code = false;     // code blocks, a line after the other; inline code to its end
  bool tables = false;   // a row after the other, each cell behind the name of its column
  bool math = false;     // formulas in words, in English and Japanese
  bool symbols = false;  // "(" and the like by their names; in prose all but what ends a clause

  bool operator==(const Verbatim&) const = default;
};

// "code,symbols,tables,math", or some of them, in any order; empty: none. The error names what is none
// of them.
Result<Verbatim> parse_verbatim(std::string_view list);

// An error where symbols are to be said in a language that we have no names for.
Result<void> check_verbatim(Verbatim read, const Language& language);

// "open parenthesis"; empty where the language has no names, or `c` is no symbol of ASCII.
std::string_view symbol_name(char c, const Language& language);

}  // namespace sotto::text
