#include "agent/squeezed.h"

namespace sotto::agent {
namespace {

constexpr uint64_t kBase = 0x9E3779B97F4A7C15u;  // odd

bool is_white(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

void Squeezed::add(char c) {
  if (is_white(c)) return;
  hash = hash * kBase + static_cast<unsigned char>(c) + 1;
  power *= kBase;
  ++length;
}

void Squeezed::add(std::string_view text) {
  for (const char c : text) add(c);
}

Squeezed squeezed(std::string_view text) {
  Squeezed all;
  all.add(text);
  return all;
}

std::optional<std::string_view> rest_after(std::string_view text, const Squeezed& begin) {
  if (text.size() < begin.length) return std::nullopt;
  Squeezed read;
  size_t i = 0;
  while (i < text.size() && read.length < begin.length) read.add(text[i++]);
  if (!(read == begin)) return std::nullopt;
  return text.substr(i);
}

bool ends_with(std::string_view text, const Squeezed& end) {
  size_t i = text.size(), length = 0;
  while (i > 0 && length < end.length) length += is_white(text[--i]) ? 0 : 1;
  return squeezed(text.substr(i)) == end;
}

}  // namespace sotto::agent
