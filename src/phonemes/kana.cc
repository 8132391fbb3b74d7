#include "phonemes/kana.h"

#include <unicode/bytestream.h>
#include <unicode/normalizer2.h>

#include <utility>

#include "base/utf8.h"
#include "phonemes/kana_phonemes.h"

namespace sotto::phonemes {
namespace {

// Columns of a feature: part of speech first, reading eighth, pronunciation ninth (IPADIC's
// columns; naist-jdic has the same and adds accents behind them).
constexpr size_t kPartOfSpeech = 0, kReading = 7, kPronunciation = 8;

// Text in katakana is as it is said, whatever words a dictionary finds in it: "ハツカ".
bool is_katakana(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const char32_t c = next_code_point(text, i);
    if (c < U'ァ' || c > U'ー') return false;
  }
  return !text.empty();
}

bool has_kanji(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const char32_t c = next_code_point(text, i);
    if (c >= 0x4e00 && c <= 0x9fff) return true;
  }
  return false;
}

std::string put_together(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(status);
  if (U_FAILURE(status)) return std::string(text);
  std::string together;
  icu::StringByteSink<std::string> sink(&together);
  nfc->normalizeUTF8(0, {text.data(), static_cast<int32_t>(text.size())}, sink, nullptr, status);
  return U_FAILURE(status) ? std::string(text) : together;
}

}  // namespace

Result<KanaReader> KanaReader::open(const std::filesystem::path& dictionary) {
  Result<japanese::Mecab> mecab = japanese::Mecab::open(dictionary);
  if (!mecab) return mecab.error();
  return KanaReader(*std::move(mecab));
}

Result<KanaReader> KanaReader::open() {
  Result<japanese::Mecab> mecab = japanese::Mecab::open();
  if (!mecab) return mecab.error();
  return KanaReader(*std::move(mecab));
}

std::string KanaReader::read(std::string_view text) const {
  std::string spoken;
  const bool done = mecab_.for_each(text, [&](const japanese::Mecab::Word& word) {
    if (word.spaced) spoken += ' ';
    if (is_katakana(word.surface)) {
      spoken += word.surface;
      return;
    }
    const std::string_view pronounced = japanese::column(word.feature, kPronunciation);
    spoken += word.known && !pronounced.empty() ? pronounced : word.surface;
    if (japanese::column(word.feature, kPartOfSpeech) == "助詞") spoken += ' ';
  });
  return done ? spoken : std::string(text);
}

std::string KanaReader::without_kanji(std::string_view given) const {
  const std::string text = put_together(given);
  std::string read;
  const bool done = mecab_.for_each(text, [&](const japanese::Mecab::Word& word) {
    if (word.spaced) read += ' ';
    const std::string_view reading = japanese::column(word.feature, kReading);
    if (!word.known || reading.empty() || !has_kanji(word.surface)) {
      read += word.surface;
      return;
    }
    const std::string hiragana = to_hiragana(reading);
    if (hiragana.starts_with("は") || hiragana.starts_with("へ")) read += ' ';
    read += hiragana;
  });
  return done ? read : text;
}

}  // namespace sotto::phonemes
