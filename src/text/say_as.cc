#include "text/say_as.h"

#include <algorithm>

#include "base/utf8.h"

namespace sotto::text {
namespace {

bool is_one_of(std::string_view list, std::string_view name) {
  return list.find(" " + std::string(name) + " ") != list.npos;
}

// Capital letters, of which a voice says the name: "a" is an article.
std::string spelled_out(std::string_view text) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    char32_t c = next_code_point(text, at);
    if (c == ' ') continue;
    if (c >= 'a' && c <= 'z') c -= 'a' - 'A';
    if (!out.empty()) out += ' ';
    append_utf8(out, c);
  }
  return out;
}

std::string english_ordinal(std::string_view number) {
  const size_t size = number.size();
  const bool is_teen = size >= 2 && number[size - 2] == '1';
  const char last = is_teen ? '0' : number.back();
  return std::string(number) + (last == '1'   ? "st"
                                : last == '2' ? "nd"
                                : last == '3' ? "rd"
                                              : "th");
}

}  // namespace

std::optional<std::string> say_as(std::string_view text, std::string_view interpretation,
                                  const Language& language) {
  const std::string name = lower_ascii(interpretation);
  if (is_one_of(" characters spell-out verbatim digits telephone ", name)) return spelled_out(text);
  if (name == "ordinal") {
    const bool is_number =
        !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    return is_number && language.iso == "en" ? english_ordinal(text) : std::string(text);
  }
  if (is_one_of(" cardinal number date time duration currency unit fraction measure address name "
                "acronym ",
                name))
    return std::string(text);
  return std::nullopt;
}

}  // namespace sotto::text
