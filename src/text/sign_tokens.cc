#include "text/sign_tokens.h"

#include <unicode/uchar.h>

#include <algorithm>

#include "base/utf8.h"
#include "text/character.h"
#include "text/speech_builder.h"

namespace sotto::text {
namespace {

bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
bool is_ascii_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_ascii_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_ascii_alnum(char c) { return is_ascii_digit(c) || is_ascii_upper(c) || is_ascii_lower(c); }

// Whether a sign in a word stands between tokens of their own there. `before` and `after`: the rest
// of the word.
bool splits_word(const Sign& sign, std::string_view before, std::string_view after) {
  const bool edge = before.empty() || after.empty();
  switch (sign.role) {
    case SignRole::status:
    case SignRole::trend:
      return true;
    case SignRole::comparison:
      if (before.empty()) return starts_with_number(after) || (sign.text != "<" && !after.empty());
      if (after.empty()) return before.find('<') == std::string_view::npos;  // "Vec<T>"
      return starts_with_number(after);
    case SignRole::equality: {
      if (before.empty()) return starts_with_number(after);
      return after.empty() && sign.text != "==" && is_ascii_alnum(before.back());
    }
    case SignRole::bar:
      return edge;
    case SignRole::arrow: {
      if (static_cast<unsigned char>(sign.text.front()) >= 0x80 || edge) return true;
      const bool letters = before.size() == 1 && after.size() == 1;
      return letters || (ends_with_digit(before) && starts_with_number(after)) ||
             is_menu_step(before, after);
    }
    default:
      return false;
  }
}

class SignSplitter {
 public:
  explicit SignSplitter(const Draft& draft) : draft_(draft), text_(draft.text) {}

  std::vector<SignToken> run() {
    while (at_ < text_.size()) step();
    close();
    return std::move(tokens_);
  }

 private:
  void step() {
    while (span_ < draft_.spans.size() && draft_.spans[span_].begin < at_) ++span_;
    if (span_ < draft_.spans.size() && draft_.spans[span_].begin == at_) {
      open();
      tokens_.back().has_span = true;
      at_ = draft_.spans[span_].end;
      cjk_ = false;
      return;
    }
    if (text_[at_] == ' ') {
      close();
      space_ = true;
      ++at_;
      return;
    }
    const Sign* sign = sign_at(text_, at_);
    if (sign != nullptr && stands_alone(*sign)) {
      close();
      open();
      tokens_.back().sign = sign;
      at_ += sign->text.size();
      close();
      return;
    }
    size_t next = at_;
    const char32_t c = next_code_point(text_, next);
    const bool letter = is_alphanumeric(c);
    if (letter && open_ && is_cjk(c) != cjk_) close();
    open();
    if (letter) cjk_ = is_cjk(c);
    at_ = sign != nullptr ? at_ + sign->text.size() : next;
  }

  bool stands_alone(const Sign& sign) const {
    const size_t behind = at_ + sign.text.size();
    const std::string_view before =
        open_ ? text_.substr(tokens_.back().begin, at_ - tokens_.back().begin) : "";
    constexpr size_t kSeen = 16;  // it takes no more to tell
    std::string_view after = text_.substr(behind, kSeen);
    after = after.substr(0, after.find(' '));
    if (before.empty() && after.empty()) return true;
    if (splits_word(sign, before, after)) return true;
    size_t i = 0;
    const bool infix = sign.role != SignRole::minus && sign.role != SignRole::negation &&
                       sign.role != SignRole::about;
    return infix && !after.empty() && (cjk_ || is_cjk(next_code_point(after, i)));
  }

  void open() {
    if (open_) return;
    tokens_.push_back({at_, at_, space_});
    open_ = true;
    space_ = false;
    cjk_ = false;
  }

  void close() {
    if (open_) tokens_.back().end = at_;
    open_ = false;
  }

  const Draft& draft_;
  std::string_view text_;
  std::vector<SignToken> tokens_;
  size_t at_ = 0, span_ = 0;
  bool open_ = false, space_ = false;
  bool cjk_ = false;  // the last letter of the open token is
};

bool is_opening(char32_t c) {
  if (c < 0x80 && is_alphanumeric(c)) return false;
  const auto type = u_charType(static_cast<UChar32>(c));
  return c == '"' || c == '\'' || type == U_START_PUNCTUATION || type == U_INITIAL_PUNCTUATION;
}
bool is_closing(char32_t c) {
  if (c < 0x80 && is_alphanumeric(c)) return false;
  const auto type = u_charType(static_cast<UChar32>(c));
  return c == '"' || c == '\'' || type == U_END_PUNCTUATION || type == U_FINAL_PUNCTUATION;
}
bool is_punctuation(char32_t c) {
  return std::u32string_view(U".,;:!?\u2026\u3001\u3002\uFF0C\uFF1A\uFF01\uFF1F").find(c) !=
         std::u32string_view::npos;
}

// The place at which the last character of text[begin, end) begins.
size_t last_character(std::string_view text, size_t begin, size_t end) {
  size_t i = end - 1;
  while (i > begin && (static_cast<unsigned char>(text[i]) & 0xC0) == 0x80) --i;
  return i;
}

// Whether the closing character at the end has its other half in `word`.
bool is_balanced(std::string_view word) {
  const char close = word.back();
  const char open = close == ')' ? '(' : close == ']' ? '[' : close == '}' ? '{' : close;
  const auto count = [&](char c) { return std::ranges::count(word, c); };
  if (static_cast<unsigned char>(close) >= 0x80) return false;
  return open == close ? count(open) % 2 == 0 : count(open) >= count(close);
}

}  // namespace

std::vector<SignToken> sign_tokens(const Draft& draft) { return SignSplitter(draft).run(); }

TokenCore token_core(std::string_view text, const SignToken& token) {
  TokenCore core{token.begin, token.end};
  while (core.begin < core.end) {
    size_t next = core.begin;
    if (!is_opening(next_code_point(text, next))) break;
    core.begin = next;
  }
  constexpr size_t kMostMarks = 8;  // each bracket has its other half counted
  for (size_t n = 0; n < kMostMarks && core.begin < core.end; ++n) {
    const size_t at = last_character(text, core.begin, core.end);
    size_t i = at;
    const char32_t c = next_code_point(text, i);
    const bool loose =
        is_closing(c) && !is_balanced(text.substr(core.begin, core.end - core.begin));
    if (!is_punctuation(c) && !loose) break;
    core.end = at;
  }
  return core;
}

bool starts_with_number(std::string_view text) {
  for (const std::string_view sign : {"-", "−", "+", "±", "~", "$", "€", "£", "¥", "."}) {
    if (text.starts_with(sign)) text.remove_prefix(sign.size());
  }
  return !text.empty() && is_ascii_digit(text.front());
}

bool ends_with_digit(std::string_view text) { return !text.empty() && is_ascii_digit(text.back()); }

bool is_code_like(std::string_view word) {
  if (word.size() == 1) return is_ascii_alnum(word.front());
  bool hump = false, other = false, upper = !word.empty();
  for (size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    hump = hump || (i > 0 && is_ascii_upper(c) && is_ascii_lower(word[i - 1]));
    other = other || is_ascii_digit(c) ||
            std::string_view("_.()[]$%/:").find(c) != std::string_view::npos;
    upper = upper && is_ascii_upper(c);
  }
  return hump || other || upper;
}

bool is_expression(std::string_view word) {
  const auto is_operand = [](char c) {
    const auto u = static_cast<unsigned char>(c);
    return u >= 0x80 || u_isalnum(u) || c == ')' || c == ']' || c == '"' || c == '(' || c == '_' ||
           c == '$' || c == '\'';
  };
  const bool glob = word.starts_with("*.") && word.size() > 2 && is_operand(word[2]);
  const bool denied = word.starts_with('!') && word.size() > 1 && u_isalpha(word[1]);
  if (glob || denied) return true;
  for (size_t i = 1; i < word.size();) {
    const Sign* sign = sign_at(word, i);
    if (sign == nullptr) {
      ++i;
      continue;
    }
    const size_t behind = i + sign->text.size();
    const bool between =
        behind < word.size() && is_operand(word[i - 1]) && is_operand(word[behind]);
    const bool digits = between && u_isdigit(word[i - 1]) && u_isdigit(word[behind]);
    switch (sign->role) {
      case SignRole::comparison:
      case SignRole::equality:
      case SignRole::bar:
      case SignRole::arrow:
        if (between) return true;
        break;
      case SignRole::logic:
        if (between && sign->text != "&") return true;
        break;
      case SignRole::arithmetic:
        if (between && (sign->text != "+" || digits || word.size() == 3)) return true;
        break;
      case SignRole::minus:
        if (digits && sign->text != "-") return true;
        break;
      default:
        break;
    }
    i = behind;
  }
  return false;
}

}  // namespace sotto::text
