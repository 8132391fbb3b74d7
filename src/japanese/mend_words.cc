// Words that are written alike: those that MeCab's dictionaries choose against what stands around
// them, found by changing 140,000 sentences to and fro.
#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <utility>

#include "base/utf8.h"
#include "japanese/clause.h"

namespace sotto::japanese {
namespace {

using Surfaces = std::initializer_list<std::string_view>;

bool is_one_of(const ClauseWord& word, Surfaces surfaces) {
  return std::ranges::any_of(surfaces, [&](auto known) { return word.surface == known; });
}

void set_word(ClauseWord& word, const char* speech, const char* type, const char* form,
              std::string lemma) {
  word.speech = speech;
  word.type = type;
  word.form = form;
  word.lemma = std::move(lemma);
}

// The neighbours of a word: an empty one at either end.
struct Around {
  const std::vector<ClauseWord>& words;
  size_t at;
  const ClauseWord &before, &after;
};

// いい of "見るといい" is no form of いう where nothing follows that such a form has.
void mend_good(ClauseWord& word, const Around& around) {
  if (word.surface == "いい" && word.lemma == "いう" && !around.after.is_masu() &&
      !around.after.is_past())
    set_word(word, "形容詞", "形容詞・アウオ段", "基本形", word.surface);
}

// いった of "うまくいった" is one of いく; いう has something that is said.
void mend_went(ClauseWord& word, const Around& around) {
  const bool is_said = is_one_of(around.before, {"と", "って", "とも", "を", "そう", "こう", ""});
  if (word.surface == "いっ" && word.lemma == "いう" && !is_said)
    set_word(word, "動詞", "五段・カ行促音便", "連用タ接続", "いく");
}

// する and いく of everyday, not 擦る and 生きる.
void mend_everyday(ClauseWord& word, const Around&) {
  if (word.surface == "する" && word.lemma == "する") word.type = "サ変・スル";
  if (word.surface == "いき" && word.lemma == "いきる")
    set_word(word, "動詞", "五段・カ行促音便", "連用形", "いく");
}

// 要る is seldom written いる, which is said all the time: 動かすには時間がいる.
void mend_is(ClauseWord& word, const Around& around) {
  if (word.lemma == "伏せる") word.type = "一段";  // 臥せる, of another time
  if (word.surface != "いる" || !word.type.starts_with("五段")) return;
  for (size_t i = 1; i + 1 < around.at; ++i) {
    if (around.words[i].surface == "に" && around.words[i + 1].surface == "は" &&
        around.words[i - 1].is_verb())
      return;
  }
  word.type = "一段";
}

// か of 誰かいる belongs to 誰.
void mend_anybody(ClauseWord& word, const Around& around) {
  if (word.surface == "かい" && word.lemma == "かう" && around.after.is_masu() &&
      is_one_of(around.before, {"誰", "だれ", "何", "どこ"}))
    set_word(word, "動詞", "一段", "連用形", "かいる");
}

// て of "書いてます" is the verb てる; はい of "書いてはいます" is は and いる.
void mend_progressive(ClauseWord& word, const Around& around) {
  if (around.before.is_verb() && word.is_te() && around.after.is_masu())
    set_word(word, "動詞", "一段", "連用形", word.surface + "る");
  if (around.before.is_te() && (word.lemma == "はう" || word.lemma == "はいる"))
    set_word(word, "動詞", "一段", word.surface == "はいる" ? "基本形" : "連用形", "はいる");
}

// だ of "大きすぎだ" and "近くだ" is no past: only 読ん and its like have that one.
void mend_copula(ClauseWord& word, const Around& around) {
  if (word.is_past() && word.surface == "だ" &&
      !(around.before.is_verb() && around.before.form == "連用タ接続"))
    set_word(word, "助動詞", "特殊・ダ", "基本形", "だ");
}

// する of なんとかする and its forms, to which the dictionary gives か.
void mend_somehow(ClauseWord& word, const Around& around) {
  const bool is_somehow =
      around.before.surface == "なんと" || (around.before.surface == "と" && around.at >= 2 &&
                                            around.words[around.at - 2].surface == "何");
  if (!is_somehow || !is_one_of(word, {"かする", "かし"})) return;
  set_word(word, "動詞", "サ変・スル", word.surface == "かし" ? "連用形" : "基本形", "かする");
}

// 通った is 通る's, but 学校に通った. 行った is 行く's or 行う's: by what is in front of it, else
// nobody knows, and it stays.
void mend_pasts(ClauseWord& word, const Around& around) {
  if (word.surface == "通っ" && word.lemma == "通う") {
    const bool is_place = is_one_of(around.before, {"に", "へ"});
    set_word(word, "動詞", is_place ? "" : "五段・ラ行", "連用タ接続", "通る");
  }
  if (word.surface != "行っ" || !around.after.is_past()) return;
  const bool is_deed = around.before.surface == "を";
  const bool is_way = is_one_of(around.before, {"に", "へ", "まで", "て"}) &&
                      (around.at < 2 || around.words[around.at - 2].surface != "ごと");
  bool has_deed = false;  // 移行は昨日行った
  for (size_t i = 0; i + 1 < around.at; ++i) {
    has_deed = has_deed || (around.words[i].subclass == "サ変接続" &&
                            is_one_of(around.words[i + 1], {"を", "は", "が", "も"}));
  }
  if (is_way) {
    set_word(word, "動詞", "五段・カ行促音便", "連用タ接続", "行く");
  } else {
    set_word(word, "動詞", is_deed || has_deed ? "五段・ワ行促音便" : "", "連用タ接続", "行う");
  }
}

// 山だ and 真だ are names to the dictionary.
void split_copula(std::vector<ClauseWord>& words) {
  constexpr std::string_view kCopula = "だ";
  constexpr size_t kKana = 3;
  if (words.empty() || words.back().speech != "名詞") return;
  ClauseWord noun = words.back();
  if (!noun.surface.ends_with(kCopula) || noun.surface.size() < 2 * kKana) return;
  noun.surface.resize(noun.surface.size() - kKana);
  size_t last = noun.surface.size() - kKana;
  const char32_t before = next_code_point(noun.surface, last);
  if (before < 0x4E00 || before > 0x9FFF) return;
  noun.end -= kKana;
  ClauseWord copula{noun.end,   words.back().end, std::string(kCopula), "助動詞", "",
                    "特殊・ダ", "基本形",         std::string(kCopula)};
  words.back() = std::move(noun);
  words.push_back(std::move(copula));
}

// 人がい(る), a noun to the dictionary.
void mend_somebody(ClauseWord& word, const Around& around) {
  if (word.surface == "人がい" && around.after.is_negative())
    set_word(word, "動詞", "一段", "未然形", "人がいる");
}

}  // namespace

void mend_words(std::vector<ClauseWord>& words) {
  static const ClauseWord none{};
  split_copula(words);
  for (size_t i = 0; i < words.size(); ++i) {
    const Around around{words, i, i > 0 ? words[i - 1] : none,
                        i + 1 < words.size() ? words[i + 1] : none};
    for (const auto mend : {mend_good, mend_went, mend_everyday, mend_is, mend_anybody,
                            mend_progressive, mend_copula, mend_somehow, mend_pasts, mend_somebody})
      mend(words[i], around);
  }
}

}  // namespace sotto::japanese
