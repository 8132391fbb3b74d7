// Whether both sides say more, or both say less.
#include <algorithm>
#include <array>

#include "translate/meaning.h"
#include "translate/phrases.h"

namespace sotto::translate {
namespace {

struct Side {
  std::array<std::string_view, 8> english;
  std::array<std::string_view, 8> japanese;      // that says so
  std::array<std::string_view, 8> passes;        // that may be said for it
  std::array<std::string_view, 8> excuses = {};  // English whose Japanese may be this side's
};
struct Opposites {
  Side one, other;
};

constexpr Opposites kOpposites[] = {
    {{{"more", "increas*", "grew", "grow*"},
      {"多", "増", "以上", "超"},
      {"もっと", "さらに", "より", "大き", "あと", "もう", "ほか", "これ以上"}},
     {{"less", "fewer", "decreas*", "reduc*"},
      {"少な", "減", "未満", "以下"},
      {"ほど", "小さ", "低", "縮", "短", "抑", "節約", "軽"}}},
    {{{"at least"}, {"少なくとも", "以上", "最低"}, {"せめて", "最小"}},
     {{"at most", "no more than", "not more than", "up to"},
      {"最大", "以下", "多くても", "以内"},
      {"まで", "せいぜい", "最高", "だけ", "しか"}}},
    {{{"more than", "over", "above", "exceed*"},
      {"以上", "超", "上回"},
      {"より", "余り", "上", "越"}},
     {{"less than", "fewer than", "under", "below"},
      {"未満", "以下", "下回"},
      {"より", "以内", "足らず", "ほど", "下", "満た", "弱"}}},
    {{{"larger", "largest", "bigger", "biggest"}, {"大き", "最大"}, {"大", "広", "多"}},
     {{"smaller", "smallest"},
      {"小さ", "最小"},
      {"小", "狭", "少な", "細か"},
      {"small", "little"}}},
    {{{"faster", "fastest", "quicker", "earlier"}, {"速", "早"}, {"前", "先", "以前"}},
     {{"slower", "slowest", "later"}, {"遅"}, {"後", "あと", "のち", "ゆっくり"}}},
    {{{"longer", "longest"}, {"長"}, {"もう", "以上"}}, {{"shorter", "shortest"}, {"短"}, {"低"}}},
    {{{"higher", "highest"}, {"高", "上が"}, {"大き", "最大", "上"}},
     {{"lower", "lowest"}, {"低", "下が", "下げ"}, {"小さ", "最小", "下", "安", "減"}}},
    {{{"better", "best"}, {"良", "優れ", "改善"}, {"よ", "いい", "うま", "上手", "最適", "最高"}},
     {{"worse", "worst"}, {"悪"}, {"ひど", "最低", "劣"}}},
    {{{"before"}, {"前"}, {"まで", "先", "うち", "以前", "これまで"}},
     {{"after"}, {"の後", "た後", "てから"}, {"たら", "あと", "以降", "次", "ると", "て"}}},
    {{{"enabl*", "turn* on"}, {"有効"}, {"オン", "でき", "可能"}},
     {{"disabl*", "turn* off"}, {"無効"}, {"オフ", "切", "止"}}},
    {{{"start*", "begin*", "began", "begun"}, {"始", "開始"}, {"起動", "出", "最初"}},
     {{"stop*"},
      {"止", "やめ", "終"},
      {"断", "なくな", "ません", "ない", "切"},
      {"exit*", "kill*", "end", "ends", "ended", "finish*", "quit*", "terminat*"}}},
    {{{"older", "oldest"}, {"古"}, {"年上", "以前"}},
     {{"newer", "newest"}, {"新し"}, {"最新", "新"}}},
    {{{"open", "opens", "opened", "opening"}, {"開"}, {"オープン"}},
     {{"close", "closes", "closed", "closing"}, {"閉"}, {"クローズ", "終", "近"}}},
};

constexpr size_t kReach = 4;  // words between a negation and what it turns into its opposite
constexpr std::string_view kTurns[] = {"not",    "no",      "never",  "*n't",
                                       "cannot", "without", "neither"};

Phrases filled(const std::array<std::string_view, 8>& list) {
  size_t count = 0;
  while (count < list.size() && !list[count].empty()) ++count;
  return Phrases(list).first(count);
}

// Whether the text says this side, and no negation makes the other one of it.
enum class Said { no, yes, turned };
Said said_in_english(const PhraseText& text, const Side& side) {
  const size_t at = text.find(filled(side.english));
  if (at == text.words().size()) return Said::no;
  return text.has_before(at, kReach, kTurns) ? Said::turned : Said::yes;
}

// In a clause that neither denies it nor has a word that may be said for the other side.
bool is_said_in_japanese(std::span<const std::string_view> clauses, const Side& side,
                         const Side& other) {
  constexpr std::string_view kFew = "少な";  // whose ない is no negation
  constexpr size_t kOfFew = std::string_view("い").size();
  constexpr std::string_view kNo[] = {"ない", "ません", "なく", "なかった", "ず"};
  for (const std::string_view clause : clauses) {
    if (has_any(clause, filled(other.passes))) continue;
    for (const std::string_view word : filled(side.japanese)) {
      const size_t at = clause.find(word);
      if (at == clause.npos) continue;
      const size_t end = at + word.size() + (word == kFew ? kOfFew : 0);
      if (end >= clause.size() || !has_any(clause.substr(end), kNo)) return true;
    }
  }
  return false;
}

bool is_opposite(const PhraseText& source, std::span<const std::string_view> target,
                 std::string_view whole, const Side& meant, const Side& other) {
  if (said_in_english(source, meant) != Said::yes) return false;
  if (said_in_english(source, other) != Said::no || source.has(filled(other.excuses))) return false;
  return !has_any(whole, filled(meant.japanese)) && is_said_in_japanese(target, other, meant);
}

// Whether a clause that says less denies it: 少ないメモリを使いません.
bool denies_less(std::span<const std::string_view> clauses) {
  constexpr std::string_view kFew = "少な", kNo[] = {"ません", "なかった"};
  return std::ranges::any_of(clauses, [&](std::string_view clause) {
    const size_t at = clause.find(kFew);
    return at != clause.npos && has_any(clause.substr(at + kFew.size()), kNo);
  });
}

// "less memory than before" needs a word for less, which nothing denies: 多く with a negation is
// only "not more", and これほど looks back at something else.
bool loses_less(const PhraseText& source, std::span<const std::string_view> clauses,
                std::string_view whole) {
  constexpr Side kLess = {{"less", "fewer"}, {}, {}};
  constexpr std::string_view kThan[] = {"than"}, kBack[] = {"これほど", "それほど", "あれほど"};
  constexpr std::string_view kSays[] = {"少",   "減",   "未満", "以下", "以内", "ほど",
                                        "小さ", "低",   "縮",   "短",   "抑",   "節約",
                                        "軽",   "足ら", "満た", "弱",   "下回"};
  if (said_in_english(source, kLess) != Said::yes || !source.has(kThan)) return false;
  return !has_any(without(whole, kBack), kSays) || (!source.has(kTurns) && denies_less(clauses));
}

}  // namespace

std::optional<std::string_view> why_comparison_differs(const Rendering& rendering) {
  const PhraseText source(rendering.plain_source);
  constexpr std::string_view kAbout[] = {"前後"};  // 10件前後: neither before nor after
  const std::string whole = without(rendering.plain_target, kAbout);
  const std::vector<std::string_view> target = clauses_of(whole);
  if (loses_less(source, target, whole)) return "it says the opposite";
  for (const auto& [one, other] : kOpposites) {
    if (is_opposite(source, target, whole, one, other) ||
        is_opposite(source, target, whole, other, one))
      return "it says the opposite";
  }
  return std::nullopt;
}

}  // namespace sotto::translate
