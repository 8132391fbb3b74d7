#include "text/names.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/utf8.h"
#include "text/english.h"
#include "text/software.h"
#include "text/words.h"

namespace sotto::text {
namespace {

// Words with which a sentence goes on behind a name at its beginning.
constexpr std::array<std::string_view, 44> kBehindName = {
    "is",    "was",    "has",    "had",     "does",   "did",      "will",   "would",    "can",
    "could", "should", "may",    "might",   "must",   "says",     "said",   "asked",    "asks",
    "wrote", "writes", "wants",  "wanted",  "needs",  "needed",   "thinks", "thought",  "found",
    "made",  "makes",  "merged", "fixed",   "added",  "reviewed", "pushed", "approved", "and",
    "isn't", "wasn't", "hasn't", "doesn't", "didn't", "won't",    "can't",  "also"};

// A capital, then small letters: "Zsófia", "O'Brien", not "API" or "I".
bool is_capitalized(std::string_view word) {
  size_t i = 0;
  if (!u_isUUppercase(static_cast<UChar32>(next_code_point(word, i)))) return false;
  bool is_small = false;
  while (i < word.size())
    is_small = u_isULowercase(static_cast<UChar32>(next_code_point(word, i))) || is_small;
  return is_small;
}

bool is_known(std::string_view word, const Language& language) {
  const std::string small = small_letters(word, language);
  const std::string_view one = word.ends_with('s') ? word.substr(0, word.size() - 1) : word;
  return is_english_word(small) || is_known_english_name(word) || is_known_english_name(one);
}

struct Capitalized {
  Word word;
  bool is_capitalized;
  bool is_unknown;  // and neither word nor name
  bool is_part;     // a word with a capital beside such a name: "Lake Balaton"
  bool is_title;    // "Dr." before such a name
};

bool is_title(std::string_view word) {
  constexpr std::string_view kTitles[] = {"Mr", "Mrs", "Ms", "Dr", "Prof"};
  return std::ranges::find(kTitles, word) != std::end(kTitles);
}

bool is_heading(const std::vector<Capitalized>& words) {
  const auto capitals = std::ranges::count_if(words, &Capitalized::is_capitalized);
  return words.size() >= 4 && 3 * static_cast<size_t>(capitals) > 2 * words.size();
}

// Spans and names, both in order, without the spans that a name covers.
std::vector<ProtectedSpan> merged(const std::vector<ProtectedSpan>& spans,
                                  const std::vector<ProtectedSpan>& names) {
  std::vector<ProtectedSpan> out;
  auto name = names.begin();
  for (const ProtectedSpan& span : spans) {
    while (name != names.end() && name->begin <= span.begin) out.push_back(*name++);
    if (out.empty() || out.back().end <= span.begin) out.push_back(span);
  }
  out.insert(out.end(), name, names.end());
  return out;
}

}  // namespace

std::vector<ProtectedSpan> find_names(const Sentence& sentence) {
  const std::string_view text = sentence.text;
  std::vector<Capitalized> words;
  for (const Word& word : plain_words(sentence)) {
    const std::string_view plain = without_clitic(word.in(text));
    const bool is_name = is_capitalized(plain);
    const bool is_unknown = is_name && !is_known(plain, sentence.language);
    const bool may_be_part = is_name && !is_unknown && !word.is_opening &&
                             !is_known_english_name(plain) && word.in(text).size() == plain.size();
    words.push_back({word, is_name, is_unknown, may_be_part, is_title(plain)});
  }
  if (is_heading(words)) return {};
  std::vector<ProtectedSpan> names;
  const auto is_joined = [&](size_t i) {  // to the next one
    if (i + 1 >= words.size()) return false;
    const Capitalized &one = words[i], &next = words[i + 1];
    const size_t end = one.word.end;
    if (one.is_title && next.is_unknown)
      return next.word.begin <= end + 2 && text[next.word.begin - 1] == ' ';
    if (next.word.begin != end + 1 || (text[end] != ' ' && text[end] != '-')) return false;
    return (one.is_unknown || one.is_part) && (next.is_unknown || next.is_part) &&
           (one.is_unknown || next.is_unknown);
  };
  const auto is_subject = [&](size_t i) {
    return i + 1 < words.size() &&
           std::ranges::find(kBehindName, words[i + 1].word.in(text)) != kBehindName.end();
  };
  for (size_t i = 0; i < words.size(); ++i) {
    const Word& word = words[i].word;
    const size_t end = word.begin + without_clitic(word.in(text)).size();
    const bool goes_on =
        i > 0 && is_joined(i - 1) && !names.empty() && names.back().end == words[i - 1].word.end;
    const bool is_sure = !word.is_opening || end < word.end || is_joined(i) || is_subject(i);
    if (goes_on) {
      names.back().end = end;
    } else if ((words[i].is_unknown && is_sure) ||
               ((words[i].is_part || words[i].is_title) && is_joined(i))) {
      names.push_back({word.begin, end, SpanKind::name});
    }
  }
  return names;
}

Sentence with_names(const Sentence& sentence) {
  Sentence out = sentence;
  out.spans = merged(sentence.spans, find_names(sentence));
  out.spans = merged(out.spans, find_software(out));
  return out;
}

}  // namespace sotto::text
