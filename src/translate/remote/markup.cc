#include "translate/remote/markup.h"

#include <fmt/format.h>

#include <algorithm>

#include "text/html.h"

namespace sotto::translate {
namespace {

constexpr size_t kMostValues = 64;

}  // namespace

const Markers& many_markers() {
  static const Markers markers = [] {
    Markers all;
    for (size_t i = 0; i < kMostValues; ++i) all.push_back(fmt::format("⟦{}⟧", i));
    return all;
  }();
  return markers;
}

std::string tagged(const ProtectedText& source, const Tag& tag) {
  constexpr std::string_view kOpen = "⟦", kClose = "⟧";
  const std::string text = text::encode_entities(source.text);
  std::string out;
  size_t done = 0;
  for (size_t at = text.find(kOpen); at != text.npos; at = text.find(kOpen, done)) {
    const size_t end = text.find(kClose, at);
    if (end == text.npos) break;
    const std::string_view marker = std::string_view(text).substr(at, end + kClose.size() - at);
    const auto found = std::ranges::find(many_markers(), marker);
    const auto value = static_cast<size_t>(found - many_markers().begin());
    if (value >= source.values.size()) {  // the text's own brackets
      out.append(text, done, at + kOpen.size() - done);
      done = at + kOpen.size();
      continue;
    }
    out.append(text, done, at - done);
    out += tag.open;
    out += text::encode_entities(source.values[value].text);
    out += tag.close;
    done = end + kClose.size();
  }
  out.append(text, done);
  return out;
}

std::optional<std::string> untagged(std::string_view answer, const ProtectedText& source,
                                    const Tag& tag) {
  using Kind = text::HtmlToken::Kind;
  std::string out, inside;
  int depth = 0;  // of tags in the one that is protected
  for (const text::HtmlToken& token : text::read_html(answer)) {
    if (token.kind == Kind::text) {
      (depth > 0 ? inside : out) += text::decode_entities(token.source);
      continue;
    }
    if (token.name != tag.name || token.self_closing) continue;
    const bool opens =
        token.kind == Kind::open && (depth > 0 || tag.name != "span" || token.untranslated);
    depth += opens ? 1 : 0;
    if (token.kind != Kind::close || depth == 0 || --depth > 0) continue;
    const auto value = std::ranges::find(source.values, inside, &ProtectedText::Value::text);
    if (value == source.values.end()) return std::nullopt;
    out += many_markers()[static_cast<size_t>(value - source.values.begin())];
    inside.clear();
  }
  if (depth > 0) return std::nullopt;
  return out;
}

}  // namespace sotto::translate
