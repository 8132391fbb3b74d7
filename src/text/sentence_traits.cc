#include "text/sentence_traits.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>

#include "base/utf8.h"

namespace sotto::text {
namespace {

// Words of English in lower case, between blanks; of Japanese any part of the text.
using Cues = std::span<const std::string_view>;

constexpr std::string_view kResultsEn[] = {
    "added",    "changed",   "completed", "created",     "deployed", "done",
    "finished", "fixed",     "fixes",     "implemented", "improved", "installed",
    "merged",   "moved",     "pass",      "passed",      "passes",   "ready",
    "removed",  "renamed",   "replaced",  "resolved",    "returns",  "rewrote",
    "solved",   "succeeded", "updated",   "works",       "written",  "wrote"};
constexpr std::string_view kFailuresEn[] = {
    "aborted",  "crash", "exception", "exited with", "timed out", "timeout", "blocked", "broke",
    "broken",   "can't", "cannot",    "couldn't",    "crashed",   "crashes", "denied",  "error",
    "errors",   "fail",  "failed",    "failing",     "fails",     "failure", "missing", "refused",
    "rejected", "stuck", "unable",    "unavailable", "unclear",   "warning"};
constexpr std::string_view kRequestsEn[] = {
    "would you",     "do you want",     "should i",        "shall i",         "please",
    "let me know",   "which one",       "tell me",         "if you agree",    "if you like",
    "if you want",   "need permission", "your permission", "permission to",   "need approval",
    "your approval", "your decision",   "need you to",     "waiting for you", "up to you"};
constexpr std::string_view kAdviceEn[] = {"i suggest", "i recommend", "i propose", "i'd suggest",
                                          "i'd recommend"};
constexpr std::string_view kDenialEn[] = {"never", "not",    "don't",  "doesn't", "didn't",
                                          "isn't", "aren't", "wasn't", "won't"};
constexpr std::string_view kNarrationEn[] = {"let me",   "let's",      "i'll",
                                             "i will",   "now let",    "next, i",
                                             "first, i", "looking at", "i'm going to"};
constexpr std::string_view kResultsJa[] = {"しました", "修正", "追加", "完了", "通り",
                                           "成功",     "変更", "削除", "更新", "解決"};
constexpr std::string_view kFailuresJa[] = {"失敗", "エラー", "できません", "できなか",
                                            "不明", "壊れ",   "拒否",       "見つかりません"};
constexpr std::string_view kRequestsJa[] = {"ください",   "ますか", "でしょうか", "ですか",
                                            "許可が必要", "許可を", "承認が必要", "承認を"};
constexpr std::string_view kAdviceJa[] = {"おすすめ", "お勧め", "提案します"};
constexpr std::string_view kDenialJa[] = {"ません", "ない"};
// The words behind them are not what the result is of.
constexpr std::string_view kContrastEn[] = {"but", "still", "however", "except", "yet", "although"};
constexpr std::string_view kContrastJa[] = {"が、", "けど", "しかし", "まだ", "ものの"};
constexpr std::string_view kNarrationJa[] = {"見てみます", "確認します", "始めます", "調べます"};

struct CueTable {
  Cues results, failures, requests, narration, advice, denial, contrast;
};
constexpr CueTable kEnglishCues{kResultsEn, kFailuresEn, kRequestsEn, kNarrationEn,
                                kAdviceEn,  kDenialEn,   kContrastEn};
constexpr CueTable kJapaneseCues{kResultsJa, kFailuresJa, kRequestsJa, kNarrationJa,
                                 kAdviceJa,  kDenialJa,   kContrastJa};

const CueTable& cues_of(const Language& language) {
  static constexpr CueTable kNone{};
  if (language.iso == "en") return kEnglishCues;
  return language.iso == "ja" ? kJapaneseCues : kNone;
}

bool is_cue_letter(char c) { return (c >= 'a' && c <= 'z') || c == '\''; }

// `text` is in lower case.
bool has_cue(std::string_view text, Cues cues) {
  return std::ranges::any_of(cues, [&](std::string_view cue) {
    const bool is_word = is_cue_letter(cue.front());
    for (size_t at = text.find(cue); at != text.npos; at = text.find(cue, at + 1)) {
      const bool begins = at == 0 || !is_cue_letter(text[at - 1]);
      const size_t end = at + cue.size();
      if (!is_word || (begins && (end == text.size() || !is_cue_letter(text[end])))) return true;
    }
    return false;
  });
}

bool begins_with(std::string_view text, Cues cues) {
  return std::ranges::any_of(cues, [&](std::string_view cue) { return text.starts_with(cue); });
}

// "Let me", and then one of these: what is only a step on the way. Others ("I'll skip", "I'll delete")
// are decisions.
constexpr std::string_view kOpeningsEn[] = {
    "let me ",        "let's ",         "now let me ",       "now, let me ",
    "first, let me ", "next, let me ",  "now let's ",        "i'll ",
    "i will ",        "now i'll ",      "now i will ",       "next, i'll ",
    "next, i will ",  "next i'll ",     "next i will ",      "first, i'll ",
    "first, i will ", "first i'll ",    "then i'll ",        "then i will ",
    "i'm going to ",  "i am going to ", "now i'm going to ", "next, i'm going to "};
constexpr std::string_view kStepsEn[] = {
    "analyze", "begin",   "browse", "check", "dig",   "examine", "explore", "find", "go",
    "grep",    "inspect", "list",   "look",  "open",  "read",    "review",  "run",  "scan",
    "search",  "see",     "start",  "take",  "trace", "try",     "verify",  "view", "walk"};
constexpr std::string_view kFillersEn[] = {"also", "first", "just", "now", "quickly", "then"};
// Behind these something is said that is no announcement, or the listener is spoken to.
constexpr std::string_view kBesideEn[] = {"although",   "approval", "approve", "because", "confirm",
                                          "instead",    "must",     "need",    "needs",   "only",
                                          "permission", "since",    "so",      "stop",    "unless",
                                          "until",      "wait",     "without", "you",     "your"};
constexpr std::string_view kStepsJa[] = {"見てみます", "見ます",   "確認します", "調べます",
                                         "読みます",   "始めます", "探します"};
constexpr std::string_view kBesideJa[] = {"ので", "ため", "から、", "許可", "承認", "必要"};
constexpr size_t kLongAnnouncement = 120;  // bytes

// In lower case, with the apostrophe that the tables have: ’ is what word processors write.
std::string plain_letters(std::string_view said) {
  std::string text = lower_ascii(said);
  for (size_t at; (at = text.find("\u2019")) != text.npos;) text.replace(at, 3, "'");
  return text;
}

std::string_view without_opening(std::string_view text) {
  for (const std::string_view opening : kOpeningsEn)
    if (text.starts_with(opening)) return text.substr(opening.size());
  return {};
}

bool announces_in_english(std::string_view text) {
  std::string_view rest = without_opening(text);
  const auto take_word = [&] {
    const std::string_view word = rest.substr(0, rest.find_first_of(" .:,"));
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
    return word;
  };
  std::string_view word = take_word();
  while (std::ranges::find(kFillersEn, word) != std::end(kFillersEn)) word = take_word();
  if (std::ranges::find(kStepsEn, word) == std::end(kStepsEn)) return false;
  // Words behind a colon or a dash within it may be a conclusion.
  const size_t mark = std::min({rest.find(": "), rest.find(';'), rest.find("\u2014"),
                                rest.find("\u2013"), rest.find(" - "), rest.find('!')});
  return mark == rest.npos && !has_cue(text, kBesideEn);
}

bool announces_in_japanese(std::string_view text) {
  for (const std::string_view end : {"\u3002", ":", "\uff1a", "."})
    if (text.ends_with(end)) text.remove_suffix(end.size());
  const auto ends = [&](std::string_view step) { return text.ends_with(step); };
  return std::ranges::any_of(kStepsJa, ends) && !has_cue(text, kBesideJa) &&
         text.find("\u3002") == text.npos;
}

}  // namespace

SentenceTraits traits_of(const Sentence& sentence) {
  const CueTable& cues = cues_of(sentence.language);
  const std::string text = plain_letters(sentence.text);
  const std::string_view view = text;
  SentenceTraits t;
  const bool speaks_of_result = has_cue(view, cues.results);
  const bool is_denied = has_cue(view, cues.denial);
  t.has_result = speaks_of_result && !is_denied;
  t.asks = view.ends_with('?') || view.ends_with("？") || has_cue(view, cues.requests);
  // "I fixed the error" is no failure, "I fixed it, but two tests fail" is one.
  const bool is_mended = t.has_result && !has_cue(view, cues.contrast);
  t.fails = (has_cue(view, cues.failures) && !is_mended) || (speaks_of_result && is_denied);
  t.advises = has_cue(view, cues.advice);
  t.is_narration = sentence.language.iso == "ja" ? has_cue(view, cues.narration)
                                                 : begins_with(view, cues.narration);
  return t;
}

bool is_announcement(const Sentence& sentence) {
  if (sentence.note || sentence.text.size() > kLongAnnouncement) return false;
  const SentenceTraits traits = traits_of(sentence);
  if (traits.asks || traits.fails || traits.has_result || traits.advises) return false;
  const std::string text = plain_letters(sentence.text);
  const CueTable& cues = cues_of(sentence.language);
  if (has_cue(text, cues.denial) || text.find('?') != text.npos) return false;
  if (sentence.language.iso == "ja")
    return !has_cue(text, cues.contrast) && announces_in_japanese(text);
  return sentence.language.iso == "en" && !has_cue(text, kContrastEn) && announces_in_english(text);
}

}  // namespace sotto::text
