#include "agent/sentences.h"

#include <algorithm>
#include <array>

namespace sotto::agent {
namespace {

constexpr std::array<std::string_view, 13> kStops = {".",  "!",  "?",  ":",  ";", "\n", "…",
                                                     "。", "！", "？", "：", "।", "؟"};
constexpr std::array<std::string_view, 14> kClosers = {"\"", "'", ")",  "]",  "*",  "_", "`",
                                                       "”",  "’", "」", "』", "）", "»", "\r"};

bool is_gap(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

template <size_t N>
size_t ending(std::string_view text, const std::array<std::string_view, N>& ends) {
  for (const std::string_view end : ends)
    if (text.ends_with(end)) return end.size();
  return 0;
}

}  // namespace

size_t common_prefix(std::string_view a, std::string_view b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  return static_cast<size_t>(end - a.begin());
}

bool ends_sentence(std::string_view text) {
  while (const size_t closer = ending(text, kClosers)) text.remove_suffix(closer);
  return ending(text, kStops) > 0;
}

bool continues(std::string_view text, std::string_view next) {
  if (text.empty() || next.empty() || is_gap(text.back()) || is_gap(next.front())) return true;
  if (!ends_sentence(text)) return true;
  const char c = next.front();  // "3." and "5", "e." and "g."
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '/' || c == ',' || c == ')' ||
         c == '.';
}

size_t sentence_begin(std::string_view text, size_t at) {
  at = std::min(at, text.size());
  for (size_t i = at; i > 0; --i) {
    const std::string_view before = text.substr(0, i);
    if (before.ends_with('\n')) return i;
    const bool gap = is_gap(before.back());
    if (gap && ends_sentence(before.substr(0, i - 1))) return i;
    if (before.ends_with("。") || before.ends_with("！") || before.ends_with("？")) return i;
  }
  return 0;
}

}  // namespace sotto::agent
