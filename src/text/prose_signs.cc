#include "text/prose_signs.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <optional>

#include "base/utf8.h"
#include "text/sign_tokens.h"
#include "text/signs.h"
#include "text/speech_builder.h"

namespace sotto::text {
namespace {

// The treatment of a sign between words.
enum class Fate { keep, join, span, pause, word, drop };

class ProseSigns {
 public:
  ProseSigns(const Draft& draft, const Language& language)
      : draft_(draft), text_(draft.text), language_(language), tokens_(sign_tokens(draft)) {}

  Draft run() {
    choose_place_of_marks();
    for (size_t k = 0; k < tokens_.size();) k = add(k);
    if (!suffix_.empty()) append(label_mark() + suffix_);
    return std::move(out_);
  }

 private:
  using Role = SignRole;

  // The place of marks such as ✅ beside the words they mark: before, behind, or in the middle.
  enum class Marks { middle, before, behind };

  std::string_view token_text(size_t k) const {
    return text_.substr(tokens_[k].begin, tokens_[k].end - tokens_[k].begin);
  }
  std::string_view core_text(size_t k) const {
    const TokenCore core = token_core(text_, tokens_[k]);
    return text_.substr(core.begin, core.end - core.begin);
  }
  bool is_sign(size_t k) const { return k < tokens_.size() && tokens_[k].sign != nullptr; }
  bool is_sign(size_t k, Role role) const { return is_sign(k) && tokens_[k].sign->role == role; }
  bool is_word(size_t k) const {
    return k < tokens_.size() && !is_sign(k) && !core_text(k).empty();
  }
  bool is_code(size_t k) const { return tokens_[k].has_span || is_code_like(core_text(k)); }

  // Nothing of the sentence ends in front of the sign, or behind it.
  bool has_left(size_t k) const {
    if (k == 0 || !is_word(k - 1)) return false;
    return token_core(text_, tokens_[k - 1]).end == tokens_[k - 1].end ||
           !ends_clause(token_text(k - 1));
  }
  bool has_right(size_t k) const { return is_word(k + 1); }
  static bool ends_clause(std::string_view word) {
    return std::string_view(".,;:!?").find(word.back()) != std::string_view::npos;
  }
  bool before_number(size_t k) const {
    return has_right(k) && starts_with_number(core_text(k + 1));
  }
  bool behind_number(size_t k) const { return has_left(k) && ends_with_digit(core_text(k - 1)); }

  bool is_step(size_t k) const {
    return has_left(k) && has_right(k) && is_menu_step(core_text(k - 1), core_text(k + 1));
  }

  Fate fate(size_t k) const;
  Fate fate_of_arithmetic(size_t k) const;
  size_t add(size_t k);
  size_t add_expression(size_t k, size_t last);
  size_t add_sign(size_t k);
  size_t add_mark(size_t k);
  void add_word_token(size_t k);
  void choose_place_of_marks();

  void copy(size_t begin, size_t end);
  void space(size_t k);
  void say(std::string_view words);
  void append(std::string_view text) { out_.text += text; }
  void close_with(std::string_view mark);
  std::string label_mark() const { return is_written_without_spaces(language_) ? "：" : ": "; }
  bool at_sentence_start() const;

  const Draft& draft_;
  std::string_view text_;
  const Language& language_;
  std::vector<SignToken> tokens_;
  Draft out_;
  size_t next_span_ = 0;
  Marks marks_ = Marks::middle;
  std::string suffix_;        // what is said at the end, of a label that had its mark in front
  bool wants_space_ = false;  // the last thing was a word that stood for a sign
};

bool begins_in_ascii(std::string_view text) {
  return static_cast<unsigned char>(text.front()) < 0x80;
}

// Punctuation and brackets that close up to what stands before them.
bool starts_with_mark(std::string_view text) {
  size_t i = 0;
  return std::u32string_view(U".,;:!?)]}\"'、。，；：！？）").find(next_code_point(text, i)) !=
         std::u32string_view::npos;
}

// A unit that may stand behind a number: the number is not alone then.
bool is_unit_word(std::string_view word) {
  constexpr std::string_view kUnitWords =
      " % ms s sec secs second seconds min minutes h hours days B kB KB MB GB TB KiB MiB GiB Hz "
      "kHz "
      "MHz GHz px fps req/s ";
  return kUnitWords.find(" " + std::string(word) + " ") != std::string_view::npos;
}

Fate ProseSigns::fate_of_arithmetic(size_t k) const {
  const std::string_view sign = tokens_[k].sign->text;
  const bool both = has_left(k) && has_right(k);
  if (both && is_code(k - 1) && is_code(k + 1)) return Fate::span;
  if (sign == "×" || sign == "÷") return has_right(k) ? Fate::keep : Fate::drop;
  if (sign == "+") return both ? Fate::word : Fate::keep;
  if (sign == "√") return has_right(k) ? Fate::word : Fate::drop;
  return Fate::drop;
}

Fate ProseSigns::fate(size_t k) const {
  const Sign& sign = *tokens_[k].sign;
  const bool left = has_left(k), right = has_right(k), both = left && right;
  const bool code = both && (is_code(k - 1) || is_code(k + 1));
  switch (sign.role) {
    case Role::comparison:
      if (before_number(k)) return Fate::keep;
      if (both && sign.text == ">" && is_step(k)) return Fate::span;
      if (both && is_code(k - 1) && is_code(k + 1)) return Fate::span;
      return right && (left || k > 0) ? Fate::word : Fate::drop;
    case Role::equality: {
      if (!both) return right && k > 0 ? Fate::word : Fate::drop;
      const bool quantity =
          before_number(k) && (!ends_with_digit(core_text(k + 1)) ||
                               (k + 2 < tokens_.size() && is_unit_word(core_text(k + 2))));
      return code && !quantity ? Fate::span : Fate::word;
    }
    case Role::logic:
      if (!both) return Fate::drop;
      return sign.text == "&" && !(is_code(k - 1) && is_code(k + 1)) ? Fate::word
             : code                                                  ? Fate::span
                                                                     : Fate::word;
    case Role::bar:
      if (!both) return Fate::drop;
      return is_step(k) ? Fate::pause : Fate::span;
    case Role::arithmetic:
      return fate_of_arithmetic(k);
    case Role::minus:
      if (before_number(k) && behind_number(k)) {
        const bool computes = is_sign(k + 2) || (k >= 2 && is_sign(k - 2));
        return sign.text == "-" && !computes ? Fate::pause : Fate::span;
      }
      if (before_number(k)) return Fate::join;
      return both && sign.text != "-" ? Fate::word : Fate::keep;
    case Role::about:
      if (before_number(k)) return Fate::join;
      return sign.text == "~" ? Fate::drop : Fate::word;
    case Role::arrow: {  // through a menu, or one step after the other; else from a thing to
                         // another
      const bool walk = is_sign(k + 2, Role::arrow) || (k >= 2 && is_sign(k - 2, Role::arrow));
      if (both && (walk || is_step(k))) return Fate::span;
      return both ? Fate::word : Fate::drop;
    }
    case Role::trend:
      return Fate::word;
    default:
      return Fate::keep;
  }
}

void ProseSigns::copy(size_t begin, size_t end) {
  const size_t to = out_.text.size();
  append(text_.substr(begin, end - begin));
  for (; next_span_ < draft_.spans.size() && draft_.spans[next_span_].begin < end; ++next_span_) {
    ProtectedSpan span = draft_.spans[next_span_];
    if (span.begin < begin) continue;
    span.begin += to - begin;
    span.end += to - begin;
    out_.spans.push_back(span);
  }
}

// The space before token k, if there is one.
void ProseSigns::space(size_t k) {
  const bool wanted = std::exchange(wants_space_, false) && !is_written_without_spaces(language_) &&
                      !starts_with_mark(text_.substr(tokens_[k].begin));
  if ((tokens_[k].space_before || wanted) && !out_.text.empty() && !out_.text.ends_with(' '))
    append(" ");
}

void ProseSigns::say(std::string_view words) {
  if (!is_written_without_spaces(language_) && !out_.text.empty() && !out_.text.ends_with(' ') &&
      !out_.text.ends_with('('))
    append(" ");
  append(words);
  wants_space_ = true;
}

// A mark behind the last word, unless it has one.
void ProseSigns::close_with(std::string_view mark) {
  while (out_.text.ends_with(' ')) out_.text.pop_back();
  if (!out_.text.empty() && !ends_clause(out_.text) && !out_.text.ends_with("：")) append(mark);
}

bool ProseSigns::at_sentence_start() const {
  const size_t last = out_.text.find_last_not_of(' ');
  if (last == std::string::npos) return true;
  const std::string_view before = std::string_view(out_.text).substr(0, last + 1);
  return before.ends_with('.') || before.ends_with('!') || before.ends_with('?') ||
         before.ends_with("。") || before.ends_with("！") || before.ends_with("？");
}

std::string capitalized(std::string_view word) {
  std::string out;
  size_t i = 0;
  const char32_t first = word.empty() ? 0 : next_code_point(word, i);
  if (first != 0) append_utf8(out, static_cast<char32_t>(u_toupper(static_cast<UChar32>(first))));
  return out += word.substr(i);
}

// A label such as "auth" or "unit tests" has its mark behind it, where translators expect it.
void ProseSigns::choose_place_of_marks() {
  constexpr size_t kLongestLabel = 3;
  size_t marks = 0, words = 0, label_end = 0;
  bool plain = true;
  for (size_t k = 0; k < tokens_.size(); ++k) {
    const bool mark = is_sign(k, Role::status);
    marks += mark ? 1 : 0;
    words += is_word(k) ? 1 : 0;
    if (!mark) label_end = k + 1;
    plain = plain && (mark || (is_word(k) && (k == 0 || tokens_[k].space_before ||
                                              is_sign(k - 1, Role::status))));
    if (!mark && is_word(k)) plain = plain && !ends_clause(token_text(k));
  }
  if (marks == 0) return;
  const bool first = is_sign(0, Role::status);
  const char32_t box = [&] {
    size_t i = tokens_[0].begin;
    return next_code_point(text_, i);
  }();
  if (first && marks == 1 && plain && words > 0 && words <= kLongestLabel && box != kBoxDone &&
      box != kBoxOpen) {
    suffix_ = sign_words(*tokens_[0].sign, language_);
  } else if (first) {
    marks_ = Marks::before;
  } else if (label_end < tokens_.size() && is_word(label_end - 1)) {
    marks_ = Marks::behind;
  }
}

size_t ProseSigns::add_mark(size_t k) {
  const Sign& sign = *tokens_[k].sign;
  if (k == 0 && !suffix_.empty()) return k + 1;
  size_t next = k + 1;
  while (is_sign(next, Role::status) && tokens_[next].sign->words == sign.words) ++next;
  const bool closes = next == tokens_.size() || starts_with_mark(text_.substr(tokens_[next].begin));
  const std::string_view words = closes ? sign_words(sign, language_) : sign_label(sign, language_);
  if (at_sentence_start()) {
    say(capitalized(words));
    if (closes) return next;
    append(label_mark());
    if (is_written_without_spaces(language_)) tokens_[next].space_before = false;
    wants_space_ = false;
  } else if (marks_ == Marks::before) {
    close_with(is_written_without_spaces(language_) ? "、" : ",");
    say(words);
    append(closes ? "" : label_mark());
    wants_space_ = false;
  } else if (marks_ == Marks::behind) {
    close_with(label_mark());
    if (out_.text.ends_with(':')) append(" ");
    append(sign_words(sign, language_));
    if (!closes) append(is_written_without_spaces(language_) ? "、" : ",");
    wants_space_ = true;
  } else {
    const bool named = out_.text.ends_with(": ") || out_.text.ends_with(':');
    say(sign_words(sign, language_));
    if (named && !closes) append(",");
  }
  return next;
}

size_t ProseSigns::add_expression(size_t k, size_t last) {
  space(k);
  const TokenCore first = token_core(text_, tokens_[k]), end = token_core(text_, tokens_[last]);
  copy(tokens_[k].begin, first.begin);
  const size_t begin = out_.text.size();
  append(text_.substr(first.begin, end.end - first.begin));
  while (next_span_ < draft_.spans.size() && draft_.spans[next_span_].begin < end.end) ++next_span_;
  out_.spans.push_back({begin, out_.text.size(), SpanKind::code});
  copy(end.end, tokens_[last].end);
  return last + 1;
}

size_t ProseSigns::add_sign(size_t k) {
  const Sign& sign = *tokens_[k].sign;
  if (sign.role == Role::status) return add_mark(k);
  switch (fate(k)) {
    case Fate::keep:
    case Fate::span:  // its left side is in an expression already
      space(k);
      if (sign.role == Role::comparison && !is_written_without_spaces(language_)) {
        if (has_left(k) && !out_.text.ends_with(' ')) append(" ");
        if (has_right(k)) tokens_[k + 1].space_before = true;
      }
      copy(tokens_[k].begin, tokens_[k].end);
      return k + 1;
    case Fate::join:
      space(k);
      copy(tokens_[k].begin, tokens_[k].end);
      tokens_[k + 1].space_before = false;
      return k + 1;
    case Fate::pause:
      close_with(is_written_without_spaces(language_) ? "、" : ",");
      wants_space_ = true;
      return k + 1;
    case Fate::word:
      say(sign_words(
          sign.role == Role::arrow && begins_in_ascii(sign.text) ? *sign_at("→", 0) : sign,
          language_));
      return k + 1;
    case Fate::drop:
      if (k > 0 && k + 1 < tokens_.size()) tokens_[k + 1].space_before = true;
      return k + 1;
  }
  return k + 1;
}

// "==marked==": a highlight loses its signs.
void ProseSigns::add_word_token(size_t k) {
  space(k);
  TokenCore all{tokens_[k].begin, tokens_[k].end};
  const TokenCore core = token_core(text_, tokens_[k]);
  const std::string_view word = text_.substr(core.begin, core.end - core.begin);
  const auto is_letter = [](char c) {
    return static_cast<unsigned char>(c) >= 0x80 || u_isalnum(c);
  };
  if (word.size() > 2 && word.starts_with("==") && is_letter(word[2])) {
    copy(all.begin, core.begin);
    all.begin = core.begin + 2;
  }
  if (word.size() > 2 && word.ends_with("==") && core.end - 2 > all.begin &&
      word[word.size() - 3] != '=') {
    copy(all.begin, core.end - 2);
    all.begin = core.end;
  }
  copy(all.begin, all.end);
}

// Adds what begins with token k; where the next begins.
size_t ProseSigns::add(size_t k) {
  if (is_sign(k)) return add_sign(k);
  size_t last = k;
  while (is_sign(last + 1) && fate(last + 1) == Fate::span) last += 2;
  if (last > k || (is_word(k) && !tokens_[k].has_span && is_expression(core_text(k))))
    return add_expression(k, last);
  add_word_token(k);
  return k + 1;
}

}  // namespace

Draft with_signs_said(const Draft& draft, const Language& language) {
  return ProseSigns(draft, language).run();
}

}  // namespace sotto::text
