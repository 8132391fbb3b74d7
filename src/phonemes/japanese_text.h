// Japanese as all voices are given it, whoever reads it to them.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "japanese/mecab.h"
#include "phonemes/japanese_numbers.h"
#include "sotto/error.h"

namespace sotto::phonemes {

// Used by any thread.
class JapaneseText {
 public:
  // With the dictionary that the voices read with; the error says that none is installed.
  static Result<JapaneseText> open();

  // `text`: one line of valid UTF-8. Nothing in it is a silent pause, or the opposite of what was
  // written: letters are in forms that the dictionary knows, signs and ranges are words, and
  // numbers with what they count are as JapaneseNumbers says.
  std::string spoken(std::string_view text, JapaneseNumbers numbers) const;

 private:
  explicit JapaneseText(japanese::Mecab dictionary) : dictionary_(std::move(dictionary)) {}

  japanese::Mecab dictionary_;
};

}  // namespace sotto::phonemes
