#include "pipeline/word_times.h"

#include <algorithm>
#include <cctype>

#include "base/utf8.h"

namespace sotto::pipeline {
namespace {

bool is_written_without_spaces(char32_t c) {
  return (c >= 0x0e00 && c <= 0x0eff) || (c >= 0x1000 && c <= 0x109f) ||
         (c >= 0x1780 && c <= 0x17ff) || (c >= 0x3040 && c <= 0x30ff) ||
         (c >= 0x3400 && c <= 0x9fff) || (c >= 0x20000 && c <= 0x3ffff);
}

bool is_dash_or_quote(char32_t c) { return c >= 0x2010 && c <= 0x2027; }

// A word that is a mark alone has no sound.
bool has_letter(std::string_view word) {
  for (size_t at = 0; at < word.size();) {
    const char32_t c = next_code_point(word, at);
    if (c >= 0x80 ? !is_dash_or_quote(c) : std::isalnum(static_cast<int>(c)) != 0) return true;
  }
  return false;
}

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    if (has_letter(text.substr(at, end - at))) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

// A word's share of the time: its characters, and the breath behind a mark.
double weight_of(std::string_view word) {
  double weight = 1;
  for (const char c : word) {
    if ((static_cast<unsigned char>(c) & 0xc0) != 0x80) weight += 1;
    if (c == ',' || c == ';' || c == ':') weight += 3;
  }
  return weight;
}

}  // namespace

std::vector<SpokenWord> spoken_words(std::string_view text,
                                     std::span<const speech::WordTime> measured,
                                     const HeardSpan& heard) {
  for (size_t at = 0; at < text.size();) {
    if (is_written_without_spaces(next_code_point(text, at))) return {};
  }
  const std::vector<std::string_view> texts = words_of(text);
  std::vector<SpokenWord> words;
  if (texts.size() == measured.size()) {
    for (size_t i = 0; i < texts.size(); ++i) {
      words.push_back({std::string(texts[i]), heard.begins_ms + measured[i].begin_ms,
                       heard.begins_ms + measured[i].end_ms, false});
    }
    return words;
  }
  double all = 0, so_far = 0;
  for (const std::string_view word : texts) all += weight_of(word);
  const double length_ms = heard.loud_to_ms - heard.loud_from_ms;
  for (const std::string_view word : texts) {
    const double begin_ms = heard.loud_from_ms + length_ms * so_far / all;
    so_far += weight_of(word);
    words.push_back(
        {std::string(word), begin_ms, heard.loud_from_ms + length_ms * so_far / all, true});
  }
  return words;
}

}  // namespace sotto::pipeline
