#include "translate/mangled.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "base/utf8.h"

namespace sotto::translate {
namespace {

using text::ProtectedSpan;
using text::SpanKind;

constexpr size_t kShortestIdentifier = 4;  // bytes: what is shorter looks like too many other words
constexpr size_t kLongestIdentifier =
    256;                            // bytes: comparing two words takes the product of their lengths
constexpr size_t kOneOfSoMany = 4;  // characters may be another one

bool is_figure(char c) { return c >= '0' && c <= '9'; }
bool is_latin_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_latin_letter(char c) { return is_latin_capital(c) || (c >= 'a' && c <= 'z'); }
bool is_code_sign(char c) {
  return std::string_view("_./:-@#$\\").find(c) != std::string_view::npos;
}
bool is_of_code(char c) { return is_latin_letter(c) || is_figure(c) || is_code_sign(c); }

// Whether it is no word of a language: it has a sign, a digit or a capital inside.
bool is_identifier(std::string_view word) {
  if (word.size() < kShortestIdentifier || word.size() > kLongestIdentifier) return false;
  for (size_t i = 0; i < word.size(); ++i)
    if (is_code_sign(word[i]) || is_figure(word[i]) ||
        (i > 0 && is_latin_capital(word[i]) && !is_latin_capital(word[i - 1])))
      return true;
  return false;
}

// Stretches of what code is made of, without the signs at their ends.
std::vector<std::string_view> words_of_code(std::string_view text) {
  std::vector<std::string_view> words;
  for (size_t i = 0; i < text.size();) {
    if (!is_of_code(text[i])) {
      ++i;
      continue;
    }
    size_t end = i;
    while (end < text.size() && is_of_code(text[end])) ++end;
    std::string_view word = text.substr(i, end - i);
    while (!word.empty() && is_code_sign(word.front())) word.remove_prefix(1);
    while (!word.empty() && is_code_sign(word.back())) word.remove_suffix(1);
    if (std::ranges::any_of(word, is_latin_letter)) words.push_back(word);
    i = end;
  }
  return words;
}

// Characters to put in, take out or change (Levenshtein).
size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i + 1;
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, diagonal + 1, row[j] + 1});
    }
  }
  return row[b.size()];
}

bool looks_like(std::string_view word, std::string_view identifier) {
  const size_t most = identifier.size() / kOneOfSoMany;
  const size_t longer = std::max(word.size(), identifier.size());
  const size_t shorter = std::min(word.size(), identifier.size());
  return longer - shorter <= most &&
         edit_distance(lower_ascii(word), lower_ascii(identifier)) <= most;
}

// The words of its protected parts that a network can mangle.
std::vector<std::string_view> identifiers_of(const text::Sentence& source) {
  std::vector<std::string_view> found;
  for (const ProtectedSpan& span : source.spans) {
    if (span.kind == SpanKind::number || span.kind == SpanKind::name) continue;
    const auto text = std::string_view(source.text).substr(span.begin, span.end - span.begin);
    for (const std::string_view word : words_of_code(text))
      if (is_identifier(word)) found.push_back(word);
  }
  return found;
}

}  // namespace

bool has_mangled_copy(std::string_view plain, const text::Sentence& source) {
  const std::vector<std::string_view> identifiers = identifiers_of(source);
  if (identifiers.empty()) return false;
  std::string said = source.text;
  for (const ProtectedSpan& span : source.spans)
    std::fill(said.begin() + span.begin, said.begin() + span.end, ' ');
  return std::ranges::any_of(words_of_code(plain), [&](std::string_view word) {
    if (said.find(word) != std::string::npos) return false;
    return std::ranges::any_of(identifiers,
                               [&](std::string_view known) { return looks_like(word, known); });
  });
}

}  // namespace sotto::translate
