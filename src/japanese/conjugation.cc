#include "japanese/conjugation.h"

#include <algorithm>
#include <array>

namespace sotto::japanese {
namespace {

// Endings in place of the lemma's.
struct Endings {
  std::string_view type;  // how its name begins
  std::string_view lemma, stem, negative, past, te, volitional;
};

// The first that fits a type and its lemma.
constexpr Endings kConjugations[] = {
    {"五段・カ行促音便", "く", "き", "か", "った", "って", "こう"},
    {"五段・カ往促音便", "く", "き", "か", "った", "って", "こう"},  // so it is in naist-jdic
    {"五段・カ行", "く", "き", "か", "いた", "いて", "こう"},
    {"五段・ガ行", "ぐ", "ぎ", "が", "いだ", "いで", "ごう"},
    {"五段・サ行", "す", "し", "さ", "した", "して", "そう"},
    {"五段・タ行", "つ", "ち", "た", "った", "って", "とう"},
    {"五段・ナ行", "ぬ", "に", "な", "んだ", "んで", "のう"},
    {"五段・バ行", "ぶ", "び", "ば", "んだ", "んで", "ぼう"},
    {"五段・マ行", "む", "み", "ま", "んだ", "んで", "もう"},
    {"五段・ラ行特殊", "る", "い", "ら", "った", "って", "ろう"},
    {"五段・ラ行", "る", "り", "ら", "った", "って", "ろう"},
    {"五段・ワ行ウ音便", "う", "い", "わ", "うた", "うて", "おう"},
    {"五段・ワ行", "う", "い", "わ", "った", "って", "おう"},
    {"一段・得ル", "うる", "え", "え", "えた", "えて", "えよう"},
    {"一段", "る", "", "", "た", "て", "よう"},
    {"カ変・来ル", "来る", "来", "来", "来た", "来て", "来よう"},
    {"カ変・クル", "くる", "き", "こ", "きた", "きて", "こよう"},
    {"サ変・−ズル", "ずる", "じ", "じ", "じた", "じて", "じよう"},
    {"サ変・", "する", "し", "し", "した", "して", "しよう"},
};

// おっしゃる is conjugated as くださる, which not every dictionary knows.
constexpr std::array<std::string_view, 5> kHonorific = {"おっしゃる", "いらっしゃる", "なさる",
                                                        "くださる", "ござる"};

// とどまる: no verb in -aru, -uru or -oru is 一段, whatever the dictionary says.
bool has_broad_ending(std::string_view lemma) {
  constexpr std::string_view kBroad =
      "あうおかくこがぐごさすそざずぞたつとだづどなぬのはふほばぶぼ"
      "まむもやゆよらるろわ";
  constexpr size_t kKana = 3, kEnding = 2 * kKana;
  if (lemma.size() < kEnding) return false;
  const std::string_view kana = lemma.substr(lemma.size() - kEnding, kKana);
  for (size_t i = 0; i < kBroad.size(); i += kKana) {
    if (kBroad.substr(i, kKana) == kana) return true;
  }
  return false;
}

const Endings* endings_of(std::string_view lemma, std::string_view type) {
  if (std::ranges::any_of(kHonorific, [&](auto verb) { return lemma == verb; }))
    type = "五段・ラ行特殊";
  if (lemma == "問う" || lemma == "請う" || lemma == "乞う") type = "五段・ワ行ウ音便";
  for (const Endings& e : kConjugations) {
    if (!type.starts_with(e.type)) continue;
    if (e.type == "一段" && has_broad_ending(lemma) && type != "一段・得ル")
      return endings_of(lemma, "五段・ラ行");
    if (lemma.ends_with(e.lemma)) return &e;
  }
  return nullptr;
}

std::string_view ending(const Endings& e, VerbForm form) {
  switch (form) {
    case VerbForm::stem:
      return e.stem;
    case VerbForm::negative:
      return e.negative;
    case VerbForm::past:
      return e.past;
    case VerbForm::te:
      return e.te;
    case VerbForm::volitional:
      return e.volitional;
  }
  return {};
}

}  // namespace

std::optional<std::string> conjugated(std::string_view lemma, std::string_view type,
                                      VerbForm form) {
  const Endings* e = endings_of(lemma, type);
  if (e == nullptr) return std::nullopt;
  std::string made(lemma.substr(0, lemma.size() - e->lemma.size()));
  return made.append(ending(*e, form));
}

std::string_view unchanged_part(std::string_view lemma, std::string_view type) {
  const Endings* e = endings_of(lemma, type);
  return e == nullptr ? std::string_view() : lemma.substr(0, lemma.size() - e->lemma.size());
}

}  // namespace sotto::japanese
