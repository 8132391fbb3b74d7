// Japanese text as it is pronounced, for a voice that cannot read kanji.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "japanese/mecab.h"
#include "sotto/error.h"

namespace sotto::phonemes {

class KanaReader {
 public:
  // `dictionary`: a MeCab dictionary with readings in UTF-8 (Open JTalk's naist-jdic, IPADIC).
  static Result<KanaReader> open(const std::filesystem::path& dictionary);
  // The first dictionary found on this machine.
  static Result<KanaReader> open();

  // "ログインは失敗した" becomes "ログインワ シッパイシタ". What has no reading stays as it is; a
  // space stands behind each particle, so that a phrase is one word.
  std::string read(std::string_view text) const;

  // "東京は速い" becomes "とうきょうは はやい": words with kanji become hiragana as they are
  // written, not as they are said; the others stay. As pykakasi, with which networks were trained
  // that read such texts, a space stands before a reading that begins with は or へ. A text that is
  // taken apart (NFKD) is put together first.
  std::string without_kanji(std::string_view text) const;

 private:
  explicit KanaReader(japanese::Mecab mecab) : mecab_(std::move(mecab)) {}

  japanese::Mecab mecab_;
};

}  // namespace sotto::phonemes
