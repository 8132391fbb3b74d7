#include "text/speech_builder.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#include <algorithm>

#include "base/utf32.h"
#include "text/character.h"
#include "text/letters.h"
#include "text/signs.h"

namespace sotto::text {
namespace {

bool is_word_character(char32_t c) { return c == '_' || is_alphanumeric(c); }

// Emoji and the characters that hold them together, and drawings made of characters.
bool is_picture(char32_t c) {
  if (c < 0x80 || c == 0xA9 || c == 0xAE || c == 0x2122) return false;
  if (c == 0x200D || (c >= 0xFE00 && c <= 0xFE0F) || c == 0x20E3) return true;
  if (c >= 0x2500 && c <= 0x25FF) return true;    // box drawing, blocks, geometric shapes
  if (c >= 0x2700 && c <= 0x27BF) return true;    // dingbats
  if (c >= 0xE0020 && c <= 0xE007F) return true;  // tags of flags
  const auto u = static_cast<UChar32>(c);
  return u_hasBinaryProperty(u, UCHAR_EXTENDED_PICTOGRAPHIC) ||
         u_hasBinaryProperty(u, UCHAR_EMOJI_MODIFIER) ||
         u_hasBinaryProperty(u, UCHAR_REGIONAL_INDICATOR);
}

// Characters without sound or shape: controls, soft hyphens, direction marks, private use.
bool is_silent(char32_t c) {
  if (c >= 0x20 && c < 0x7F) return false;
  const auto type = u_charType(static_cast<UChar32>(c));
  return type == U_CONTROL_CHAR || type == U_FORMAT_CHAR || type == U_PRIVATE_USE_CHAR ||
         type == U_UNASSIGNED || type == U_SURROGATE || c == 0xFFFD || c == 0xFFFC;
}

std::u32string decode(std::string_view text) {
  std::u32string out;
  out.reserve(text.size());
  for (size_t i = 0; i < text.size();) out += next_code_point(text, i);
  return out;
}

}  // namespace

bool is_cjk(char32_t c) {
  // Between the first two: letters of Hangul, which is written with spaces.
  return (c >= 0x2E80 && c <= 0x312F) || (c >= 0x3190 && c <= 0x9FFF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFF00 && c <= 0xFF9F) ||
         (c >= 0x20000 && c <= 0x3FFFF);
}

bool is_closer(char32_t c) {
  if (c < 0x80) return c == '"' || c == '\'' || c == ')' || c == ']' || c == '}';
  const auto type = u_charType(static_cast<UChar32>(c));
  return type == U_END_PUNCTUATION || type == U_FINAL_PUNCTUATION;
}

std::string to_nfc(std::string_view text) {
  if (is_ascii(text)) return std::string(text);
  std::u16string wide(text.size(), 0);
  int32_t length = 0;
  UErrorCode error = U_ZERO_ERROR;
  u_strFromUTF8(wide.data(), static_cast<int32_t>(wide.size()), &length, text.data(),
                static_cast<int32_t>(text.size()), &error);
  const UNormalizer2* nfc = unorm2_getNFCInstance(&error);
  if (U_FAILURE(error) || unorm2_quickCheck(nfc, wide.data(), length, &error) == UNORM_YES) {
    return std::string(text);
  }
  // NFC at most triples the length (Unicode Standard Annex 15, section 9, for UTF-16).
  std::u16string normal(static_cast<size_t>(length) * 3, 0);
  const int32_t size = unorm2_normalize(nfc, wide.data(), length, normal.data(),
                                        static_cast<int32_t>(normal.size()), &error);
  std::string out(static_cast<size_t>(std::max(size, 0)) * 3, 0);
  int32_t bytes = 0;
  u_strToUTF8(out.data(), static_cast<int32_t>(out.size()), &bytes, normal.data(), size, &error);
  if (U_FAILURE(error)) return std::string(text);
  out.resize(static_cast<size_t>(bytes));
  return out;
}

bool SpeechBuilder::no_space_needed(char32_t next) const {
  return out_.empty() || (is_cjk(last_) && is_cjk(next));
}

void SpeechBuilder::put(char32_t c) {
  if (space_ || (apart_ != 0 && is_decimal(last_) && is_decimal(c))) {
    if (!no_space_needed(c)) append_utf8(out_, space_ ? ' ' : apart_);
    space_ = false;
  }
  append_utf8(out_, c);
  if (!is_mark(c)) {
    last_ = c;
    apart_ = 0;
  }
}

void SpeechBuilder::add_space() { space_ = true; }

void SpeechBuilder::add_border(char32_t between_digits) { apart_ = between_digits; }

bool SpeechBuilder::is_inside_word() const { return !space_ && is_word_character(last_); }

void SpeechBuilder::add_task(bool done) { add_apart(done ? kBoxDone : kBoxOpen); }

void SpeechBuilder::add_apart(char32_t c) {
  space_ = true;
  put(c);
  space_ = true;
}

void SpeechBuilder::note_open() { open_ = std::min(open_, out_.size()); }

// A dash between parts of a sentence becomes a pause. False: it is another character, or a minus.
bool SpeechBuilder::add_dash(std::u32string_view all, size_t& i) {
  const char32_t c = all[i];
  if (c != '-' && c != 0x2013 && c != 0x2014) return false;
  const char32_t next = i + 1 < all.size() ? all[i + 1] : 0;
  const char32_t after = i + 2 < all.size() ? all[i + 2] : 0;
  const bool alone = (space_ || out_.empty()) && (is_space(next) || next == 0);
  const bool between_numbers = c == '-' && is_decimal(last_) && is_space(next) && is_decimal(after);
  const bool dash = c == 0x2014 || (c == 0x2013 && alone) ||
                    (c == '-' && alone && !between_numbers) ||
                    (c == '-' && next == '-' && space_ && is_space(after));
  if (!dash) return false;
  i += c == '-' && next == '-' ? 2 : 1;
  while (i < all.size() && all[i] == 0x2014) ++i;
  space_ = false;
  if (!out_.empty() && is_alphanumeric(last_)) put(is_cjk(last_) ? 0x3001 : ',');
  space_ = true;
  return true;
}

// A star that is no markup: "5*3", "a * b", "*.log".
bool SpeechBuilder::add_star(std::u32string_view all, size_t i) {
  const auto at = [&](size_t n) { return i + n < all.size() ? all[i + n] : char32_t{0}; };
  const bool behind_word = is_word_character(last_) || last_ == ')' || last_ == ']';
  const auto is_operand = [](char32_t c) { return is_word_character(c) || c == '('; };
  const bool inside = !space_ && behind_word && is_operand(at(1));
  const bool between = space_ && behind_word && at(1) == ' ' && is_operand(at(2));
  const bool glob = (space_ || out_.empty()) && at(1) == '.' && is_word_character(at(2));
  if (!inside && !between && !glob) return false;
  if (inside && i > 0 && all[i - 1] == '*') put('*');
  put('*');
  return true;
}

// Brackets leave, what is in them stays; footnotes' marks leave whole, and boxes of tasks are
// signs.
bool SpeechBuilder::add_bracket(std::u32string_view all, size_t& i) {
  const char32_t c = all[i - 1];
  const auto at = [&](size_t n) { return i + n < all.size() ? all[i + n] : char32_t{0}; };
  if (c == '[') {
    const size_t end = at(0) == '^' ? all.find(U']', i) : all.npos;
    if (end != all.npos) {
      i = end + 1;
      return true;
    }
    const bool box = at(1) == ']' && is_space(at(2));
    if (out_.empty() && box && (at(0) == 'x' || at(0) == 'X' || at(0) == ' ')) {
      add_task(at(0) != ' ');
      i += 2;
      return true;
    }
    if (is_decimal(at(0)) && is_alphanumeric(last_) && !space_) space_ = true;
    brackets_.push_back(out_.size());
    return true;
  }
  if (c != ']') return false;
  if (at(0) == '[' && is_decimal(last_)) {
    put(',');
    space_ = true;
  }
  if (!brackets_.empty() && at(0) != 0 && at(0) != '(' && at(0) != '[' && at(0) != ':') {
    brackets_.pop_back();
  }
  return true;
}

// One character of prose, or a run of them; moves `i` behind it.
void SpeechBuilder::add_character(std::u32string_view all, size_t& i) {
  if (is_space(all[i])) {
    space_ = true;
    ++i;
    return;
  }
  const size_t before = out_.size();
  add_prose(all, i);
  if (apart_ == 0 && out_.size() == before) apart_ = ' ';
}

void SpeechBuilder::add_prose(std::u32string_view all, size_t& i) {
  if (add_dash(all, i)) return;
  const char32_t c = all[i];
  const char32_t next = i + 1 < all.size() ? all[i + 1] : 0;
  ++i;
  switch (c) {
    case '*':
      if (!is_space(next)) note_open();
      add_star(all, i - 1);
      return;
    case '`':
      if (!is_space(next)) note_open();
      return;
    case '~':  // "~5", "5~6", "~/.bashrc"
      if (next == '~') note_open();
      if (next == '/' || next == ' ') break;
      if (is_decimal(next) && (space_ || !is_alphabetic(last_))) break;
      return;
    case '_': {
      const bool inside = is_word_character(last_) && !space_ && is_word_character(next);
      if (inside || (is_word_character(next) && next != '_' && !space_ && last_ == '_')) break;
      const bool opens = (space_ || out_.empty() || !is_word_character(last_)) && !is_space(next);
      if (opens) note_open();
      if (opens && is_word_character(next)) break;  // _private
      if (is_word_character(last_) && !space_) break;
      return;
    }
    case '<':
      if (is_alphabetic(next) || next == '/' || next == '!' || next == 0) {
        note_open();
      }
      break;
    case 0x2022:  // bullets
    case 0x2023:
    case 0xB7:
      space_ = true;
      return;
    default:
      break;
  }
  if (add_bracket(all, i)) return;
  if (is_picture(c)) {
    if (is_status_mark(c)) return add_apart(c);
    if (sign_of(c) == nullptr) {
      space_ = true;
      return;
    }
  }
  if (!is_silent(c)) put(c);
}

void SpeechBuilder::add_text(std::string_view text) {
  const std::u32string all = decode(to_nfc(with_plain_letters(text)));
  for (size_t i = 0; i < all.size();) {
    const char32_t c = all[i];
    // A keycap such as "1" + U+FE0F + U+20E3 is a picture, its digit is not.
    if (i + 2 < all.size() && all[i + 1] == 0xFE0F && all[i + 2] == 0x20E3) {
      i += 3;
      continue;
    }
    // Punctuation that was behind a picture closes up: "Done 🚀." is "Done."
    const bool ends = (c == '.' || c == ',' || c == '!' || c == '?') &&
                      (i + 1 == all.size() || is_space(all[i + 1]));
    const bool closes = ends || c == ')' || c == 0x3001 || c == 0x3002 || c == 0xFF09;
    if (space_ && ((ends && is_alphanumeric(last_)) || (closes && is_status_mark(last_)))) {
      space_ = false;
    }
    add_character(all, i);
  }
}

void SpeechBuilder::add_code(std::string_view code) {
  const std::u32string all = decode(to_nfc(code));
  std::u32string kept;
  for (const char32_t c : all) {
    if (is_space(c)) {
      if (!kept.empty() && kept.back() != ' ') kept += ' ';
    } else if (!is_silent(c)) {
      kept += c;
    }
  }
  while (!kept.empty() && kept.back() == ' ') kept.pop_back();
  if (kept.empty()) return;
  put(kCodeBegin);
  for (const char32_t c : kept) put(c);
  put(kMarkEnd);
}

void SpeechBuilder::add_url(std::string_view url) {
  put(kUrlBegin);
  for (const char32_t c : decode(url)) {
    if (!is_space(c) && !is_silent(c)) put(c);
  }
  put(kMarkEnd);
}

SpeechPiece SpeechBuilder::take() {
  SpeechPiece piece;
  piece.open = brackets_.empty() ? open_ : std::min(open_, brackets_.front());
  piece.text = std::move(out_);
  out_.clear();
  brackets_.clear();
  open_ = SpeechPiece::kNothingOpen;
  space_ = false;
  apart_ = 0;
  last_ = 0;
  return piece;
}

}  // namespace sotto::text
