#include "text/reparse_policy.h"

#include <unicode/uchar.h>

#include <string_view>

#include "text/speech_builder.h"

namespace sotto::text {
namespace {

// The word behind an end, the two that make its sentence long enough, and the one behind.
constexpr size_t kWordsWatched = 4;
constexpr size_t kCjkWatched = 7;

bool is_blank(char32_t c) { return c == ' ' || c == '\t' || c == 0x3000 || c == 0xA0; }

bool is_sentence_end(char32_t c) {
  constexpr std::u32string_view kMany = U".!?…。！？｡．";
  if (c < 0x80) return c == '.' || c == '!' || c == '?';
  if (kMany.find(c) != kMany.npos) return true;
  const int k = u_getIntPropertyValue(static_cast<UChar32>(c), UCHAR_SENTENCE_BREAK);
  return k == U_SB_STERM || k == U_SB_ATERM;
}

// Characters that may stand between the end of a sentence and the space behind it, markup included.
bool is_behind_end(char32_t c) {
  constexpr std::u32string_view kBehind = U"\"')]}*_`~」』）】”’»";
  return kBehind.find(c) != kBehind.npos;
}

}  // namespace

void ReparsePolicy::restart(bool inside_line) {
  *this = ReparsePolicy(first_);
  if (!inside_line) return;
  line_is_prose_ = true;
  line_ = 1;
  previous_ = ' ';
}

void ReparsePolicy::looked(TextSize waits, TextSize next) {
  waits_ = waits;
  next_ = next;
}

ReparsePolicy::Look ReparsePolicy::add(char32_t c) {
  if (c == '\n') {
    ++line_;
    line_characters_ = 0;
    line_is_prose_ = line_may_be_markup_ = false;
    previous_ = c;
    return Look::line_end;
  }
  if (is_blank(c) || c == '\r') {
    previous_ = c;
    return Look::none;
  }
  ++line_characters_;
  if (line_characters_ == 1) line_may_be_markup_ = c == '<' || c == '`' || c == '~';
  if (line_may_be_markup_ && line_characters_ == 2 && c != previous_ && previous_ == '`') {
    line_may_be_markup_ = false;  // inline code, no fence
  }
  const bool letter = c >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  const bool due = due_at(c, letter);
  previous_ = c;
  return due && line_is_prose_ && !line_may_be_markup_ ? Look::inside_line : Look::none;
}

bool ReparsePolicy::due_at(char32_t c, bool letter) {
  bool due = false;
  if (letter && !line_is_prose_) {
    line_is_prose_ = true;
    due = line_ > 0;
  }
  const bool cjk = is_cjk(c);
  const bool word_begins = is_blank(previous_) || previous_ == '\n' || previous_ == '\r';
  if (word_begins && ended_) {
    watch_words_ = kWordsWatched;
    waits_ = {};
    ended_ = ended_cjk_ = false;
  }
  if (ended_cjk_ && !is_sentence_end(c) && !is_behind_end(c)) {
    watch_cjk_ = kCjkWatched;
    waits_ = {};
    ended_ = ended_cjk_ = false;
  }
  if (word_begins && watch_words_ > 0) {
    --watch_words_;
    due = true;
  }
  if (cjk && watch_cjk_ > 0) {
    --watch_cjk_;
    due = true;
  }
  waits_.half_words += word_begins ? 2 : cjk ? 1 : 0;
  waits_.bytes += c < 0x80 ? 1 : 3;
  const bool is_long = waits_.half_words >= next_.half_words || waits_.bytes >= next_.bytes;
  if (is_long && (word_begins || cjk)) due = true;
  if (is_sentence_end(c)) {
    ended_ = true;
    ended_cjk_ = c >= 0x3000;
  } else if (!is_behind_end(c)) {
    ended_ = ended_cjk_ = false;
  }
  return due;
}

}  // namespace sotto::text
