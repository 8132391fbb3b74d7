#include "phonemes/japanese_text.h"

#include "base/utf32.h"
#include "phonemes/japanese_signs.h"
#include "phonemes/japanese_words.h"
#include "phonemes/unknown_letters.h"
#include "text/fold.h"

namespace sotto::phonemes {

Result<JapaneseText> JapaneseText::open() {
  Result<japanese::Mecab> dictionary = japanese::Mecab::open();
  if (!dictionary) return dictionary.error();
  return JapaneseText(*std::move(dictionary));
}

std::string JapaneseText::spoken(std::string_view text, JapaneseNumbers numbers) const {
  static const Language kJapanese{"jpn_Jpan", "ja"};
  std::u32string words = said_signs(to_utf32(text::fold_for_ear(text, kJapanese)));
  if (has_numbers(words)) {  // few sentences have
    if (numbers == JapaneseNumbers::kana) words = with_digits(dictionary_, words);
    words = said_numbers(words, word_ends(dictionary_, words), numbers);
  }
  return with_known_letters(dictionary_, to_utf8(words));
}

}  // namespace sotto::phonemes
