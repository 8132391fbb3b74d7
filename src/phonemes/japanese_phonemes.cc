#include "phonemes/japanese_phonemes.h"

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/unicode.h"
#include "base/utf8.h"
#include "phonemes/kana_phonemes.h"

namespace sotto::phonemes {
namespace {

struct Word {
  std::string surface, reading;  // the reading in hiragana
  bool is_symbol;
};

// Open JTalk writes ASCII in full width, and NFKC takes that back.
std::string nfkc(std::string_view given) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* normalizer = icu::Normalizer2::getNFKCInstance(error);
  if (U_FAILURE(error)) return std::string(given);
  const icu::UnicodeString normal = normalizer->normalize(from_utf8(given), error);
  return to_utf8(normal);
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<signed char>(c) >= 0; });
}

std::string without_devoicing(std::string_view pronunciation) {
  constexpr std::string_view kMark = "’";
  std::string out(pronunciation);
  for (size_t at; (at = out.find(kMark)) != out.npos;) out.erase(at, kMark.size());
  return out;
}

Word read(const JTalkWord& word) {
  Word read{nfkc(word.surface), to_hiragana(without_devoicing(word.pronunciation)),
            word.morae == 0};
  // Latin letters have a reading, too: as a word they are what is said.
  if (!read.is_symbol && is_ascii(read.surface)) read.surface = read.reading;
  return read;
}

// From each word on, the longest run of one kind whose letters are in the list becomes one word.
std::vector<Word> grouped(const std::vector<Word>& words, const WordList& list) {
  std::vector<Word> groups;
  for (size_t i = 0; i < words.size();) {
    size_t end = i + 1;
    std::string letters = words[i].surface;
    for (size_t j = i + 1; j < words.size() && words[j].is_symbol == words[i].is_symbol; ++j) {
      letters += words[j].surface;
      if (letters.size() > list.longest_bytes()) break;
      if (list.contains(letters)) end = j + 1;
    }
    Word group = words[i];
    for (size_t j = i + 1; j < end; ++j) {
      group.surface += words[j].surface;
      group.reading += words[j].reading;
    }
    groups.push_back(std::move(group));
    i = end;
  }
  return groups;
}

std::string sound_of(const Word& word) {
  if (is_ascii(word.surface)) return word.surface;
  return word.is_symbol ? symbol_phonemes(word.surface) : kana_phonemes(word.reading);
}

// Python's `text in set`, which upstream asks: also true of an empty text.
bool is_part(std::string_view text, std::string_view set) { return set.find(text) != set.npos; }

// Whether the character that ends or begins a text is in `set`.
bool ends_with_one_of(std::string_view text, std::initializer_list<std::string_view> set) {
  return std::any_of(set.begin(), set.end(),
                     [&](std::string_view mark) { return text.ends_with(mark); });
}

// No space beside ʔ, but behind and before these marks.
bool keeps_space(std::string_view before, std::string_view behind) {
  constexpr std::string_view kStop = "ʔ";
  if (behind.starts_with(kStop)) {
    return ends_with_one_of(before, {"!", "\"", ",", ".", ":", ";", "?", "»", "—", "…", "”"});
  }
  if (before.ends_with(kStop)) {
    return behind.starts_with("\"") || behind.starts_with("«") || behind.starts_with("“");
  }
  return true;
}

}  // namespace

std::string join_japanese_words(std::span<const JTalkWord> words, const WordList& list) {
  std::vector<Word> read_words;
  for (const JTalkWord& word : words) read_words.push_back(read(word));
  struct Token {
    std::string sound;
    bool space = true;  // behind it
  };
  std::vector<Token> tokens;
  for (const Word& word : grouped(read_words, list)) {
    Token token{sound_of(word)};
    if (is_part(word.surface, "「『«") || is_part(token.sound, "([")) {
      if (!tokens.empty()) tokens.back().space = true;
      token.space = false;
    } else if (is_part(word.surface, "」』»") || is_part(token.sound, "]).,?!:")) {
      if (!tokens.empty()) tokens.back().space = false;
    } else {
      token.space = token.sound != " ";
    }
    tokens.push_back(std::move(token));
  }
  std::string out;
  for (const Token& token : tokens) {
    out += token.sound;
    if (token.space) out += ' ';
  }
  return std::string(trimmed(out));
}

std::string tidy_japanese_phonemes(std::string_view phonemes) {
  const std::string_view rest = trimmed(phonemes);
  std::string out;
  for (size_t i = 0; i < rest.size();) {
    if (rest[i] == '(' || rest[i] == ')') {
      out += rest[i++] == '(' ? "«" : "»";
      continue;
    }
    if (rest[i] != ' ') {
      out += rest[i++];
      continue;
    }
    while (i < rest.size() && rest[i] == ' ') ++i;
    if (keeps_space(out, rest.substr(i))) out += ' ';
  }
  return out;
}

std::string japanese_phonemes(std::span<const JTalkWord> words, const WordList& list) {
  return tidy_japanese_phonemes(join_japanese_words(words, list));
}

}  // namespace sotto::phonemes
