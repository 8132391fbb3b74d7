#include "translate/remote/answer_judge.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/printable.h"
#include "base/utf8.h"
#include "text/html.h"
#include "text/speech_builder.h"
#include "translate/answers.h"
#include "translate/decode_policy.h"
#include "translate/guards.h"
#include "translate/mangled.h"
#include "translate/readable.h"

namespace sotto::translate {
namespace {

using text::Sentence;

constexpr int kFewAnswerLetters = 4;    // "OK", "LGTM": a name may stay what it is
constexpr int kAnswerCopyLetters = 12;  // from here on an equal text is a copy, not a name
constexpr size_t kShortRatio = 6, kLongSource = 60;  // bytes

// A number for each word, where a character is one in scripts without spaces.
std::vector<int> word_numbers(std::string_view text) {
  std::vector<int> numbers;
  std::string word;
  const auto end_word = [&] {
    if (!word.empty()) numbers.push_back(static_cast<int>(std::hash<std::string>()(word)));
    word.clear();
  };
  for (size_t i = 0; i < text.size();) {
    const char32_t c = next_code_point(text, i);
    const bool is_one = text::is_cjk(c);
    if (is_one || u_isalnum(static_cast<UChar32>(c)) == 0) end_word();
    if (u_isalnum(static_cast<UChar32>(c)) == 0) continue;
    append_utf8(word, static_cast<char32_t>(u_foldCase(static_cast<UChar32>(c), 0)));
    if (is_one) end_word();
  }
  end_word();
  return numbers;
}

// A model likes to quote what it translated.
std::string_view without_quotes(std::string_view answer, std::string_view source) {
  constexpr std::pair<std::string_view, std::string_view> kQuotes[] = {
      {"\"", "\""}, {"“", "”"}, {"「", "」"}, {"『", "』"}, {"«", "»"}, {"`", "`"}};
  for (const auto& [open, close] : kQuotes) {
    if (answer.size() <= open.size() + close.size() || source.starts_with(open)) continue;
    if (!answer.starts_with(open) || !answer.ends_with(close)) continue;
    const std::string_view inside =
        answer.substr(open.size(), answer.size() - open.size() - close.size());
    if (inside.find(close) == inside.npos) return trimmed(inside);
  }
  return answer;
}

std::string without_tags(std::string_view answer) {
  std::string text;
  for (const text::HtmlToken& token : text::read_html(answer))
    if (token.kind == text::HtmlToken::Kind::text) text += text::decode_entities(token.source);
  return text;
}

}  // namespace

AnswerJudge::AnswerJudge(Language from, Language to)
    : from_(std::move(from)), to_(std::move(to)), guards_(meaning_guards(from_, to_)) {}

bool AnswerJudge::needs_none(const Sentence& sentence) const {
  return from_ == to_ || letters(outside_spans(sentence)) == 0;
}

std::optional<Asked> AnswerJudge::prepare(const Sentence& sentence, const Tag* tag) const {
  if (tag == nullptr) {
    auto source = protect(sentence, nullptr);
    if (!source) return std::nullopt;
    return Asked{sentence.text, *std::move(source)};
  }
  auto source = protect(sentence, &many_markers());
  if (!source) return std::nullopt;
  std::string text = tagged(*source, *tag);
  return Asked{std::move(text), *std::move(source), tag};
}

Translation AnswerJudge::judge(std::string_view answer, const Sentence& sentence,
                               const Asked& asked) const {
  const auto no = [&](std::string_view why) { return untranslated(sentence, std::string(why)); };
  answer = without_quotes(trimmed(answer), asked.text);
  if (answer.empty()) return no("empty");
  if (const auto why = why_it_talks(answer, asked.text)) return no(*why);
  if (has_broken_text(answer) && !has_broken_text(sentence.text))
    return no("holds bytes that are no text");
  const std::string line = printable(answer);
  std::optional<Restored> found;
  if (asked.tag != nullptr) {
    const auto marked = untagged(line, asked.source, *asked.tag);
    if (marked) found = restore(*marked, asked.source, &many_markers(), to_);
  }
  if (!found) {  // its tags are lost, what was in them may be there
    const auto plain = protect(sentence, nullptr);
    const std::string text = asked.tag != nullptr ? without_tags(line) : line;
    found = restore(text, *plain, nullptr, to_);
  }
  if (!found || has_mangled_copy(found->plain, sentence)) return no(kLostSpan);
  const std::string plain_source = outside_spans(sentence);
  if (repeats_itself(word_numbers(found->plain), word_numbers(plain_source))) return no(kRepeats);
  const int source_letters = letters(plain_source);
  const bool is_wrong = is_foreign(found->plain, to_) || lacks_script(found->plain, to_);
  if (source_letters > kFewAnswerLetters && is_wrong) return no("not in the target language");
  if (source_letters >= kAnswerCopyLetters && is_copy(found->plain, plain_source))
    return no("a copy of the source");
  if (plain_source.size() >= kLongSource && found->plain.size() * kShortRatio < plain_source.size())
    return no("too short");
  if (const auto why = why_meaning_differs(guards_, sentence, found->sentence)) {
    Translation refused = no(*why);
    refused.means_other = true;
    return refused;
  }
  return {std::move(found->sentence), false, "", 0};
}

}  // namespace sotto::translate
