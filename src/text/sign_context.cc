#include "text/sign_context.h"

#include <algorithm>

#include "text/sign_tokens.h"

namespace sotto::text {
namespace {

constexpr size_t kSeenAround = 64;  // bytes on either side of a sign that decide about it

bool is_plain_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_plain_digit(char c) { return c >= '0' && c <= '9'; }
bool is_plain_word(char c) { return is_plain_letter(c) || is_plain_digit(c) || c == '_'; }
bool ends_operand(char c) {
  return is_plain_word(c) || static_cast<unsigned char>(c) >= 0x80 ||
         std::string_view(")]}\"'%").find(c) != std::string_view::npos;
}
bool begins_operand(char c) {
  return is_plain_word(c) || static_cast<unsigned char>(c) >= 0x80 ||
         std::string_view("([{\"'-!&*$./~@").find(c) != std::string_view::npos;
}

// The neighbours of a sign.
struct Around {
  char before = 0, after = 0;  // the nearest characters but spaces; 0: none
  bool space_before = false, space_after = false;
  bool number_after = false;

  bool left() const { return before != 0 && ends_operand(before); }
  bool right() const { return after != 0 && begins_operand(after); }
  bool between() const { return left() && right(); }
  bool even() const { return space_before == space_after; }
  bool digits() const { return is_plain_digit(before) && is_plain_digit(after); }
};

Around around(std::string_view text, size_t begin, size_t end) {
  Around a;
  const size_t last = begin == 0 ? text.npos : text.find_last_not_of(' ', begin - 1);
  if (last != text.npos) a.before = text[last];
  a.space_before = begin > 0 && text[begin - 1] == ' ';
  const size_t next = text.find_first_not_of(' ', end);
  if (next != text.npos) a.after = text[next];
  a.space_after = end < text.size() && text[end] == ' ';
  a.number_after = next != text.npos && starts_with_number(text.substr(next, kSeenAround));
  return a;
}

// The place at which the bracket "<" at code[open] of "Vec<T>" or "<div>" is closed; npos: it is no
// bracket.
size_t closing_angle(std::string_view code, size_t open) {
  const bool attached = open > 0 && is_plain_word(code[open - 1]);
  const char first = open + 1 < code.size() ? code[open + 1] : ' ';
  if (!is_plain_letter(first) && first != '/' && first != '_' && first != '>') return code.npos;
  size_t depth = 0;
  const size_t limit = std::min(code.size(), open + kSeenAround);
  for (size_t i = open; i < limit; ++i) {
    const char c = code[i];
    if (c == '<') ++depth;
    if (c == '>' && code[i - 1] != '-' && code[i - 1] != '=' && --depth == 0) return i;
    if (c == ';' || (attached && (c == '|' || (c == '&' && code[i - 1] == '&')))) return code.npos;
    if (attached && c == ' ' && code[i - 1] != ',') return code.npos;
  }
  return code.npos;
}

bool is_angle_bracket(std::string_view code, size_t i) {
  if (code[i] == '<') return closing_angle(code, i) != code.npos;
  const size_t from = i > kSeenAround ? i - kSeenAround : 0;
  for (size_t open = i; open-- > from;) {
    if (code[open] == '<' && closing_angle(code, open) == i) return true;
  }
  return false;
}

bool is_in_rule(std::string_view text, size_t i) {
  constexpr size_t kRule = 4;  // "====": drawn, not written
  const size_t seen = std::min(i, kRule);
  size_t begin = i;
  while (begin > i - seen && text[begin - 1] == text[i]) --begin;
  size_t end = i;
  while (end < text.size() && end < i + kRule && text[end] == text[i]) ++end;
  return end - begin >= kRule;
}

bool is_minus(const Around& a, const Sign& sign) {
  if (sign.text != "-") return a.right();
  if (a.space_before && a.space_after) return a.between();
  const bool behind_word = is_plain_word(a.before) || a.before == ')' || a.before == ']';
  return a.number_after && !a.space_after && (a.space_before || !behind_word);
}

bool arithmetic_in_code(const Around& a, const Sign& sign) {
  if (sign.text == "++") return true;
  if (sign.text == "+") return a.between() || (a.right() && !a.space_after && a.after != '.');
  if (sign.text == "*" || sign.text == "**" || sign.text == "^") return a.between() && a.even();
  return a.right();
}

// A tilde between two numbers is a range.
SignHere here(const Sign& sign, const Around& a) {
  const bool range = sign.text == "~" && a.digits() && !a.space_before;
  return {range ? sign_at("→", 0) : &sign, a.number_after};
}

}  // namespace

SignHere sign_in_code(std::string_view code, size_t i) {
  const Sign* sign = sign_at(code, i);
  if (sign == nullptr || is_in_rule(code, i)) return {};
  const Around a = around(code, i, i + sign->text.size());
  const auto said = [&] {
    switch (sign->role) {
      case SignRole::comparison:
        if (sign->text == "<" || sign->text == ">")
          return (a.left() || a.right()) && !is_angle_bracket(code, i);
        return true;
      case SignRole::equality:
      case SignRole::arrow:
        return a.left() || a.right();
      case SignRole::logic:
        return sign->text != "&" || a.between() || (a.right() && !a.space_after);
      case SignRole::bar:
        return a.between();
      case SignRole::arithmetic:
        return arithmetic_in_code(a, *sign);
      case SignRole::minus:
        return is_minus(a, *sign);
      case SignRole::about:
        return a.number_after && !a.space_after;
      case SignRole::negation:
        return a.right() && !a.space_after && (a.space_before || !ends_operand(a.before));
      case SignRole::trend:
      case SignRole::status:
        return true;
    }
    return false;
  }();
  return said ? here(*sign, a) : SignHere{};
}

SignHere sign_in_prose(std::string_view text, size_t i) {
  const Sign* sign = sign_at(text, i);
  if (sign == nullptr || is_in_rule(text, i)) return {};
  const Around a = around(text, i, i + sign->text.size());
  const auto said = [&] {
    switch (sign->role) {
      case SignRole::comparison:
        if (sign->text == "<" || sign->text == ">")
          return a.number_after || (a.between() && a.even() && !is_angle_bracket(text, i));
        return a.right();
      case SignRole::equality:
      case SignRole::bar:
        return a.between() && a.even();
      case SignRole::arrow:
        return a.between();
      case SignRole::logic:
        return a.between() && (sign->text != "&" || (a.space_before && a.space_after));
      case SignRole::arithmetic:
        if (sign->text == "+") return a.between() && a.even() && (a.space_before || a.digits());
        if (sign->text == "++") return false;
        return arithmetic_in_code(a, *sign);
      case SignRole::minus:  // a hyphen between words is a pause
        return sign->text == "-" ? a.number_after && !a.space_after && is_minus(a, *sign)
                                 : a.right();
      case SignRole::about:
        return a.number_after && (sign->text != "~" || !a.space_after);
      case SignRole::trend:
      case SignRole::status:
        return true;
      case SignRole::negation:
        return false;
    }
    return false;
  }();
  return said ? here(*sign, a) : SignHere{};
}

}  // namespace sotto::text
