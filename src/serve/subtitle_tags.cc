#include "serve/subtitle_tags.h"

#include <algorithm>
#include <array>

#include "text/html.h"

namespace sotto::serve {
namespace {

using text::HtmlToken;

// Of SubRip, and of WebVTT (https://www.w3.org/TR/webvtt1/, 4.2.2).
constexpr auto kTags =
    std::to_array<std::string_view>({"b", "c", "font", "i", "lang", "rt", "ruby", "s", "u", "v"});

bool is_tag(const HtmlToken& token) {
  if (token.kind != HtmlToken::Kind::open && token.kind != HtmlToken::Kind::close) return false;
  // "<c.loud>" has a class in its name.
  const std::string_view name = std::string_view(token.name).substr(0, token.name.find('.'));
  return std::ranges::find(kTags, name) != kTags.end();
}

}  // namespace

bool has_subtitle_tags(std::string_view text) {
  return text.find('<') != text.npos && std::ranges::any_of(text::read_html(text), is_tag);
}

std::string html_of_subtitle(std::string_view text) {
  std::string html;
  for (const HtmlToken& token : text::read_html(text))
    html += is_tag(token) ? std::string(token.source) : text::encode_entities(token.source);
  return html;
}

std::string subtitle_of_html(std::string_view html) {
  std::string text;
  for (const HtmlToken& token : text::read_html(html)) {
    text += token.kind == HtmlToken::Kind::text ? text::decode_entities(token.source)
                                                : std::string(token.source);
  }
  return text;
}

}  // namespace sotto::serve
