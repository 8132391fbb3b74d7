#include "cli/ssml_parts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "base/utf8.h"

namespace sotto::cli {
namespace {

constexpr size_t kLongestReference = 10;  // bytes: "#x10FFFF" is one of 8
constexpr char32_t kLastCodePoint = 0x10FFFF;

bool is_character(uint32_t code) {
  return code >= 0x20 && code <= kLastCodePoint && (code < 0xD800 || code > 0xDFFF);
}

// "amp", "#38" or "#x26", what stands between & and ;.
std::optional<std::string> referred(std::string_view name) {
  static constexpr std::array<std::pair<std::string_view, char>, 5> kNamed = {
      {{"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}}};
  for (const auto& [known, sign] : kNamed)
    if (name == known) return std::string(1, sign);
  if (!name.starts_with('#')) return std::nullopt;
  name.remove_prefix(1);
  const bool is_hex = name.starts_with('x') || name.starts_with('X');
  if (is_hex) name.remove_prefix(1);
  uint32_t code = 0;
  const auto read = std::from_chars(name.data(), name.data() + name.size(), code, is_hex ? 16 : 10);
  if (read.ec != std::errc() || read.ptr != name.data() + name.size()) return std::nullopt;
  std::string text;
  append_utf8(text, is_character(code) ? static_cast<char32_t>(code) : U'\uFFFD');
  return text;
}

// name="value" or name='value' in the inside of an element; empty: it has none of that name.
std::string attribute(std::string_view element, std::string_view name) {
  for (size_t at = 0; (at = element.find(name, at)) != element.npos; at += name.size()) {
    const bool begins = at > 0 && std::string_view(" \t\r\n").find(element[at - 1]) != size_t(-1);
    size_t i = element.find_first_not_of(" \t\r\n", at + name.size());
    if (!begins || i == element.npos || element[i] != '=') continue;
    i = element.find_first_not_of(" \t\r\n", i + 1);
    if (i == element.npos || (element[i] != '"' && element[i] != '\'')) continue;
    const size_t end = element.find(element[i], i + 1);
    if (end == element.npos) return "";
    return std::string(element.substr(i + 1, end - i - 1));
  }
  return "";
}

std::string_view name_of_element(std::string_view element) {
  if (element.starts_with('/')) element.remove_prefix(1);
  return element.substr(0, element.find_first_of(" \t\r\n/"));
}

bool begins_element(std::string_view rest) {
  if (rest.size() < 2) return false;
  const auto c = static_cast<unsigned char>(rest[1]);
  return c == '/' || c == '?' || c == '!' || (c | 0x20u) - 'a' < 26u;
}

}  // namespace

std::vector<SsmlPart> ssml_parts(std::string_view ssml) {
  std::vector<SsmlPart> parts;
  std::string text;
  for (size_t i = 0; i < ssml.size();) {
    const std::string_view rest = ssml.substr(i);
    if (rest[0] == '<' && begins_element(rest)) {
      const size_t end = rest.find('>');
      if (end != rest.npos) {
        const std::string_view element = rest.substr(1, end - 1);
        const std::string_view name = name_of_element(element);
        if (name == "break" || (element[0] == '/' && (name == "p" || name == "s"))) text += '\n';
        const std::string mark = name == "mark" ? attribute(element, "name") : "";
        if (!mark.empty()) parts.push_back({std::exchange(text, ""), mark});
        i += end + 1;
        continue;
      }
    }
    const size_t semicolon = rest[0] == '&' ? rest.substr(0, kLongestReference + 2).find(';') : 0;
    if (semicolon != 0 && semicolon != rest.npos) {
      if (const auto sign = referred(rest.substr(1, semicolon - 1))) {
        text += *sign;
        i += semicolon + 1;
        continue;
      }
    }
    text += rest[0];
    ++i;
  }
  if (!trimmed(text).empty() || parts.empty()) parts.push_back({std::move(text), ""});
  return parts;
}

}  // namespace sotto::cli
