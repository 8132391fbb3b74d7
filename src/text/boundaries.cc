#include "text/boundaries.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <string>

#include "base/utf8.h"
#include "text/character.h"
#include "text/speech_builder.h"

namespace sotto::text {
namespace {

enum class Verdict { yes, no, unknown };

int break_class(char32_t c) {
  return u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_SENTENCE_BREAK);
}

bool is_terminator(char32_t c) {
  const int k = break_class(c);
  return k == U_SB_STERM || k == U_SB_ATERM || c == 0x2026;
}

// Ends a sentence with nothing behind it.
bool is_cjk_terminator(char32_t c) {
  return c == 0x3002 || c == 0xFF01 || c == 0xFF1F || c == 0xFF61 || c == 0xFF0E;
}

bool is_opener(char32_t c) {
  const auto type = u_charType(static_cast<UChar32>(c));
  return c == '"' || c == '\'' || type == U_START_PUNCTUATION || type == U_INITIAL_PUNCTUATION;
}

char32_t peek(std::string_view text, size_t i) { return next_code_point(text, i); }

// Behind the mark at text[i] and what it encloses; text.size() when it is not closed.
size_t behind_marked(std::string_view text, size_t i) {
  while (i < text.size()) {
    if (next_code_point(text, i) == kMarkEnd) return i;
  }
  return i;
}

template <size_t N>
bool contains(const std::array<std::string_view, N>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// Never the end of a sentence.
constexpr std::array<std::string_view, 22> kInside = {
    "e.g",  "i.e",  "eg",   "vs",  "mr",     "mrs", "dr", "prof", "cf",   "viz",  "ca",
    "resp", "incl", "excl", "esp", "approx", "pp",  "eq", "fig",  "figs", "refs", "al"};
// Abbreviations before a number: "No. 5"; the end of a sentence otherwise.
constexpr std::array<std::string_view, 12> kBeforeNumber = {
    "no", "nos", "vol", "ver", "sec", "ch", "p", "art", "min", "max", "v", "para"};
// An end before a capital letter.
constexpr std::array<std::string_view, 10> kBeforeCapital = {"etc", "inc", "ltd",  "corp", "co",
                                                             "jr",  "sr",  "dept", "a.m",  "p.m"};
// Initials that are often followed by a name.
constexpr std::array<std::string_view, 5> kInitials = {"u.s", "u.k", "e.u", "u.n", "ph.d"};
// Words that begin sentences, and no names.
constexpr std::array<std::string_view, 22> kStarters = {
    "the",  "it", "this", "that", "these", "those", "i",   "we",   "you", "he",  "she",
    "they", "a",  "an",   "if",   "in",    "so",    "but", "when", "let", "now", "there"};

// The text behind a possible end: the first character of the next word, and the word if it is
// whole.
struct Next {
  bool known = false;  // there is a next character
  char32_t first = 0;
  bool code = false;      // a span of code, or markup that is not finished
  std::string_view word;  // up to a space
  bool word_whole = false;
};

Next next_word(const GrowingText& t, size_t i) {
  Next next;
  const std::string_view text = t.text;
  while (i < text.size() && (peek(text, i) == ' ' || is_opener(peek(text, i)))) {
    next_code_point(text, i);
  }
  if (i >= text.size()) {
    next.code = !t.final && t.stable < text.size();
    next.known = next.code;
    return next;
  }
  next.known = true;
  next.first = peek(text, i);
  next.code = is_mark(next.first);
  const size_t end = text.find(' ', i);
  next.word = text.substr(i, end == std::string_view::npos ? end : end - i);
  next.word_whole = end != std::string_view::npos || t.final;
  return next;
}

// A word that is written small even where a sentence begins.
bool is_name_like(std::string_view word) {
  constexpr std::array<std::string_view, 10> kTools = {
      "npm", "npx", "git", "pip", "node", "yarn", "pnpm", "cargo", "docker", "kubectl"};
  if (contains(kTools, word)) return true;
  for (size_t i = 1; i < word.size(); ++i) {
    const char c = word[i];
    const bool inside = i + 1 < word.size();
    if ((c >= 'A' && c <= 'Z') || c == '_' || (c >= '0' && c <= '9')) return true;
    if (inside && (c == '.' || c == '/' || c == '(' || c == ':')) return true;
  }
  return false;
}

bool is_lower(char32_t c) { return u_islower(static_cast<UChar32>(c)); }

// "J. Smith", but not "option A. Then".
Verdict after_initial(std::string_view before) {
  constexpr std::array<std::string_view, 10> kLabels = {
      "option", "plan", "step", "case", "part", "phase", "appendix", "table", "i", "figure"};
  const size_t end = before.find_last_not_of(' ');
  if (end == std::string_view::npos) return Verdict::no;  // "A. First of all"
  const size_t space = before.rfind(' ', end);
  const std::string_view word =
      before.substr(space == std::string_view::npos ? 0 : space + 1,
                    space == std::string_view::npos ? end + 1 : end - space);
  if (contains(kLabels, lower_ascii(word))) return Verdict::yes;
  const bool capital = !word.empty() && word.front() >= 'A' && word.front() <= 'Z';
  return capital ? Verdict::no : Verdict::yes;
}

// Whether the full stop behind `word` ends the sentence that began before `word`.
Verdict full_stop(std::string_view sentence_before, std::string_view word, const Next& next) {
  while (!word.empty() && (is_opener(static_cast<unsigned char>(word.front())))) {
    word.remove_prefix(1);
  }
  const std::string small = lower_ascii(word);
  if (contains(kInside, small)) return Verdict::no;
  const bool number = !small.empty() && std::all_of(small.begin(), small.end(),
                                                    [](char c) { return c >= '0' && c <= '9'; });
  if (number && sentence_before.find_first_not_of(' ') == std::string_view::npos) {
    return Verdict::no;  // "1. First"
  }
  if (!next.known) return Verdict::unknown;
  if (contains(kBeforeNumber, small)) {
    return is_decimal(next.first) ? Verdict::no : Verdict::yes;
  }
  if (contains(kInitials, small)) {
    if (next.code) return Verdict::no;
    if (!next.word_whole) return Verdict::unknown;
    return contains(kStarters, lower_ascii(next.word)) ? Verdict::yes : Verdict::no;
  }
  if (contains(kBeforeCapital, small) && next.code) return Verdict::no;
  if (word.size() == 1 && word.front() >= 'A' && word.front() <= 'Z' && word.front() != 'I') {
    return is_lower(next.first) ? Verdict::no : after_initial(sentence_before);
  }
  if (next.code || !is_lower(next.first)) return Verdict::yes;
  if (!next.word_whole) return Verdict::unknown;
  return is_name_like(next.word) ? Verdict::yes : Verdict::no;
}

// A sentence quoted inside another: 「はい。」と言った.
bool quote_goes_on(char32_t c) {
  return c == 0x3068 || c == 0x306E || c == 0x3092 || c == 0x304C || c == 0x306F || c == 0x3082;
}

struct Candidate {
  size_t begin, end;  // of the terminators; closers are up to `behind`
  size_t behind;
  char32_t last;       // terminator
  bool closers, dots;  // closing characters follow; "..." or more
};

Candidate read_candidate(std::string_view text, size_t begin) {
  Candidate c{begin, begin, begin, 0, false, false};
  size_t dots = 0;
  for (size_t i = begin; i < text.size();) {
    const char32_t t = next_code_point(text, i);
    if (!is_terminator(t)) break;
    dots += t == '.' ? 1 : t == 0x2026 ? 3 : 0;
    c.last = t;
    c.end = i;
  }
  c.dots = dots >= 2;
  c.behind = c.end;
  for (size_t i = c.end; i < text.size();) {
    if (!is_closer(next_code_point(text, i))) break;
    c.closers = true;
    c.behind = i;
  }
  return c;
}

// Judges an end behind which the text stands still: "e.g." and "see fig." go on, whenever that will
// be.
Verdict at_pause(const GrowingText& t, size_t from, size_t word_begin, const Candidate& c) {
  if (c.last != '.' || c.dots || c.closers || c.end - c.begin > 1) return Verdict::yes;
  const std::string_view before = t.text.substr(from, word_begin - from);
  const std::string_view word = t.text.substr(word_begin, c.begin - word_begin);
  const std::string small = lower_ascii(word);
  if (contains(kInitials, small)) return Verdict::unknown;
  const bool alone = before.find_first_not_of(' ') == std::string_view::npos;
  if (contains(kBeforeNumber, small) && !alone) return Verdict::unknown;  // "No." is an answer
  if (word.size() == 1 && word.front() >= 'A' && word.front() <= 'Z' && word.front() != 'I')
    return Verdict::unknown;
  return full_stop(before, word, {}) == Verdict::no ? Verdict::no : Verdict::yes;
}

Verdict judge(const GrowingText& t, size_t from, size_t word_begin, const Candidate& c) {
  const bool at_end = c.behind >= t.text.size();
  if (at_end && t.pause) return at_pause(t, from, word_begin, c);
  if (at_end) return t.final ? Verdict::yes : Verdict::unknown;
  const char32_t follows = peek(t.text, c.behind);
  if (is_cjk_terminator(c.last)) {
    return c.closers && quote_goes_on(follows) ? Verdict::no : Verdict::yes;
  }
  if (follows != ' ') {
    return c.last != '.' && is_cjk(follows) ? Verdict::yes : Verdict::no;
  }
  const Next next = next_word(t, c.behind);
  if (c.dots || (c.closers && c.last != '.')) {
    if (!next.known) return Verdict::unknown;
    return is_lower(next.first) && !next.code ? Verdict::no : Verdict::yes;
  }
  if (c.last != '.') return Verdict::yes;
  if (c.end - c.begin > 1) return Verdict::yes;  // "?." and the like
  return full_stop(t.text.substr(from, word_begin - from),
                   t.text.substr(word_begin, c.begin - word_begin), next);
}

}  // namespace

std::optional<size_t> sentence_end(const GrowingText& t, size_t from) {
  size_t word_begin = from;
  for (size_t i = from; i < t.text.size();) {
    const size_t at = i;
    const char32_t c = next_code_point(t.text, i);
    if (is_mark(c) && c != kMarkEnd) {
      i = behind_marked(t.text, i);
      continue;
    }
    if (c == ' ') {
      word_begin = i;
      continue;
    }
    if (!is_terminator(c)) continue;
    const Candidate candidate = read_candidate(t.text, at);
    if (candidate.behind > t.stable) return std::nullopt;
    const Verdict verdict = judge(t, from, word_begin, candidate);
    if (verdict == Verdict::unknown) return std::nullopt;
    if (verdict == Verdict::yes) return candidate.behind;
    i = candidate.end;
  }
  return std::nullopt;
}

size_t behind_end(std::string_view text, size_t from) { return read_candidate(text, from).behind; }

size_t half_words(std::string_view text) {
  size_t count = 0;
  bool in_word = false;
  for (size_t i = 0; i < text.size();) {
    const char32_t c = next_code_point(text, i);
    if (is_mark(c) && c != kMarkEnd) {
      i = behind_marked(text, i);
      count += in_word ? 0 : 2;
      in_word = true;
    } else if (is_cjk(c)) {
      count += is_alphanumeric(c) ? 1 : 0;
      in_word = false;
    } else if (is_alphanumeric(c)) {
      count += in_word ? 0 : 2;
      in_word = true;
    } else if (c == ' ') {
      in_word = false;
    }
  }
  return count;
}

namespace {

constexpr size_t kShortestClause = 8;  // half words

// The rank of a cut in front of text[i], where a space or a CJK character follows; 0: none.
int clause_rank(std::string_view text, char32_t before, size_t i) {
  if (before == ';' || before == ':' || before == 0xFF1B || before == 0xFF1A) return 3;
  if (before == ',' || before == 0x3001 || before == 0xFF0C) return 2;
  if (i >= text.size() || text[i] != ' ') return 0;
  constexpr std::array<std::string_view, 9> kConjunctions = {
      "and", "but", "because", "so", "which", "or", "while", "although", "unless"};
  const size_t end = text.find(' ', i + 1);
  if (end == std::string_view::npos) return 0;
  return contains(kConjunctions, text.substr(i + 1, end - i - 1)) ? 1 : 0;
}

}  // namespace

std::optional<size_t> clause_end(std::string_view text, size_t limit) {
  const bool desperate = half_words(text) > kFarTooLong * limit || text.size() > kLongestBytes;
  size_t best = 0, last_word = 0;
  int best_rank = 0;
  size_t count = 0;
  bool in_word = false;
  char32_t before = 0;
  for (size_t i = 0; i < text.size() && i <= kLongestBytes;) {
    const size_t at = i;
    const char32_t c = next_code_point(text, i);
    const bool starts = c != ' ' && !is_closer(c);
    const int rank = c == ' ' || (starts && before >= 0x3000) ? clause_rank(text, before, at) : 0;
    // A comma as good as a semicolon when it comes much later; the first part should be full.
    if (count >= kShortestClause && rank > 0 && (rank >= best_rank || count * 2 > limit)) {
      best = at;
      best_rank = rank;
    }
    if (count > 0 && (c == ' ' || is_cjk(c))) last_word = at;
    if (is_mark(c) && c != kMarkEnd) {
      i = behind_marked(text, i);
      count += in_word ? 0 : 2;
      in_word = true;
    } else if (is_cjk(c)) {
      count += is_alphanumeric(c) ? 1 : 0;
      in_word = false;
    } else if (c == ' ') {
      in_word = false;
    } else if (is_alphanumeric(c) && !in_word) {
      count += 2;
      in_word = true;
    }
    before = c;
    if (count > limit) break;
  }
  if (best > 0) return best;
  if (!desperate) return std::nullopt;
  if (last_word > 0) return last_word;
  // One endless word: a cut between characters.
  size_t i = 0;
  while (i < text.size() && i < kLongestBytes) next_code_point(text, i);
  return i < text.size() ? std::optional<size_t>(i) : std::nullopt;
}

}  // namespace sotto::text
