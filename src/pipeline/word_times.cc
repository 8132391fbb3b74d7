#include "pipeline/word_times.h"

#include <algorithm>
#include <cctype>
#include <cstdint>

#include "base/utf8.h"

namespace sotto::pipeline {
namespace {

bool is_written_without_spaces(char32_t c) {
  return (c >= 0x0e00 && c <= 0x0eff) || (c >= 0x1000 && c <= 0x109f) ||
         (c >= 0x1780 && c <= 0x17ff) || (c >= 0x3040 && c <= 0x30ff) ||
         (c >= 0x3400 && c <= 0x9fff) || (c >= 0x20000 && c <= 0x3ffff);
}

bool is_dash_or_quote(char32_t c) {
  const bool is_of_japanese = (c >= 0x3000 && c <= 0x3003) || (c >= 0x3008 && c <= 0x301f) ||
                              c == 0x30fb || c == 0xff01 || c == 0xff0c || c == 0xff0e ||
                              c == 0xff1a || c == 0xff1b || c == 0xff1f || c == 0xff08 ||
                              c == 0xff09;
  return (c >= 0x2010 && c <= 0x2027) || is_of_japanese;
}

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

// ASCII of full width is what it stands for.
std::u32string half_width(std::string_view text) {
  std::u32string out;
  for (size_t at = 0; at < text.size();) {
    const char32_t c = next_code_point(text, at);
    out += c >= 0xff01 && c <= 0xff5e ? c - 0xfee0 : c == 0x3000 ? U' ' : c;
  }
  return out;
}

constexpr size_t kMostCompared = 2'000'000;  // characters by characters
constexpr size_t kNoWord = SIZE_MAX;

// For each character of `shown` the place of that in `said` which it is, by the longest sequence that
// both have.
std::vector<size_t> places_in(const std::u32string& shown, const std::u32string& said) {
  const size_t width = said.size() + 1;
  std::vector<uint16_t> common((shown.size() + 1) * width);  // of the rests
  for (size_t i = shown.size(); i-- > 0;)
    for (size_t k = said.size(); k-- > 0;)
      common[i * width + k] =
          shown[i] == said[k] ? static_cast<uint16_t>(common[(i + 1) * width + k + 1] + 1)
                              : std::max(common[(i + 1) * width + k], common[i * width + k + 1]);
  std::vector<size_t> places(shown.size(), kNoWord);
  for (size_t i = 0, k = 0; i < shown.size() && k < said.size();) {
    if (shown[i] == said[k]) {
      places[i++] = k++;
    } else if (common[(i + 1) * width + k] >= common[i * width + k + 1]) {
      ++i;
    } else {
      ++k;
    }
  }
  return places;
}

// The words of a voice in a text without spaces.
std::vector<SpokenWord> words_in_text(std::string_view text,
                                      std::span<const speech::WordTime> measured,
                                      double begins_ms) {
  std::u32string said;
  std::vector<size_t> word_of;  // of each character of it
  for (size_t i = 0; i < measured.size(); ++i) {
    said += half_width(measured[i].text);
    word_of.resize(said.size(), i);
  }
  const std::u32string shown = half_width(text);
  if (said.empty() || shown.size() * said.size() > kMostCompared) return {};
  const std::vector<size_t> places = places_in(shown, said);
  std::vector<SpokenWord> words;
  size_t last = kNoWord;  // word that was found last
  size_t begin = 0;       // in `text`, of what no word was found for
  const auto add = [&](std::string_view part, size_t first, size_t behind) {
    words.push_back({std::string(part), begins_ms + measured[first].begin_ms,
                     begins_ms + measured[behind - 1].end_ms, false});
  };
  // Text that was said in other letters: a word of its own where the voice has one there, else part of
  // the next word; marks belong to the word in front of them. Where the next word begins.
  const auto close = [&](size_t end, size_t next) {
    const std::string_view part = text.substr(begin, end - begin);
    const size_t first = last == kNoWord ? 0 : last + 1;
    const bool says = has_letter(trimmed(part));
    if (says && first < next) {
      add(trimmed(part), first, next);
    } else if (says && next < measured.size() && next != last) {
      return begin;
    } else if (!words.empty()) {
      words.back().text += part;
    }
    return end;
  };
  for (size_t i = 0, at = 0; i < shown.size(); ++i) {
    const size_t from = at;
    next_code_point(text, at);
    if (places[i] == kNoWord) continue;
    const size_t word = word_of[places[i]];
    const size_t word_from = close(from, word);
    if (word == last && !words.empty()) {
      words.back().text += text.substr(word_from, at - word_from);
    } else {
      add(text.substr(word_from, at - word_from), word, word + 1);
    }
    last = word;
    begin = at;
  }
  close(text.size(), measured.size());
  for (SpokenWord& word : words) word.text = std::string(trimmed(word.text));
  return words;
}

}  // namespace

std::vector<SpokenWord> spoken_words(std::string_view text,
                                     std::span<const speech::WordTime> measured,
                                     const HeardSpan& heard) {
  for (size_t at = 0; at < text.size();) {
    if (is_written_without_spaces(next_code_point(text, at)))
      return words_in_text(text, measured, heard.begins_ms);
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
