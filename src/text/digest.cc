#include "text/digest.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "base/utf8.h"

namespace sotto::text {
namespace {

constexpr size_t kShort = 3;  // sentences

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
constexpr std::string_view kRequestsEn[] = {"would you",    "do you want", "should i",   "shall i",
                                            "please",       "let me know", "which one",  "tell me",
                                            "if you agree", "if you like", "if you want"};
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
constexpr std::string_view kRequestsJa[] = {"ください", "ますか", "でしょうか", "ですか"};
constexpr std::string_view kAdviceJa[] = {"おすすめ", "お勧め", "提案します"};
constexpr std::string_view kDenialJa[] = {"ません", "ない"};
// What follows them is not what the result is of.
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

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || c == '\''; }

// `text` is in lower case.
bool has_cue(std::string_view text, Cues cues) {
  return std::ranges::any_of(cues, [&](std::string_view cue) {
    const bool is_word = is_letter(cue.front());
    for (size_t at = text.find(cue); at != text.npos; at = text.find(cue, at + 1)) {
      const bool begins = at == 0 || !is_letter(text[at - 1]);
      const size_t end = at + cue.size();
      if (!is_word || (begins && (end == text.size() || !is_letter(text[end])))) return true;
    }
    return false;
  });
}

bool begins_with(std::string_view text, Cues cues) {
  return std::ranges::any_of(cues, [&](std::string_view cue) { return text.starts_with(cue); });
}

struct Traits {
  bool asks = false, fails = false;
  int score = 0;
};

Traits traits_of(const Sentence& sentence, size_t place, size_t count) {
  const CueTable& cues = cues_of(sentence.language);
  // ’ is what word processors write.
  std::string text = lower_ascii(sentence.text);
  for (size_t at; (at = text.find("\u2019")) != text.npos;) text.replace(at, 3, "'");
  const std::string_view view = text;
  Traits t;
  const bool speaks_of_result = has_cue(view, cues.results);
  const bool is_denied = has_cue(view, cues.denial);
  const bool has_result = speaks_of_result && !is_denied;
  t.asks = view.ends_with('?') || view.ends_with("？") || has_cue(view, cues.requests);
  // "I fixed the error" is no failure, "I fixed it, but two tests fail" is one.
  const bool is_mended = has_result && !has_cue(view, cues.contrast);
  t.fails = (has_cue(view, cues.failures) && !is_mended) || (speaks_of_result && is_denied);
  if (has_result) t.score += 3;
  if (has_cue(view, cues.advice)) t.score += 4;
  if (view.find_first_of("0123456789") != view.npos) t.score += 1;
  if (place == 0) t.score += 2;
  if (place + 2 >= count) t.score += 1;
  const bool is_narration = sentence.language.iso == "ja" ? has_cue(view, cues.narration)
                                                          : begins_with(view, cues.narration);
  if (is_narration) t.score -= 4;
  if (view.ends_with(':') || view.ends_with("：")) t.score -= 6;  // what it announces is not heard
  const auto blanks = std::ranges::count(view, ' ');
  if (blanks < 2 && view.size() < 20) t.score -= 3;  // a heading
  return t;
}

}  // namespace

std::vector<size_t> digest(std::span<const Sentence> sentences) {
  std::vector<Traits> traits;
  for (size_t i = 0; i < sentences.size(); ++i)
    traits.push_back(traits_of(sentences[i], i, sentences.size()));
  const auto is_candidate = [&](size_t i) {
    return !traits[i].asks && !traits[i].fails && !sentences[i].note;
  };
  size_t best = sentences.size();
  for (size_t i = 0; i < traits.size(); ++i) {
    const bool is_better = best == traits.size() || traits[i].score > traits[best].score;
    if (is_candidate(i) && is_better) best = i;
  }
  const auto notes = std::ranges::count_if(sentences, [](const Sentence& s) { return !!s.note; });
  const bool is_short = sentences.size() - static_cast<size_t>(notes) <= kShort;
  std::vector<size_t> heard;
  for (size_t i = 0; i < sentences.size(); ++i)
    if (is_short || i == best || !is_candidate(i)) heard.push_back(i);
  return heard;
}

}  // namespace sotto::text
