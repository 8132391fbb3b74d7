// Text of any of Kokoro's languages as its phonemes.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>

#include "phonemes/espeak_phonemes.h"
#include "phonemes/japanese_text.h"
#include "phonemes/open_jtalk_reader.h"
#include "phonemes/word_list.h"
#include "sotto/error.h"

namespace sotto::phonemes {

// A voice's name begins with the letter of its language: "jf_alpha" is Japanese.
struct KokoroLanguage {
  char letter;
  std::string_view iso;     // "ja"
  std::string_view espeak;  // espeak-ng's voice that reads it; empty: Open JTalk does
};

// The language of a voice ("jf_alpha", or the first of a mix); null: it begins with none of the
// letters.
const KokoroLanguage* kokoro_language_of(std::string_view voice);

// Used by one thread at a time.
class KokoroText {
 public:
  // `word_list`: upstream's ja_words.txt, for Japanese; without it (the file is not there) words
  // are apart as Open JTalk has them. The error says what is not installed.
  static Result<KokoroText> open(const KokoroLanguage& language,
                                 const std::filesystem::path& word_list);

  // The program that must be installed to read that language; empty: none.
  static std::string missing(const KokoroLanguage& language);

  // `text`: plain, in its spoken form (text/pronouncer.h); may have words with their phonemes
  // (text/phoneme_marks.h). Empty where there is nothing to say.
  Result<std::string> phonemes(std::string_view text, const std::stop_token& stop);

  // Gets ready for the next text while this one is spoken.
  void prepare();

 private:
  struct Japanese {
    JapaneseText text;
    OpenJTalkReader open_jtalk;
    WordList words;
  };
  using Reader = std::variant<Japanese, EspeakPhonemes>;
  KokoroText(Reader reader, const KokoroLanguage& language)
      : reader_(std::move(reader)), language_(language) {}
  Result<std::string> phonemes_of_plain(std::string_view text, const std::stop_token& stop);
  static Result<Reader> open_japanese(const std::filesystem::path& word_list);

  Reader reader_;
  KokoroLanguage language_;
};

}  // namespace sotto::phonemes
