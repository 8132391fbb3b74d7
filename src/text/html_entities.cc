// Character references of HTML, in texts (WHATWG, "named character reference state").
#include <algorithm>
#include <array>
#include <optional>

#include "base/utf8.h"
#include "text/cmark_node.h"
#include "text/html.h"

namespace sotto::text {
namespace {

constexpr size_t kLongestName = 32;  // &CounterClockwiseContourIntegral;
constexpr char32_t kReplacement = 0xFFFD;

// The names that stand without a semicolon, too, sorted.
constexpr std::array<std::string_view, 106> kOldNames = {
    "AElig",  "AMP",    "Aacute", "Acirc",  "Agrave", "Aring",  "Atilde", "Auml",   "COPY",
    "Ccedil", "ETH",    "Eacute", "Ecirc",  "Egrave", "Euml",   "GT",     "Iacute", "Icirc",
    "Igrave", "Iuml",   "LT",     "Ntilde", "Oacute", "Ocirc",  "Ograve", "Oslash", "Otilde",
    "Ouml",   "QUOT",   "REG",    "THORN",  "Uacute", "Ucirc",  "Ugrave", "Uuml",   "Yacute",
    "aacute", "acirc",  "acute",  "aelig",  "agrave", "amp",    "aring",  "atilde", "auml",
    "brvbar", "ccedil", "cedil",  "cent",   "copy",   "curren", "deg",    "divide", "eacute",
    "ecirc",  "egrave", "eth",    "euml",   "frac12", "frac14", "frac34", "gt",     "iacute",
    "icirc",  "iexcl",  "igrave", "iquest", "iuml",   "laquo",  "lt",     "macr",   "micro",
    "middot", "nbsp",   "not",    "ntilde", "oacute", "ocirc",  "ograve", "ordf",   "ordm",
    "oslash", "otilde", "ouml",   "para",   "plusmn", "pound",  "quot",   "raquo",  "reg",
    "sect",   "shy",    "sup1",   "sup2",   "sup3",   "szlig",  "thorn",  "times",  "uacute",
    "ucirc",  "ugrave", "uml",    "uuml",   "yacute", "yen",    "yuml"};

// Meanings of 0x80 to 0x9F, which are Windows' characters in spite of what Unicode has there.
constexpr std::array<char32_t, 32> kWindows = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

bool is_entity_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_character(char c) {
  return is_entity_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

int hex_value(char c) {
  if (is_entity_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// Looks up "&name;": CommonMark has the same table. None: no such name. It needs no lock beside a
// parser with extensions (markdown.cc): these change what the library knows of characters that no
// name has.
std::optional<std::string> named(std::string_view entity) {
  const Node document(cmark_parse_document(entity.data(), entity.size(), CMARK_OPT_DEFAULT));
  cmark_node* paragraph = cmark_node_first_child(document.get());
  cmark_node* node = paragraph != nullptr ? cmark_node_first_child(paragraph) : nullptr;
  std::string text;
  for (; node != nullptr; node = cmark_node_next(node))
    if (const char* literal = cmark_node_get_literal(node)) text += literal;
  return text.empty() || text == entity ? std::nullopt : std::optional(text);
}

struct Reference {
  std::string text;
  size_t size;  // of its bytes in the source
};

// "&#...", at the beginning of `s`.
std::optional<Reference> numeric(std::string_view s) {
  const bool hex = s.size() > 2 && (s[2] == 'x' || s[2] == 'X');
  size_t i = hex ? 3 : 2;
  const size_t first = i;
  char32_t c = 0;
  for (; i < s.size(); ++i) {
    const int digit = hex_value(s[i]);
    if (digit < 0 || (!hex && digit > 9)) break;
    c = std::min<char32_t>(c * (hex ? 16 : 10) + static_cast<char32_t>(digit), 0x110000);
  }
  if (i == first) return std::nullopt;
  if (i < s.size() && s[i] == ';') ++i;
  if (c >= 0x80 && c < 0xA0) c = kWindows[c - 0x80];
  if (c == 0 || c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = kReplacement;
  Reference reference{{}, i};
  append_utf8(reference.text, c);
  return reference;
}

// Reads the reference that begins with the "&" at the beginning of `s`.
std::optional<Reference> reference_of(std::string_view s) {
  if (s.size() > 1 && s[1] == '#') return numeric(s);
  size_t end = 1;
  while (end < s.size() && end <= kLongestName && is_name_character(s[end])) ++end;
  if (end == 1) return std::nullopt;
  if (end < s.size() && s[end] == ';') {
    if (auto text = named(s.substr(0, end + 1))) return Reference{*std::move(text), end + 1};
  }
  for (size_t size = std::min<size_t>(end - 1, 6); size >= 2; --size) {
    const std::string_view name = s.substr(1, size);
    if (!std::ranges::binary_search(kOldNames, name)) continue;
    if (auto text = named("&" + std::string(name) + ";"))
      return Reference{*std::move(text), size + 1};
  }
  return std::nullopt;
}

}  // namespace

std::string decode_entities(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) {
    const size_t next = std::min(text.find('&', i), text.size());
    out += text.substr(i, next - i);
    if (next == text.size()) break;
    const auto reference = reference_of(text.substr(next));
    out += reference ? reference->text : "&";
    i = next + (reference ? reference->size : 1);
  }
  return out;
}

std::string encode_entities(std::string_view text) {
  constexpr std::string_view kNoBreakSpace = "\xC2\xA0";
  std::string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '&') {
      out += "&amp;";
    } else if (text[i] == '<') {
      out += "&lt;";
    } else if (text[i] == '>') {
      out += "&gt;";
    } else if (text.substr(i).starts_with(kNoBreakSpace)) {
      out += "&nbsp;";
      ++i;
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace sotto::text
