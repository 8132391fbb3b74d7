#include "speech/romaji_reader.h"

#include <algorithm>
#include <cctype>
#include <vector>

#include "base/paths.h"
#include "base/utf32.h"
#include "text/spoken/characters.h"
#include "text/spoken/romaji.h"

namespace sotto::speech {
namespace {

using spoken::JapaneseWord;

// Columns of UniDic 2.1.2 and later.
constexpr size_t kUnidicLemma = 7, kUnidicPron = 9, kUnidicKana = 17;
constexpr size_t kUnidicColumns = 26;
// Columns of IPADIC, and of naist-jdic, which goes on behind them.
constexpr size_t kIpadicReading = 7, kIpadicPronunciation = 8;

std::string text_of(std::string_view feature, size_t index) {
  return std::string(japanese::column(feature, index));
}

// IPADIC's parts of speech in UniDic's terms.
void rename(JapaneseWord& word) {
  if (word.pos1 == "記号") word.pos1 = "補助記号";
  if (word.pos1 == "接頭詞") word.pos1 = "接頭辞";
  if (word.pos1 == "名詞" && word.pos2 == "接尾") word.pos1 = "接尾辞";
  // It knows such signs in full width alone.
  const auto is_sign = [](char c) { return std::ispunct(static_cast<unsigned char>(c)) != 0; };
  if (std::ranges::all_of(word.surface, is_sign)) word.pos1 = "補助記号";
}

bool is_katakana_word(std::string_view text) {
  const std::u32string characters = to_utf32(text);
  return !text.empty() &&
         std::ranges::all_of(characters, [](char32_t c) { return c >= U'ァ' && c <= U'ー'; });
}

// Numbers that are written as they are said are no words: of ジュウヨッカ a dictionary makes
// ジュウ, ヨッ and カ. What cannot stand alone is put together.
void join_fragments(std::vector<JapaneseWord>& words) {
  std::vector<JapaneseWord> joined;
  for (JapaneseWord& word : words) {
    const bool follows = !joined.empty() && !word.spaced && is_katakana_word(word.surface) &&
                         is_katakana_word(joined.back().surface);
    const auto is_fragment = [](const JapaneseWord& part) {
      return part.surface.ends_with("ッ") || to_utf32(part.surface).size() == 1;
    };
    if (!follows || (!is_fragment(joined.back()) && !is_fragment(word))) {
      joined.push_back(std::move(word));
      continue;
    }
    JapaneseWord& whole = joined.back();
    whole.surface += word.surface;
    whole.kana = whole.pron = whole.surface;
    whole.pos1 = "名詞";
    whole.pos2 = whole.lemma = "";
    whole.known = true;
  }
  words = std::move(joined);
}

JapaneseWord word_of(const japanese::Mecab::Word& found) {
  const std::string_view feature = found.feature;
  const bool is_unidic = japanese::columns_of(feature) >= kUnidicColumns;
  JapaneseWord word{.surface = std::string(found.surface),
                    .spaced = found.spaced,
                    .known = found.known,
                    .pos1 = text_of(feature, 0),
                    .pos2 = text_of(feature, 1),
                    .kana = text_of(feature, is_unidic ? kUnidicKana : kIpadicReading),
                    .pron = text_of(feature, is_unidic ? kUnidicPron : kIpadicPronunciation),
                    .lemma = is_unidic ? text_of(feature, kUnidicLemma) : std::string()};
  if (!is_unidic) rename(word);
  if (!is_unidic && is_katakana_word(word.surface)) word.kana = word.pron = word.surface;
  return word;
}

}  // namespace

Result<RomajiReader> RomajiReader::open(const std::filesystem::path& dictionary) {
  Result<japanese::Mecab> mecab = japanese::Mecab::open(dictionary);
  if (!mecab) return mecab.error();
  return RomajiReader(*std::move(mecab));
}

Result<RomajiReader> RomajiReader::open() {
  const std::filesystem::path unidic = data_folder() / "unidic";
  std::error_code ignored;
  if (std::filesystem::exists(unidic / "sys.dic", ignored)) return open(unidic);
  Result<japanese::Mecab> mecab = japanese::Mecab::open();
  if (!mecab) return mecab.error();
  return RomajiReader(*std::move(mecab));
}

std::string RomajiReader::read(std::string_view given) const {
  const std::string text = spoken::one_width(spoken::lowered(spoken::stripped(given)));
  std::vector<JapaneseWord> words;
  const bool done = mecab_.for_each(
      text, [&](const japanese::Mecab::Word& word) { words.push_back(word_of(word)); });
  join_fragments(words);
  return done ? spoken::romaji(words) : text;
}

}  // namespace sotto::speech
