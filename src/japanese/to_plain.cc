// From the polite register to the plain one, a rule a polite ending. None changes what is plain
// already.
#include <algorithm>
#include <array>

#include "japanese/clause.h"

namespace sotto::japanese {
namespace {

using MaybePlain = std::optional<Edit>;

// The verb in front of ます, and where it begins.
struct PlainVerb {
  ClauseWord word;
  size_t back = 0;  // words before the end
};

// None: it is none of those that become plain. What is humble becomes what it stands for: the
// plain おる is of another time.
std::optional<PlainVerb> verb_at(const Clause& clause, size_t back) {
  PlainVerb verb{clause.last(back), back};
  const ClauseWord& before = clause.last(back + 1);
  // おっしゃい is おっしゃ and い(る) to the dictionary.
  if (verb.word.surface == "い" && before.is_verb() && before.form.starts_with("体言接続"))
    return PlainVerb{before, back + 1};
  if (!verb.word.is_verb() || verb.word.lemma == "ござる") return std::nullopt;
  const auto stem = conjugated(verb.word.lemma, verb.word.type, VerbForm::stem);
  if (!stem || *stem != verb.word.surface) return std::nullopt;
  const auto stands_for = [&](const char* surface, const char* lemma, const char* type) {
    verb.word.surface = surface;
    verb.word.lemma = lemma;
    verb.word.type = type;
  };
  const std::string& lemma = verb.word.lemma;
  if (lemma == "おる" && before.is_te()) {
    stands_for("い", "いる", "一段");
  } else if (lemma == "いたす" || lemma == "致す") {
    stands_for("し", "する", "サ変・スル");
  }
  return verb;
}

MaybePlain plain_form(const Clause& clause, size_t back, VerbForm form,
                      const std::string& ending = {}) {
  const auto verb = verb_at(clause, back);
  const auto made = verb ? form_of(verb->word, form) : std::nullopt;
  return made ? MaybePlain(replace_last(clause, verb->back, *made + ending)) : std::nullopt;
}

MaybePlain plain_present(const Clause& clause, size_t back, const std::string& ending = {}) {
  const auto verb = verb_at(clause, back);
  return verb ? MaybePlain(replace_last(clause, verb->back, verb->word.lemma + ending))
              : std::nullopt;
}

// `ending` begins with な. Of ある it is all that is left.
MaybePlain plain_negative(const Clause& clause, size_t back, const std::string& ending) {
  if (clause.last(back).is_verb() && clause.last(back).lemma == "ある")
    return replace_last(clause, back, ending);
  return plain_form(clause, back, VerbForm::negative, ending);
}

// すみません and its like are no predicates.
bool is_phrase(const ClauseWord& word) { return word.speech == "感動詞"; }

bool is_masen(const Clause& clause, size_t back) {
  return clause.last(back).surface == "ん" && clause.last(back + 1).is_masu();
}

MaybePlain masu(const Clause& clause) {
  const ClauseWord& word = clause.last(1);
  if (!word.is_masu() || !word.ends()) return std::nullopt;
  const bool is_copula = clause.last(2).lemma == "ござる" && clause.last(3).is_copula();
  if (is_copula) return replace_last(clause, 3, clause.has_ka ? "" : "だ");
  return plain_present(clause, 2);
}

MaybePlain mashita(const Clause& clause) {  // ました, でした, ませんでした
  if (!clause.last(1).is_past() || !clause.last(1).ends()) return std::nullopt;
  if (clause.last(2).is_masu()) return plain_form(clause, 3, VerbForm::past);
  if (!clause.last(2).is_desu()) return std::nullopt;
  if (is_masen(clause, 3)) return plain_negative(clause, 5, "なかった");
  const ClauseWord& before = clause.last(3);
  if (before.is_adjective() || before.is_past() || is_phrase(before)) return std::nullopt;
  return replace_last(clause, 2, "だった");
}

MaybePlain masen(const Clause& clause) {
  return is_masen(clause, 1) ? plain_negative(clause, 3, "ない") : std::nullopt;
}

MaybePlain mashou(const Clause& clause) {  // ましょう, でしょう
  if (!clause.last(1).is("助動詞", "不変化型") || clause.last(1).surface != "う")
    return std::nullopt;
  if (clause.last(2).is_masu()) return plain_form(clause, 3, VerbForm::volitional);
  if (!clause.last(2).is_desu()) return std::nullopt;
  // Twice polite: ませんでしょう.
  if (is_masen(clause, 3)) return plain_negative(clause, 5, "ないだろう");
  if (clause.last(3).is_masu()) return plain_present(clause, 4, "だろう");
  if (clause.last(3).is_past() && clause.last(4).is_masu())
    return plain_form(clause, 5, VerbForm::past, "だろう");
  return replace_last(clause, 2, "だろう");
}

// 何 of 何ですか: 何か is something else.
bool asks_what(const Clause& clause) {
  constexpr std::array<std::string_view, 15> kWhat = {
      "なぜ",   "どうして",

      "何",     "なに",     "いつ",   "どこ",   "誰",   "だれ",  "どれ",
      "どちら", "どっち",   "いくつ", "いくら", "どう", "どなた"};
  const auto is_what = [&](const ClauseWord& w) {
    return std::ranges::any_of(kWhat, [&](auto known) { return w.surface == known; });
  };
  return is_what(clause.last(2)) || clause.last(3).surface == "何";
}

// 何ですか？ is 何だ？, and without a mark 何なのか.
Edit plain_question(const Clause& clause) {
  const ClauseWord& ka = clause.words[clause.end];
  if (!clause.question) return replace_last(clause, 1, "なの");
  return {clause.last(1).begin, ka.end, "だ"};
}

MaybePlain desu(const Clause& clause) {
  const ClauseWord& before = clause.last(2);
  if (!clause.last(1).is_desu() || !clause.last(1).ends() || before.surface.empty() ||
      is_phrase(before) || before.surface == "いかが")
    return std::nullopt;
  const bool is_polite_twice = before.is_masu() || is_masen(clause, 2) ||
                               clause.last(3).is_masu() || clause.last(3).is_desu();
  if (before.subclass == "読点" || is_polite_twice) return std::nullopt;
  const bool is_predicate = before.ends() && (before.is_adjective() || before.is_negative() ||
                                              before.is_past() || before.is_verb());
  if (is_predicate) return replace_last(clause, 1, "");
  const bool explains = before.surface == "ん" || before.surface == "の";
  if (clause.has_ka && asks_what(clause)) return plain_question(clause);
  if (clause.has_ka) return replace_last(clause, explains ? 2 : 1, explains ? "の" : "");
  const bool is_bare_question = clause.question && clause.end == clause.words.size();
  return replace_last(clause, 1, is_bare_question && !explains ? "" : "だ");
}

MaybePlain kudasai(const Clause& clause) {
  const ClauseWord& word = clause.last(1);
  const ClauseWord& before = clause.last(2);
  if (!word.is_verb() || word.lemma != "くださる" || !word.form.starts_with("命令"))
    return std::nullopt;
  const bool is_te = before.is_te();
  if (clause.particle().starts_with("ね"))
    return is_te ? MaybePlain(replace_last(clause, 1, "")) : std::nullopt;
  return is_te || before.is_particle("を") ? MaybePlain(replace_last(clause, 1, "くれ"))
                                           : std::nullopt;
}

}  // namespace

std::optional<Edit> to_plain(const Clause& clause) {
  for (const auto rule : {masu, mashita, masen, mashou, desu, kudasai}) {
    if (MaybePlain edit = rule(clause)) return edit;
  }
  return std::nullopt;
}

}  // namespace sotto::japanese
