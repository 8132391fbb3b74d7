#include "text/software.h"

#include <algorithm>
#include <span>
#include <string>

#include "text/english.h"

namespace sotto::text {
namespace {

constexpr size_t kLongestName = 32;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_byte(char c) {
  return is_digit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c & 0x80) != 0;
}
char at(std::string_view text, size_t i) { return i < text.size() ? text[i] : '\0'; }

// Whether a name may begin at text[i]: behind a space or a mark, not within a path or an option.
bool may_begin(std::string_view text, size_t i) {
  constexpr std::string_view kBefore = " (\"'";
  if (i > 0 && kBefore.find(text[i - 1]) == std::string_view::npos) return false;
  return is_name_byte(text[i]) || (text[i] == '.' && is_name_byte(at(text, i + 1)));
}

// The end of the name that begins at text[i]: "asp.net", "c++", "scikit-learn".
size_t name_end(std::string_view text, size_t i) {
  constexpr std::string_view kInner = "._-";
  while (i < text.size()) {
    const bool is_inner = kInner.find(text[i]) != std::string_view::npos;
    const bool goes_on = is_name_byte(text[i]) || text[i] == '+' || text[i] == '#' ||
                         (is_inner && is_name_byte(at(text, i + 1)));
    if (!goes_on) break;
    ++i;
  }
  return i;
}

// The end of the version behind a name that ends at text[i]: " 3.12", " v2". `i`: none.
size_t version_end(std::string_view text, size_t i) {
  if (at(text, i) != ' ') return i;
  size_t end = i + 1;
  if (at(text, end) == 'v') ++end;
  const size_t digits = end;
  while (is_digit(at(text, end)) ||
         (end > digits && at(text, end) == '.' && is_digit(at(text, end + 1))))
    ++end;
  constexpr std::string_view kBehind = " .,;:!?)'\"";
  const bool is_whole = end == text.size() || kBehind.find(text[end]) != std::string_view::npos;
  return end > digits && is_whole ? end : i;
}

// Spans in order that a name may cover or keep away from.
class Spans {
 public:
  explicit Spans(std::span<const ProtectedSpan> all) : left_(all) {}

  // Whether each of them is within [begin, end), or outside of it. `begin` never goes back.
  bool are_covered(size_t begin, size_t end) { return all_between(begin, end, /*may_hold=*/true); }
  bool are_outside(size_t begin, size_t end) { return all_between(begin, end, /*may_hold=*/false); }

 private:
  bool all_between(size_t begin, size_t end, bool may_hold) {
    while (!left_.empty() && left_.front().end <= begin) left_ = left_.subspan(1);
    for (const ProtectedSpan& s : left_) {
      if (s.begin >= end) break;
      if (!may_hold || s.begin < begin || s.end > end) return false;
    }
    return true;
  }

  std::span<const ProtectedSpan> left_;
};

// Whether what stands at `begin` is the first word of a sentence, a bracket or a quotation.
bool is_opening(std::string_view text, size_t begin) {
  constexpr std::string_view kMarks = ".!?:(\"";
  const size_t before = begin == 0 ? text.npos : text.find_last_not_of(' ', begin - 1);
  return before == text.npos || kMarks.find(text[before]) != text.npos;
}

std::string in_small_letters(std::string_view name) {
  std::string small(name);
  for (char& c : small)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return small;
}

bool is_software(std::string_view name) {
  return name.size() <= kLongestName &&
         (is_software_word(name) || is_software_name(in_small_letters(name)));
}

// Whether a network does better with the name as a word of its own.
bool is_known(std::string_view name) {
  const std::string small = in_small_letters(name);
  return is_known_english_name(name) || (!is_software_name(small) && is_english_word(small));
}

// Whether a word at text[begin] may have its capital from the beginning of a sentence.
bool may_be_word(std::string_view text, size_t begin, std::string_view name) {
  const std::string small = in_small_letters(name);
  const bool has_one_capital = small != name && std::string_view(small).substr(1) == name.substr(1);
  return has_one_capital && !is_software_name(small) && is_opening(text, begin);
}

}  // namespace

std::vector<ProtectedSpan> find_software(const Sentence& sentence) {
  const std::string_view text = sentence.text;
  std::vector<ProtectedSpan> found;
  Spans spans(sentence.spans);
  size_t next = 0;
  for (size_t begin = 0; begin < text.size(); begin = next) {
    next = begin + 1;
    if (!may_begin(text, begin)) continue;
    const size_t whole = next = name_end(text, begin);
    const std::string_view token = text.substr(begin, whole - begin);
    const std::string_view stem = token.substr(0, token.find('-'));  // of "numpy-based"
    const size_t end = begin + (is_software(token) ? token : stem).size();
    const std::string_view name = text.substr(begin, end - begin);
    if (!is_software(name) || !spans.are_covered(begin, end)) continue;
    const size_t version = version_end(text, end);
    if (version > end && spans.are_covered(begin, version)) {
      found.push_back({begin, next = version, SpanKind::name});
    } else if (spans.are_outside(begin, end) && !is_known(name) &&
               !may_be_word(text, begin, name)) {
      found.push_back({begin, end, SpanKind::name});
    }
  }
  return found;
}

}  // namespace sotto::text
