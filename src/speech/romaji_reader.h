// Japanese texts in Latin letters, for networks that were trained on these.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "japanese/mecab.h"
#include "sotto/error.h"

namespace sotto::speech {

class RomajiReader {
 public:
  // With UniDic in the user's data folder ("unidic"), as its Python packages have it, words are
  // those that upstream finds; else with the dictionary that other voices read with, which has no
  // spellings of foreign words and cuts some words elsewhere.
  static Result<RomajiReader> open();
  static Result<RomajiReader> open(const std::filesystem::path& dictionary);

  // `text`: valid UTF-8. What XTTS reads of it (text/spoken/romaji.h).
  std::string read(std::string_view text) const;

 private:
  explicit RomajiReader(japanese::Mecab mecab) : mecab_(std::move(mecab)) {}

  japanese::Mecab mecab_;
};

}  // namespace sotto::speech
