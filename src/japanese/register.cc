#include "japanese/register.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "japanese/clause.h"
#include "japanese/sentences.h"

namespace sotto::japanese {
namespace {

// A sentence is read from so far before its end: enough for its last words, and untrusted text may
// have no ends.
constexpr size_t kMostBytes = 1500;

// Each predicate and particle ends in hiragana: what does not is no sentence to change.
bool ends_in_hiragana(std::string_view text) {
  constexpr size_t kBytes = 3;
  if (text.size() < kBytes) return false;
  size_t at = text.size() - kBytes;
  const bool begins_here = (static_cast<unsigned char>(text[at]) & 0xC0) != 0x80;
  const char32_t last = begins_here ? next_code_point(text, at) : 0;
  return last >= 0x3041 && last <= 0x3096;
}

std::vector<Edit> edits_of(const Mecab& dictionary, const text::Sentence& sentence,
                           Register wanted) {
  const SentenceRanges sentences = sentences_of(sentence.text, sentence.spans);
  const std::string_view masked = sentences.masked;
  std::vector<Edit> edits;
  for (const SentenceRange& range : sentences.ranges) {
    size_t begin = range.begin;
    if (range.end - begin > kMostBytes) begin = range.end - kMostBytes;
    while (begin < range.end && (static_cast<unsigned char>(masked[begin]) & 0xC0) == 0x80) ++begin;
    const std::string_view text = masked.substr(begin, range.end - begin);
    if (!ends_in_hiragana(text)) continue;
    const Clause clause = clause_of(dictionary, text, begin, range.asks);
    auto edit = wanted == Register::polite ? to_polite(clause) : to_plain(clause);
    if (edit) edits.push_back(*std::move(edit));
  }
  return edits;
}

// The edits are in order, and none touches a span.
text::Sentence applied(text::Sentence sentence, const std::vector<Edit>& edits,
                       text::ByteMap* map) {
  std::string text;
  size_t done = 0;
  auto span = sentence.spans.begin();
  const auto move_spans = [&](size_t until) {  // those that begin before it
    for (; span != sentence.spans.end() && span->begin < until; ++span) {
      span->end = text.size() + (span->end - done);
      span->begin = text.size() + (span->begin - done);
    }
  };
  for (const Edit& edit : edits) {
    move_spans(edit.begin);
    text.append(sentence.text, done, edit.begin - done);
    text += edit.text;
    if (map != nullptr) {
      map->keep(edit.begin - done);
      map->replace(edit.end - edit.begin, edit.text.size());
    }
    done = edit.end;
  }
  move_spans(sentence.text.size());
  text.append(sentence.text, done);
  if (map != nullptr) map->keep(sentence.text.size() - done);
  sentence.text = std::move(text);
  return sentence;
}

std::string changed_text(const RegisterChanger& changer, std::string_view text, Register wanted) {
  return changer.changed({.text = std::string(text), .spans = {}, .language = {}}, wanted).text;
}

}  // namespace

std::optional<Register> find_register(std::string_view name) {
  if (name == "polite") return Register::polite;
  if (name == "plain") return Register::plain;
  if (name == "asis") return Register::as_is;
  return std::nullopt;
}

Result<RegisterChanger> RegisterChanger::open() {
  Result<Mecab> dictionary = Mecab::open();
  if (!dictionary) return dictionary.error();
  return RegisterChanger(*std::move(dictionary));
}

std::string RegisterChanger::polite(std::string_view text) const {
  return changed_text(*this, text, Register::polite);
}

std::string RegisterChanger::plain(std::string_view text) const {
  return changed_text(*this, text, Register::plain);
}

text::Sentence RegisterChanger::changed(text::Sentence sentence, Register wanted,
                                        text::ByteMap* map) const {
  std::vector<Edit> edits;
  if (wanted != Register::as_is) edits = edits_of(dictionary_, sentence, wanted);
  return applied(std::move(sentence), edits, map);
}

}  // namespace sotto::japanese
