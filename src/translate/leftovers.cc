// Latin letters in a text of another script.
#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "text/english.h"
#include "translate/meaning.h"

namespace sotto::translate {
namespace {

// Latin letters in Japanese for which English has other words.
constexpr std::string_view kLatinInJapanese[] = {
    "web", "os",   "url",  "pc",    "id",  "cpu", "gpu", "usb", "sms", "cdn",  "ip",
    "api", "ok",   "tv",   "dvd",   "cd",  "atm", "db",  "ui",  "ai",  "it",   "sns",
    "ssd", "wi",   "fi",   "kb",    "mb",  "gb",  "tb",  "km",  "cm",  "mm",   "kg",
    "km",  "null", "ping", "await", "esc", "pdf", "cc",  "ci",  "csv", "json", "dns",
    "utc", "grep", "zip",  "todo",  "am",  "pm",  "vs",  "nan"};

bool is_latin(char32_t c) {
  UErrorCode error = U_ZERO_ERROR;
  return u_isalpha(static_cast<UChar32>(c)) &&
         uscript_getScript(static_cast<UChar32>(c), &error) == USCRIPT_LATIN;
}

std::vector<std::string> latin_words(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (size_t i = 0; i < text.size();) {
    const char32_t c = next_code_point(text, i);
    if (is_latin(c)) {
      append_utf8(word, static_cast<char32_t>(u_foldCase(static_cast<UChar32>(c), 0)));
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

// "push" is of "pushed", "null" of "nullable"; "grafa" is of nothing.
bool is_stem(std::string_view stem, std::string_view word) {
  constexpr std::string_view kEndings[] = {"", "s", "es", "d", "ed", "ing"};
  if (!word.starts_with(stem)) return false;
  const bool is_form = std::ranges::find(kEndings, word.substr(stem.size())) != std::end(kEndings);
  return is_form || (stem.size() >= 3 && text::is_english_word(stem));
}

// True for a word of the source, and for several of its words written as one ("config map":
// ConfigMap).
bool is_of_source(std::string_view word, const std::vector<std::string>& source) {
  constexpr size_t kMostParts = 3;
  for (size_t first = 0; first < source.size(); ++first) {
    if (is_stem(word, source[first])) return true;
    std::string joined;
    for (size_t i = first; i < std::min(first + kMostParts, source.size()); ++i) {
      joined += source[i];
      if (joined == word) return true;
      if (joined.size() > word.size()) break;
    }
  }
  return false;
}

}  // namespace

std::optional<std::string_view> why_latin_is_left(const Rendering& rendering) {
  const std::vector<std::string> words = latin_words(rendering.plain_target);
  if (words.empty()) return std::nullopt;
  const std::vector<std::string> source = latin_words(rendering.plain_source);
  for (const std::string& word : words) {
    const bool is_japanese =
        std::ranges::find(kLatinInJapanese, word) != std::end(kLatinInJapanese);
    if (!is_japanese && !is_of_source(word, source)) return "letters of no word of the source";
  }
  return std::nullopt;
}

}  // namespace sotto::translate
