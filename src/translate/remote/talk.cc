// Signs that a language model talks instead of translating: what it says about its task, which the
// source does not speak of, and the form of its answer.
#include <algorithm>
#include <span>
#include <string>

#include "base/utf8.h"
#include "translate/remote/answer_judge.h"

namespace sotto::translate {
namespace {

constexpr std::string_view kTalks = "talks instead of translating";

constexpr std::string_view kOfTranslation[] = {"translat", "翻訳",  "訳",   "tradu",
                                               "übersetz", "перев", "번역", "翻译"};
constexpr std::string_view kOfModels[] = {"model",     " ai",      "モデル",
                                          "assistant", "人工知能", "アシスタント"};
constexpr std::string_view kOfExcuses[] = {"sorry", "申し訳", "ごめん", "assist", "help"};
constexpr std::string_view kQuestionMarks[] = {"?",  "？", "か", "؟",   ";",
                                               "吗", "呢", "까", "ไหม", "หรือ"};

// Words of talk, in small letters, and those of which the source would have to have one for them to
// be its own.
struct TalkSign {
  std::string_view said;
  std::span<const std::string_view> in_source;
};
constexpr TalkSign kTalkSigns[] = {
    {"translation", kOfTranslation}, {"translate", kOfTranslation},
    {"翻訳", kOfTranslation},        {"訳文", kOfTranslation},
    {"übersetz", kOfTranslation},    {"traduction", kOfTranslation},
    {"traducción", kOfTranslation},  {"traduzione", kOfTranslation},
    {"перевод", kOfTranslation},     {"번역", kOfTranslation},
    {"翻译", kOfTranslation},        {"as an ai", kOfModels},
    {"language model", kOfModels},   {"言語モデル", kOfModels},
    {"aiアシスタント", kOfModels},   {"i'm sorry, but i can", kOfExcuses},
    {"i can't assist", kOfExcuses},  {"i cannot assist", kOfExcuses},
};

bool has_any(std::string_view text, std::span<const std::string_view> words) {
  return std::ranges::any_of(words,
                             [&](std::string_view word) { return text.find(word) != text.npos; });
}

}  // namespace

std::optional<std::string_view> why_it_talks(std::string_view answer, std::string_view source) {
  const std::string said = lower_ascii(answer), asked = lower_ascii(source);
  if (answer.find('\n') != answer.npos && source.find('\n') == source.npos) return kTalks;
  if (answer.size() > 4 * source.size() + 200) return kTalks;
  if (said.find("```") != said.npos && asked.find("```") == asked.npos) return kTalks;
  for (const TalkSign& sign : kTalkSigns)
    if (said.find(sign.said) != said.npos && !has_any(asked, sign.in_source)) return kTalks;
  // A question stays one.
  const bool asks = source.ends_with('?') || source.ends_with("？");
  if (asks && !has_any(said, kQuestionMarks)) return "answers instead of translating";
  return std::nullopt;
}

}  // namespace sotto::translate
