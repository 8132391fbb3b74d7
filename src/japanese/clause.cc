#include "japanese/clause.h"

#include <algorithm>
#include <array>

#include "base/utf8.h"

namespace sotto::japanese {
namespace {

// IPADIC's columns.
enum ClauseColumn : size_t { kSpeech = 0, kSubclass = 1, kType = 4, kForm = 5, kLemma = 6 };

// Particles that may follow a predicate in either register. かな, ぞ, わ and their like are spoken
// to oneself, or rough: they have no polite twin.
constexpr std::array<std::string_view, 6> kEndings = {"か", "ね", "ねえ", "よ", "よね", "っけ"};

bool is_ending(const ClauseWord& word) {
  return word.speech == "助詞" &&
         std::ranges::any_of(kEndings, [&](auto known) { return word.surface == known; });
}

// The dictionary knows １つ and not 1つ.
struct WideText {
  std::string text;
  std::vector<size_t> places;  // of each byte, and of its end, in the text as it was
};

WideText with_wide_digits(std::string_view text) {
  WideText wide;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool is_digit = text[i] >= '0' && text[i] <= '9';
    if (is_digit) {
      append_utf8(wide.text, U'０' + static_cast<char32_t>(text[i] - '0'));
    } else {
      wide.text += text[i];
    }
    wide.places.resize(wide.text.size(), i);
  }
  wide.places.push_back(text.size());
  return wide;
}

}  // namespace

bool ClauseWord::is_verb() const { return speech == "動詞" || is("助動詞", "五段・"); }

bool ClauseWord::is_adjective() const {
  return type.starts_with("形容詞・") || is("助動詞", "特殊・タイ");
}

bool ClauseWord::is_negative() const {
  return is("助動詞", "特殊・ナイ") || (speech == "形容詞" && (lemma == "ない" || lemma == "無い"));
}

bool ClauseWord::is_te() const {
  return (speech == "助詞" && (surface == "て" || surface == "で")) ||
         (is_copula() && surface == "で");
}

bool ClauseWord::is(std::string_view wanted, std::string_view begins) const {
  return speech == wanted && type.starts_with(begins);
}

bool ClauseWord::is_particle(std::string_view wanted) const {
  return speech == "助詞" && surface == wanted;
}

const ClauseWord& Clause::last(size_t back) const {
  static const ClauseWord none{};
  return back >= 1 && back <= end ? words[end - back] : none;
}

std::string_view Clause::particle() const {
  return end < words.size() ? std::string_view(words[end].surface) : std::string_view();
}

Clause clause_of(const Mecab& dictionary, std::string_view text, size_t begin, bool question) {
  Clause clause;
  clause.question = question;
  const WideText wide = with_wide_digits(text);
  const bool read = dictionary.for_each(wide.text, [&](const Mecab::Word& word) {
    const auto from = static_cast<size_t>(word.surface.data() - wide.text.data());
    const size_t at = begin + wide.places[from];
    const auto take = [&](size_t index) { return std::string(column(word.feature, index)); };
    const size_t end = begin + wide.places[from + word.surface.size()];
    clause.words.push_back({at, end, std::string(word.surface), take(kSpeech), take(kSubclass),
                            take(kType), take(kForm), take(kLemma)});
  });
  if (!read) clause.words.clear();
  mend_words(clause.words);
  clause.end = clause.words.size();
  while (clause.end > 0 && is_ending(clause.words[clause.end - 1])) {
    --clause.end;
    clause.has_ka = clause.has_ka || clause.words[clause.end].surface == "か";
  }
  return clause;
}

std::optional<std::string> form_of(const ClauseWord& verb, VerbForm form) {
  if (!verb.surface.starts_with(unchanged_part(verb.lemma, verb.type))) return std::nullopt;
  return conjugated(verb.lemma, verb.type, form);
}

Edit replace_last(const Clause& clause, size_t back, std::string text) {
  return {clause.last(back).begin, clause.last(1).end, std::move(text)};
}

}  // namespace sotto::japanese
