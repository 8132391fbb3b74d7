#include "tokenize/word_rules.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <cstdint>

#include "base/utf8.h"

namespace sotto::tokenize {
namespace {

constexpr std::string_view kLlama3Expression =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr std::string_view kQwen2Expression =
    R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
constexpr std::string_view kHunyuanDigits = R"(\p{N}{1,3})";
constexpr std::string_view kHunyuanJapanese = "[一-龥\u3040-ゟ゠-ヿ]+";
constexpr std::string_view kHunyuanWords =
    R"([!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";

struct RuleRow {
  WordRule rule;
  std::vector<std::string_view> expressions, names;
};
const std::vector<RuleRow>& rule_rows() {
  static const std::vector<RuleRow> rows = {
      {WordRule::llama3, {kLlama3Expression}, {"llama-bpe", "llama3", "lfm2"}},
      {WordRule::qwen2, {kQwen2Expression}, {"qwen2"}},
      {WordRule::hunyuan,
       {kHunyuanDigits, kHunyuanJapanese, kHunyuanWords},
       {"hunyuan-dense", "hunyuan"}},
  };
  return rows;
}

// One character of a text, and where the next one begins. Behind the end: none, of no class.
struct Glyph {
  char32_t c = 0;
  size_t end = 0;
  uint32_t classes = 0;  // of general categories, as masks
  bool is_space = false;

  bool is(uint32_t mask) const { return (classes & mask) != 0; }
  bool is_newline() const { return c == '\r' || c == '\n'; }
  bool exists() const { return classes != 0; }
};

constexpr uint32_t kMarksAndLetters = U_GC_L_MASK | U_GC_M_MASK;
constexpr uint32_t kSigns = U_GC_P_MASK | U_GC_S_MASK;

Glyph glyph_at(std::string_view text, size_t at) {
  Glyph glyph;
  glyph.end = at;
  if (at >= text.size()) return glyph;
  glyph.c = next_code_point(text, glyph.end);
  const auto c = static_cast<UChar32>(glyph.c);
  glyph.classes = U_GET_GC_MASK(c);
  glyph.is_space = u_isUWhiteSpace(c) != 0;
  return glyph;
}

// End of the run of characters that `holds` is true for, at most so many.
template <class Holds>
size_t run_of_glyphs(std::string_view text, size_t at, const Holds& holds, size_t most = SIZE_MAX) {
  for (; most > 0; --most) {
    const Glyph glyph = glyph_at(text, at);
    if (!glyph.exists() || !holds(glyph)) break;
    at = glyph.end;
  }
  return at;
}

bool is_newline(const Glyph& g) { return g.is_newline(); }
bool is_letter(const Glyph& g) { return g.is(U_GC_L_MASK); }
bool is_digit(const Glyph& g) { return g.is(U_GC_N_MASK); }
bool is_other(const Glyph& g) { return !g.is_space && !g.is(U_GC_L_MASK | U_GC_N_MASK); }
bool is_sign(const Glyph& g) { return g.is(kSigns); }
bool is_marked_letter(const Glyph& g) { return g.is(kMarksAndLetters); }

// (?i:'s|'t|'re|'ve|'m|'ll|'d)
size_t contraction_end(std::string_view text, size_t at) {
  if (text[at] != '\'') return at;
  const Glyph first = glyph_at(text, at + 1), second = glyph_at(text, first.end);
  const auto folded = [](const Glyph& g) {
    const UChar32 c = u_foldCase(static_cast<UChar32>(g.c), U_FOLD_CASE_DEFAULT);
    return c < 0x80 ? static_cast<char>(c) : '\0';
  };
  const char one = folded(first), two = folded(second);
  if (one == 's' || one == 't' || one == 'm' || one == 'd') return first.end;
  const bool is_two =
      (one == 'r' && two == 'e') || (one == 'v' && two == 'e') || (one == 'l' && two == 'l');
  return is_two ? second.end : at;
}

// \s*[\r\n]+|\s+(?!\S)|\s+, where white space begins
size_t space_end(std::string_view text, size_t at) {
  size_t newline = at, last = at, end = at;
  for (Glyph glyph = glyph_at(text, at); glyph.is_space; glyph = glyph_at(text, end)) {
    last = end;
    end = glyph.end;
    if (glyph.is_newline()) newline = end;
  }
  if (newline > at) return newline;
  return end == text.size() || last == at ? end : last;
}

// A match of the expression of llama3 or qwen2 always begins where the last one ended.
size_t llama_word_end(std::string_view text, size_t at, size_t most_digits) {
  if (const size_t end = contraction_end(text, at); end > at) return end;
  const Glyph first = glyph_at(text, at);
  if (is_letter(first)) return run_of_glyphs(text, at, is_letter);
  if (is_digit(first)) return run_of_glyphs(text, at, is_digit, most_digits);
  if (!first.is_newline() && is_letter(glyph_at(text, first.end)))
    return run_of_glyphs(text, first.end, is_letter);
  const size_t signs = first.c == ' ' ? first.end : at;
  if (const size_t end = run_of_glyphs(text, signs, is_other); end > signs)
    return run_of_glyphs(text, end, is_newline);
  return space_end(text, at);
}

// End of a match of Hunyuan's last expression; `at` where none begins.
size_t hunyuan_word_end(std::string_view text, size_t at) {
  const auto is_latin = [](const Glyph& g) {
    return (g.c >= 'A' && g.c <= 'Z') || (g.c >= 'a' && g.c <= 'z');
  };
  const Glyph first = glyph_at(text, at);
  const bool is_ascii_sign = first.c < 0x80 && is_sign(first);
  if (is_ascii_sign && is_latin(glyph_at(text, first.end)))
    return run_of_glyphs(text, first.end, is_latin);
  const bool leads = !first.is_newline() && !first.is(U_GC_L_MASK | kSigns);
  if (is_marked_letter(first) || (leads && is_marked_letter(glyph_at(text, first.end))))
    return run_of_glyphs(text, first.end, is_marked_letter);
  const size_t signs = first.c == ' ' ? first.end : at;
  if (const size_t end = run_of_glyphs(text, signs, is_sign); end > signs)
    return run_of_glyphs(text, end, is_newline);
  return first.is_space ? space_end(text, at) : at;
}

using Words = std::vector<std::string_view>;

// Each match, and what lies between two of them, is a word.
template <class End>
void isolate(std::string_view text, const End& match_end, Words& words) {
  size_t gap = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = match_end(text, at);
    if (end == at) {
      at = glyph_at(text, at).end;
      continue;
    }
    if (gap < at) words.push_back(text.substr(gap, at - gap));
    words.push_back(text.substr(at, end - at));
    gap = at = end;
  }
  if (gap < text.size()) words.push_back(text.substr(gap));
}

template <class End>
Words isolated(const Words& words, const End& match_end) {
  Words out;
  for (const std::string_view word : words) isolate(word, match_end, out);
  return out;
}

Words hunyuan_words(std::string_view text) {
  const auto digits = [](std::string_view word, size_t at) {
    return run_of_glyphs(word, at, is_digit, 3);
  };
  const auto japanese = [](std::string_view word, size_t at) {
    return run_of_glyphs(word, at, [](const Glyph& g) {
      return (g.c >= U'一' && g.c <= U'龥') || (g.c >= 0x3040 && g.c <= 0x30ff);
    });
  };
  return isolated(isolated(isolated({text}, digits), japanese), hunyuan_word_end);
}

}  // namespace

std::optional<WordRule> word_rule_of(std::span<const std::string_view> expressions) {
  for (const RuleRow& row : rule_rows())
    if (std::ranges::equal(row.expressions, expressions)) return row.rule;
  return std::nullopt;
}

std::optional<WordRule> word_rule_named(std::string_view name) {
  for (const RuleRow& row : rule_rows())
    if (std::ranges::find(row.names, name) != row.names.end()) return row.rule;
  return std::nullopt;
}

Words split_words(std::string_view text, WordRule rule) {
  if (rule == WordRule::hunyuan) return hunyuan_words(text);
  const size_t most_digits = rule == WordRule::llama3 ? 3 : 1;
  Words words;
  isolate(
      text,
      [most_digits](std::string_view all, size_t at) {
        return llama_word_end(all, at, most_digits);
      },
      words);
  return words;
}

}  // namespace sotto::tokenize
