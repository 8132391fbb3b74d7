// Japanese in Latin letters, as XTTS was trained on it: Hepburn's, words apart, foreign words in
// their own spelling where the dictionary has it.
// Source of the rules: cutlet 0.5.2 with its defaults, which upstream uses.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace sotto::spoken {

// A word as a MeCab dictionary knows it, in UniDic's terms. Texts that are not there are empty.
struct JapaneseWord {
  std::string surface = {};
  bool spaced = false;  // a space stands before it
  bool known = true;
  std::string pos1 = {}, pos2 = {};  // parts of speech: "助詞", "接続助詞"
  std::string kana = {}, pron = {};  // katakana: as it is written, and as it is said
  std::string lemma = {};            // "サーバー-server"
};

// Letters, digits and kana in one width; what is cut into words then.
std::string one_width(std::string_view text);

// In small letters.
std::string romaji(std::span<const JapaneseWord> words);

}  // namespace sotto::spoken
