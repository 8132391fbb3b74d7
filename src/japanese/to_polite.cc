// From the plain register to the polite one, a rule a kind of predicate. None changes what is
// polite already.
#include <algorithm>
#include <array>

#include "japanese/clause.h"

namespace sotto::japanese {
namespace {

using MaybeEdit = std::optional<Edit>;

Edit append(const Clause& clause, std::string text) {
  const size_t end = clause.last(1).end;
  return {end, end, std::move(text)};
}

// The voice makes a question of "通った？"; politely, か does.
std::string with_ka(const Clause& clause, std::string text) {
  const bool is_bare = clause.end == clause.words.size();
  return clause.question && is_bare ? text + "か" : text;
}

MaybeEdit polite_stem(const Clause& clause, size_t back, const std::string& ending) {
  const auto stem = form_of(clause.last(back), VerbForm::stem);
  return stem ? MaybeEdit(replace_last(clause, back, *stem + ending)) : std::nullopt;
}

// で of である, a particle behind words that no dictionary has; that of 読んである is another one.
bool is_de(const Clause& clause, size_t back) {
  const ClauseWord& word = clause.last(back);
  const bool is_te = clause.last(back + 1).form == "連用タ接続";
  return word.surface == "で" && !is_te && (word.is_copula() || word.speech == "助詞");
}

bool is_predicate(const ClauseWord& word) {
  return word.ends() &&
         (word.is_verb() || word.is_adjective() || word.is_past() || word.is_negative());
}

MaybeEdit present(const Clause& clause) {  // 書く, である
  const ClauseWord& verb = clause.last(1);
  if (!verb.is_verb() || !verb.ends()) return std::nullopt;
  if (verb.lemma == "ある" && is_de(clause, 2))
    return replace_last(clause, 2, with_ka(clause, "です"));
  return polite_stem(clause, 1, with_ka(clause, "ます"));
}

// という, one word to the dictionary.
MaybeEdit called(const Clause& clause) {
  const ClauseWord& word = clause.last(1);
  constexpr std::string_view kSay = "いう";
  if (word.speech != "助詞" || !word.surface.ends_with(kSay)) return std::nullopt;
  const std::string before = word.surface.substr(0, word.surface.size() - kSay.size());
  return replace_last(clause, 1, with_ka(clause, before + "いいます"));
}

// Words that ありません follows as ない does. In ぎこちない and だらしない, ない is a part of the
// word.
bool takes_arimasen(const ClauseWord& word) {
  constexpr std::array<std::string_view, 11> kParticles = {
      "は", "が", "も", "で", "じゃ", "と", "しか", "さえ", "こそ", "に", "まで"};
  constexpr std::array<std::string_view, 10> kNouns = {
      "問題", "違い", "間違い", "申し訳", "仕方", "しかた", "心配", "必要", "関係", "変わり"};
  const auto is = [&](auto known) { return word.surface == known; };
  const bool is_adverb =
      word.speech == "副詞" || word.subclass == "副詞可能" || word.speech == "記号";
  if (word.surface.empty() || word.form == "連用テ接続" || is_adverb) return true;
  return word.speech == "名詞" ? std::ranges::any_of(kNouns, is)
                               : std::ranges::any_of(kParticles, is);
}

// For cases that are not sure: any ない may have です behind it.
std::string nai_desu(const Clause& clause, size_t back, const std::string& ending) {
  std::string text;
  for (size_t i = back; i > 0; --i) text += clause.last(i).surface;
  return text + (ending.ends_with("か") ? "ですか" : "です");
}

// ない so far before the end.
MaybeEdit negative_at(const Clause& clause, size_t back, const std::string& ending) {
  const ClauseWord& before = clause.last(back + 1);
  const auto stem = before.is_verb() ? form_of(before, VerbForm::negative) : std::nullopt;
  if (stem && *stem == before.surface) return polite_stem(clause, back + 1, ending);
  if (before.is_particle("て")) return replace_last(clause, back, ending);  // 書いて(い)ない
  return replace_last(clause, back,
                      takes_arimasen(before) ? "あり" + ending : nai_desu(clause, back, ending));
}

MaybeEdit negative(const Clause& clause) {  // 書かない, 高くない, ではない
  const ClauseWord& word = clause.last(1);
  if (!word.is_negative() || !word.ends()) return std::nullopt;
  return negative_at(clause, 1, with_ka(clause, "ません"));
}

MaybeEdit past(const Clause& clause) {  // 書いた, 書かなかった, 高かった, だった, であった
  if (!clause.last(1).is_past() || !clause.last(1).ends()) return std::nullopt;
  const ClauseWord& before = clause.last(2);
  if (before.is_verb()) {
    if (form_of(before, VerbForm::past) != before.surface + clause.last(1).surface)
      return std::nullopt;
    if (before.lemma == "ある" && is_de(clause, 3))
      return replace_last(clause, 3, with_ka(clause, "でした"));
    return polite_stem(clause, 2, with_ka(clause, "ました"));
  }
  if (before.is_copula()) return replace_last(clause, 2, with_ka(clause, "でした"));
  if (before.is_negative()) return negative_at(clause, 2, with_ka(clause, "ませんでした"));
  // からかった of からかう is taken for one of からい; what has an object is no adjective.
  if (before.is_adjective() && !before.is("助動詞", "") && clause.last(3).is_particle("を"))
    return std::nullopt;
  if (before.is_adjective()) return append(clause, with_ka(clause, "です"));
  return std::nullopt;
}

MaybeEdit adjective(const Clause& clause) {  // 高い, 書きたい
  const ClauseWord& word = clause.last(1);
  if (!word.is_adjective() || word.is_negative() || !word.ends()) return std::nullopt;
  return append(clause, with_ka(clause, "です"));
}

MaybeEdit copula(const Clause& clause) {  // だ
  const ClauseWord& word = clause.last(1);
  const bool is_da = word.is_copula() && word.surface == "だ" && word.ends();
  if (!is_da || clause.has_ka || clause.particle() == "っけ" || is_predicate(clause.last(2)))
    return std::nullopt;
  return replace_last(clause, 1, with_ka(clause, "です"));
}

MaybeEdit volitional(const Clause& clause) {  // 書こう, だろう, であろう
  if (!clause.last(1).is("助動詞", "不変化型") || clause.last(1).surface != "う")
    return std::nullopt;
  const ClauseWord& before = clause.last(2);
  if (before.is_copula()) return replace_last(clause, 2, "でしょう");
  if (!before.is_verb()) return std::nullopt;
  if (before.lemma != "ある") return polite_stem(clause, 2, "ましょう");
  return is_de(clause, 3) ? MaybeEdit(replace_last(clause, 3, "でしょう")) : std::nullopt;
}

MaybeEdit contracted_negative(const Clause& clause) {  // 分からん
  const bool is_n = clause.last(1).is("助動詞", "不変化型") && clause.last(1).surface == "ん";
  const ClauseWord& before = clause.last(2);
  if (!is_n || !before.is_verb() || !before.form.starts_with("未然")) return std::nullopt;
  return polite_stem(clause, 2, with_ka(clause, "ません"));
}

// Whether a predicate, or な of a noun's, stands before の: 動くの, 問題なの.
bool explains(const Clause& clause) {
  const ClauseWord& before = clause.last(2);
  return is_predicate(before) || (before.is_copula() && before.surface == "な");
}

MaybeEdit asking_no(const Clause& clause) {  // 動くの？
  const bool is_bare = clause.end == clause.words.size();
  if (clause.last(1).surface != "の" || !is_bare || !clause.question || !explains(clause))
    return std::nullopt;
  return replace_last(clause, 1, "んですか");
}

// 何だ, an exclamation to the dictionary.
MaybeEdit asking_what(const Clause& clause) {
  const bool asks = clause.last(1).surface == "何だ" && clause.question && !clause.has_ka;
  return asks ? MaybeEdit(replace_last(clause, 1, with_ka(clause, "何です"))) : std::nullopt;
}

// バグか？, なぜ動くのか。 Without a mark and a topic a noun with か may be one of two: AかBか.
MaybeEdit asked_noun(const Clause& clause) {
  const ClauseWord& word = clause.last(1);
  if (!clause.has_ka || clause.particle() != "か") return std::nullopt;
  if (word.surface == "の")
    return explains(clause) ? MaybeEdit(append(clause, "です")) : std::nullopt;
  const bool is_noun = (word.speech == "名詞" && word.surface != "ん") || word.lemma == "べし";
  const bool is_adverb =
      word.speech == "副詞" || word.subclass == "副助詞" || word.surface == "から";
  const bool doubts = word.surface == "否" || word.surface == "どう";  // か否か, かどうか
  if (doubts && clause.last(2).is_particle("か")) return std::nullopt;
  const auto is_topic = [](const ClauseWord& w) { return w.is_particle("は"); };
  const bool has_topic = std::ranges::any_of(clause.words, is_topic);
  const bool asks = clause.question ? is_noun || is_adverb : is_noun && has_topic;
  return asks ? MaybeEdit(append(clause, "です")) : std::nullopt;
}

// A command is a request when it is polite. What may be the stem of a noun (開発者向け) is none.
MaybeEdit command(const Clause& clause) {  // 書け, 書いてくれ
  const ClauseWord& verb = clause.last(1);
  const ClauseWord& before = clause.last(2);
  if (clause.has_ka) return std::nullopt;
  if (verb.surface == "見てくれ")
    return replace_last(clause, 1, "見てください");  // a noun, it says
  if (!verb.is_verb()) return std::nullopt;
  if (verb.lemma == "くれる" && verb.surface == "くれ") {
    const bool asks_for = before.is_te() || before.is_particle("を");
    return asks_for ? MaybeEdit(replace_last(clause, 1, "ください")) : std::nullopt;
  }
  if (!verb.form.starts_with("命令") || clause.end != clause.words.size() || clause.question)
    return std::nullopt;
  constexpr std::array<std::string_view, 4> kKept = {"くださる", "なさる", "っしゃる", "ある"};
  if (std::ranges::any_of(kKept, [&](auto lemma) { return verb.lemma.ends_with(lemma); }))
    return std::nullopt;
  const bool is_sure = clause.end == 1 || before.speech == "助詞" || before.speech == "副詞" ||
                       verb.type.starts_with("サ変") || before.subclass == "副詞可能";
  const auto te = form_of(verb, VerbForm::te);
  return is_sure && te ? MaybeEdit(replace_last(clause, 1, *te + "ください")) : std::nullopt;
}

// 消すな: forbidden, where the verb has something to do it to; else it may be 動くな(あ).
MaybeEdit forbidden(const Clause& clause) {
  const ClauseWord& verb = clause.last(2);
  if (!clause.last(1).is_particle("な") || clause.end != clause.words.size()) return std::nullopt;
  if (!verb.is_verb() || !verb.ends() || verb.subclass != "自立" || clause.question)
    return std::nullopt;
  const ClauseWord& before = clause.last(3);
  const bool has_object = before.is_particle("を") || before.is_particle("に") ||
                          before.is_particle("へ") || before.subclass == "サ変接続";
  const auto stem = form_of(verb, VerbForm::negative);
  if (!has_object || !stem || verb.lemma == "ある") return std::nullopt;
  return replace_last(clause, 2, *stem + "ないでください");
}

}  // namespace

std::optional<Edit> to_polite(const Clause& clause) {
  for (const auto rule :
       {present, called, negative, past, adjective, copula, volitional, contracted_negative,
        asking_no, asking_what, asked_noun, command, forbidden}) {
    if (MaybeEdit edit = rule(clause)) return edit;
  }
  return std::nullopt;
}

}  // namespace sotto::japanese
