#include "measure/bleu_tokens.h"

#include <algorithm>

#include "base/utf32.h"

namespace sotto::measure {
namespace {

void replace_all(std::u32string& text, std::u32string_view from, std::u32string_view to) {
  for (size_t at = text.find(from); at != text.npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

bool is_digit(char32_t c) { return c >= U'0' && c <= U'9'; }
bool is_point(char32_t c) { return c == U'.' || c == U','; }

// ASCII punctuation but ' , - .
bool is_symbol(char32_t c) {
  return (c >= U'{' && c <= U'~') || (c >= U'[' && c <= U'`') || (c >= U' ' && c <= U'&') ||
         (c >= U'(' && c <= U'+') || (c >= U':' && c <= U'@') || c == U'/';
}

std::u32string apart(const std::u32string& text, bool (*wanted)(char32_t)) {
  std::u32string out;
  for (const char32_t c : text) {
    if (wanted(c)) {
      out += {U' ', c, U' '};
    } else {
      out += c;
    }
  }
  return out;
}

// Two neighbours that `first` and `second` want; found from left to right, without overlaps, as a
// regular expression finds them. `spaced` writes the pair.
template <class First, class Second, class Spaced>
std::u32string pairs(const std::u32string& text, First first, Second second, Spaced spaced) {
  std::u32string out;
  for (size_t i = 0; i < text.size(); ++i) {
    if (i + 1 < text.size() && first(text[i]) && second(text[i + 1])) {
      out += spaced(text[i], text[i + 1]);
      ++i;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::u32string mteval13a(std::u32string text) {
  replace_all(text, U"<skipped>", U"");
  replace_all(text, U"-\n", U"");
  replace_all(text, U"\n", U" ");
  replace_all(text, U"&quot;", U"\"");
  replace_all(text, U"&amp;", U"&");
  replace_all(text, U"&lt;", U"<");
  replace_all(text, U"&gt;", U">");
  text = apart(U" " + text + U" ", is_symbol);
  const auto no_digit = [](char32_t c) { return !is_digit(c); };
  const auto dash = [](char32_t c) { return c == U'-'; };
  const auto second_apart = [](char32_t a, char32_t b) { return std::u32string{a, U' ', b, U' '}; };
  const auto first_apart = [](char32_t a, char32_t b) { return std::u32string{U' ', a, U' ', b}; };
  text = pairs(text, no_digit, is_point, second_apart);
  text = pairs(text, is_point, no_digit, first_apart);
  return pairs(text, is_digit, dash, second_apart);
}

std::vector<std::u32string> words(const std::u32string& text) {
  std::vector<std::u32string> found;
  bool inside = false;
  for (const char32_t c : text) {
    if (is_space(c)) {
      inside = false;
      continue;
    }
    if (!inside) found.emplace_back();
    inside = true;
    found.back() += c;
  }
  return found;
}

}  // namespace

const char* name_of(BleuTokenizer tokenizer) {
  if (tokenizer == BleuTokenizer::mteval13a) return "13a";
  return tokenizer == BleuTokenizer::characters ? "char" : "none";
}

std::u32string without_spaces(std::string_view line) {
  std::u32string text = to_utf32(line);
  std::erase_if(text, is_space);
  return text;
}

std::vector<std::u32string> bleu_tokens(std::string_view line, BleuTokenizer tokenizer) {
  if (tokenizer == BleuTokenizer::characters) {
    std::vector<std::u32string> found;
    for (const char32_t c : without_spaces(line)) found.emplace_back(1, c);
    return found;
  }
  std::u32string text = to_utf32(line);
  while (!text.empty() && is_space(text.back())) text.pop_back();
  return words(tokenizer == BleuTokenizer::mteval13a ? mteval13a(std::move(text)) : text);
}

}  // namespace sotto::measure
