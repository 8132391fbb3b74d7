#include "translate/answers.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>

#include "base/utf8.h"

namespace sotto::translate {
namespace {

// Most bytes of an answer for each of the source, and some more for a short one.
constexpr size_t kMostTimes = 3, kMoreBytes = 48;

// Words of an answer that talks about the task. If a source has one, its translation may have them
// all.
constexpr std::array<std::string_view, 6> kOfTheTask = {"translat", "翻訳",      "和訳",
                                                        "<think",   "as an ai ", "language model"};

bool speaks_of_task(std::string_view text) {
  const std::string lower = lower_ascii(text);
  return std::ranges::any_of(
      kOfTheTask, [&](std::string_view sign) { return lower.find(sign) != std::string::npos; });
}

bool has_kana(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    const char32_t c = next_code_point(text, i);
    if ((c >= 0x3041 && c <= 0x30ff) || (c >= 0xff66 && c <= 0xff9d)) return true;
  }
  return false;
}

// Runs of letters between anything else.
int count_of_words(std::string_view text) {
  int words = 0;
  bool inside = false;
  for (size_t i = 0; i < text.size();) {
    const bool is_letter = u_isalpha(static_cast<UChar32>(next_code_point(text, i))) != 0;
    words += is_letter && !inside ? 1 : 0;
    inside = is_letter;
  }
  return words;
}

}  // namespace

std::string line_of_answer(std::string_view answer) {
  const std::string_view text = trimmed(answer);
  return std::string(trimmed(text.substr(0, text.find_first_of("\r\n"))));
}

bool has_broken_text(std::string_view text) {
  return text.find("\xEF\xBF\xBD") != std::string_view::npos;
}

std::optional<std::string_view> fault_of_answer(std::string_view source, std::string_view answer,
                                                const Language& to) {
  constexpr int kFewWords = 3;
  if (answer.size() > kMostTimes * source.size() + kMoreBytes) return "far longer than its source";
  if (has_broken_text(answer) && !has_broken_text(source)) return "holds bytes that are no text";
  if (speaks_of_task(answer) && !speaks_of_task(source)) return "speaks of translating";
  if (to.iso == "ja" && count_of_words(source) > kFewWords && !has_kana(answer))
    return "not in the target language";
  return std::nullopt;
}

}  // namespace sotto::translate
