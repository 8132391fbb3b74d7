// The words of a sentence that are not protected.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/sentence.h"

namespace sotto::text {

// Letters, with apostrophes between them ("don't", "Zsófia"); bytes of the text. What is joined to
// digits, "_", "/" or "@" is an identifier and no word.
struct Word {
  size_t begin = 0, end = 0;
  bool is_first = false;    // of the text, or behind . ! ?
  bool is_opening = false;  // or behind a colon, a bracket or a quotation mark

  std::string_view in(std::string_view text) const { return text.substr(begin, end - begin); }
};

// In order, in time that grows with the length of the text.
std::vector<Word> plain_words(const Sentence& sentence);

// In small letters, by the rules of the language (Turkish I is ı).
std::string small_letters(std::string_view text, const Language& language);

// An English word without 's, 'll, 'd, 've, 'm or 're.
std::string_view without_clitic(std::string_view word);

}  // namespace sotto::text
