#include "text/sentence_maker.h"

#include <unicode/uchar.h>

#include <string>
#include <vector>

#include "base/utf8.h"
#include "text/character.h"
#include "text/prose_signs.h"
#include "text/speech_builder.h"

namespace sotto::text {
namespace {

void trim_spaces(std::string& text) {
  while (text.ends_with(' ')) text.pop_back();
}

// A URL in brackets of its own leaves with them.
bool drop_bracketed_url(Draft& draft, std::string_view piece, size_t& i) {
  if (!draft.text.ends_with('(') || i >= piece.size() || piece[i] != ')') return false;
  ++i;
  const ProtectedSpan url = draft.spans.back();
  draft.spans.pop_back();
  draft.text.resize(url.begin - 1);
  trim_spaces(draft.text);
  return true;
}

// Takes the marks out and notes what they enclosed.
Draft read_marks(std::string_view piece) {
  Draft draft;
  size_t open_begin = 0;
  for (size_t i = 0; i < piece.size();) {
    const char32_t c = next_code_point(piece, i);
    if (c == kCodeBegin || c == kUrlBegin) {
      open_begin = draft.text.size();
      draft.spans.push_back(
          {open_begin, open_begin, c == kUrlBegin ? SpanKind::url : SpanKind::code});
    } else if (c == kMarkEnd) {
      if (draft.spans.empty()) continue;
      draft.spans.back().end = draft.text.size();
      const bool url = draft.spans.back().kind == SpanKind::url;
      if (url && open_begin > 0 && draft.text[open_begin - 1] == '(' && i < piece.size() &&
          piece[i] == ')') {
        const std::string shown = draft.text.substr(open_begin);
        draft.text.resize(open_begin);
        if (!drop_bracketed_url(draft, piece, i)) draft.text += shown;
      }
    } else if (!is_mark(c) && !(c == ' ' && (draft.text.empty() || draft.text.ends_with(' ')))) {
      append_utf8(draft.text, c);
    }
  }
  std::erase_if(draft.spans, [](const ProtectedSpan& s) { return s.end <= s.begin; });
  trim_spaces(draft.text);
  return draft;
}

// Enough letters and digits among the characters; else it is a drawing, a rule or a formula.
bool is_worth_saying(const Draft& draft) {
  size_t words = 0, others = 0, position = 0;
  auto url = draft.spans.begin();
  for (size_t i = 0; i < draft.text.size(); position = i) {
    const char32_t c = next_code_point(draft.text, i);
    while (url != draft.spans.end() && url->end <= position) ++url;
    const bool in_url =
        url != draft.spans.end() && url->begin <= position && url->kind == SpanKind::url;
    if (c == ' ' || in_url) continue;
    ++(is_alphanumeric(c) ? words : others);
  }
  return words > 0 && words * 2 >= others;
}

bool ends_well(char32_t c) {
  if (c == ':' || c == 0xFF1A || c == 0x2026) return true;
  const int k = u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_SENTENCE_BREAK);
  return k == U_SB_STERM || k == U_SB_ATERM;
}

// The characters at the end that translator and voice expect there.
void end_properly(std::string& text) {
  while (text.ends_with(',') || text.ends_with(';') || text.ends_with(' ')) text.pop_back();
  char32_t last = 0, last_of_all = 0;
  for (size_t i = 0; i < text.size();) {
    const char32_t c = next_code_point(text, i);
    last_of_all = c;
    if (!is_closer(c)) last = c;
  }
  if (text.empty() || ends_well(last)) return;
  text += is_cjk(last_of_all) ? "。" : ".";
}

}  // namespace

std::optional<Sentence> SentenceMaker::make_code(std::string_view line, bool symbols) const {
  SpeechBuilder builder;
  builder.add_code(line);
  Draft draft = read_marks(builder.take().text);
  bool has_words = false;
  for (size_t i = 0; i < draft.text.size();)
    has_words = is_alphanumeric(next_code_point(draft.text, i)) || has_words;
  if (draft.text.empty() || (!has_words && !symbols)) return std::nullopt;
  const ProtectedSpan all = {0, draft.text.size(), SpanKind::code};
  draft.text += is_written_without_spaces(language_) ? "。" : ".";
  return Sentence{std::move(draft.text), {all}, language_};
}

std::optional<Sentence> SentenceMaker::make(std::string_view piece, bool ends_block) const {
  Draft draft = with_signs_said(read_marks(piece), language_);
  if (!is_worth_saying(draft)) return std::nullopt;
  const size_t code_end = draft.spans.empty() ? 0 : draft.spans.back().end;
  const bool ends_in_code = code_end == draft.text.size();
  if (ends_block && ends_in_code) {
    draft.text += is_written_without_spaces(language_) ? "。" : ".";
  } else if (ends_block) {
    end_properly(draft.text);
  }
  for (ProtectedSpan& span : draft.spans) {
    if (span.kind == SpanKind::code) {
      span.kind =
          finder_.kind_of(std::string_view(draft.text).substr(span.begin, span.end - span.begin));
    }
  }
  Sentence sentence;
  sentence.spans = finder_.find(draft.text, draft.spans);
  sentence.text = std::move(draft.text);
  sentence.language = language_;
  return sentence;
}

}  // namespace sotto::text
