// Whether both sides say yes, or both say no.
#include <algorithm>

#include "translate/meaning.h"
#include "translate/phrases.h"

namespace sotto::translate {
namespace {

constexpr std::string_view kEnglishNo[] = {"not",    "no",      "never",   "none", "nothing",
                                           "nobody", "nowhere", "neither", "nor",  "without",
                                           "cannot", "unable",  "*n't",    "non"};

// Phrases that have such a word and may be translated without one.
constexpr std::string_view kEnglishNotMeant[] = {
    "not only",       "not just",          "not merely",    "*n't just",     "*n't only",
    "nothing but",    "nobody but",        "no one but",    "none but",      "no matter",
    "no doubt",       "whether or not",    "or not",        "why not",       "why *n't",
    "no more than",   "no less than",      "no fewer than", "not more than", "not less than",
    "not fewer than", "nothing more than", "not until",     "*n't until",    "can't help",
    "cannot help",    "no sooner",         "no later than", "if not",        "isn't it",
    "isn't that",     "isn't there",       "isn't this",    "aren't you",    "don't you",
    "doesn't it",     "didn't you",        "won't you",     "don't forget",  "don't hesitate",
    "no other",       "non stop",          "non fiction",   "non issue",     "not to mention",
    "no problem",     "no wonder",         "not all that"};

// English phrases that Japanese may say by a negation.
constexpr std::string_view kEnglishMayBeNo[] = {
    "un*",       "in*",      "im*",     "ir*",        "dis*",       "mis*",     "non*",
    "*less",     "fail*",    "hardly",  "barely",     "rarely",     "seldom",   "scarcely",
    "refus*",    "lack*",    "miss*",   "avoid*",     "prevent*",   "stop*",    "forb*",
    "den*",      "few",      "fewer",   "little",     "too",        "except",   "but",
    "only",      "just",     "until",   "before",     "instead",    "rather",   "than",
    "yet",       "still",    "out",     "free",       "skip*",      "ignor*",   "leav*",
    "left",      "los*",     "drop*",   "gone",       "broke*",     "break*",   "wrong*",
    "bad*",      "doubt*",   "hard*",   "difficult*", "other*",     "absent*",  "exclud*",
    "empty",     "keep*",    "kept",    "reject*",    "block*",     "silent*",  "hesitat*",
    "forg*",     "away",     "must",    "have to",    "has to",     "had to",   "having to",
    "need*",     "should",   "ought",   "maybe",      "might",      "may",      "perhaps",
    "possibl*",  "probabl*", "almost",  "nearly",     "any*",       "soon*",    "late*",
    "alone",     "mere*",    "all",     "every*",     "last*",      "quiet*",   "resist*",
    "declin*",   "neglect*", "shut*",   "off",        "down",       "crash*",   "escap*",
    "let*",      "far*",     "beyond",  "sure*",      "careful*",   "case",     "would",
    "could",     "wish*",    "if",      "wonder*",    "whether",    "strange*", "odd*",
    "wait*",     "bother*",  "mind*",   "protect*",   "idle*",      "spare*",   "stay*",
    "remain*",   "hold*",    "held",    "save*",      "conflict*",  "safe*",    "private*",
    "constant*", "same",     "equal*",  "half",       "remov*",     "delet*",   "hid*",
    "blank",     "zero",     "sorry",   "apolog*",    "afraid",     "excus*",   "regret*",
    "thank*",    "great*",   "best",    "ever",       "despite",    "spite",    "regardless",
    "expir*",    "end*",     "no",      "vanish*",    "disappear*", "worse*",   "than",
    "although",  "though",   "however", "poor*",      "weak*",      "stuck",    "independent*",
    "long",      "tired",    "short*",  "cannot",     "nope",       "minus",    "negative*"};

// Sounds like a negation, and is none.
constexpr std::string_view kJapaneseNotNo[] = {"なければならない",
                                               "なければなりません",
                                               "なければならなかった",
                                               "なければいけない",
                                               "なければいけません",
                                               "なければいけなかった",
                                               "なければならず",
                                               "なくてはならない",
                                               "なくてはなりません",
                                               "なくてはならなかった",
                                               "なくてはいけない",
                                               "なくてはいけません",
                                               "なくてはいけなかった",
                                               "なくてはならず",
                                               "ないとならない",
                                               "ないとなりません",
                                               "ないとならなかった",
                                               "ないといけない",
                                               "ないといけません",
                                               "ないといけなかった",
                                               "ないとならず",
                                               "ねばならない",
                                               "ねばなりません",
                                               "ねばならなかった",
                                               "ねばいけない",
                                               "ねばいけません",
                                               "ねばいけなかった",
                                               "ねばならず",
                                               "かもしれない",
                                               "かもしれません",
                                               "かもしれなかった",
                                               "に違いない",
                                               "に違いありません",
                                               "にすぎない",
                                               "にすぎません",
                                               "ほかない",
                                               "ほかありません",
                                               "間もなく",
                                               "まもなく",
                                               "だけでなく",
                                               "だけではなく",
                                               "必ず",
                                               "いずれ",
                                               "はずれ",
                                               "はず",
                                               "たずね",
                                               "ずつ",
                                               "ずっと",
                                               "ずれ",
                                               "わずか",
                                               "かかわらず",
                                               "がけず",
                                               "ではないか",
                                               "少ない",
                                               "少なく",
                                               "つまらない",
                                               "申し訳ありません",
                                               "申し訳ない",
                                               "すみません",
                                               "とんでもない"};

// A negation, or a word that has one in it.
constexpr std::string_view kJapaneseNo[] = {
    "ない", "ません", "なかった", "なく",     "なけれ", "ず",     "なし", "ぬ", "まい",
    "無",   "不",     "非",       "未",       "失敗",   "禁",     "拒",   "避", "防",
    "欠",   "だめ",   "外",       "抜き",     "やめ",   "違",     "断",   "否", "いいえ",
    "いや", "停止",   "中止",     "まだです", "ノン",   "にくい", "難し"};

// A negation of its sentence.
constexpr std::string_view kJapaneseClearNo[] = {"ない", "ません", "なかった", "なくな",
                                                 "ずに", "ずと",   "なしで",   "なしに"};

bool is_clear_no(std::string_view clause) {
  constexpr std::string_view kOnly[] = {"しか", "いけ", "だめ"};  // しか...ない: no more than
  return has_any(clause, kJapaneseClearNo) && !has_any(clause, kOnly);
}

}  // namespace

std::optional<std::string_view> why_negation_differs(const Rendering& rendering) {
  PhraseText source(rendering.plain_source);
  const bool may_be_no = source.has(kEnglishNo) || source.has(kEnglishMayBeNo);
  source.remove(kEnglishNotMeant);
  const bool is_no = source.has(kEnglishNo);
  bool is_rendered_no = false, is_clear = false;
  for (std::string_view clause : clauses_of(rendering.plain_target)) {
    if (clause.starts_with("まず")) clause.remove_prefix(std::string_view("まず").size());
    const std::string meant = without(clause, kJapaneseNotNo);
    is_rendered_no = is_rendered_no || has_any(meant, kJapaneseNo);
    is_clear = is_clear || is_clear_no(meant);
  }
  if (is_no && !is_rendered_no) return "a negation is missing";
  if (!may_be_no && is_clear) return "a negation is invented";
  return std::nullopt;
}

}  // namespace sotto::translate
