#include "text/speech_builder.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/ustring.h>

#include <algorithm>

#include "base/utf8.h"

namespace sotto::text {
namespace {

bool is_space(char32_t c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x85 || c == 0x3000 ||
         u_charType(static_cast<UChar32>(c)) == U_SPACE_SEPARATOR || c == 0x2028 || c == 0x2029;
}

bool is_word_character(char32_t c) { return c == '_' || u_isalnum(static_cast<UChar32>(c)); }

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

bool is_arrow(char32_t c) {
  return c == 0x2192 || c == 0x21D2 || c == 0x27A1 || c == 0x2794 || c == 0x279C || c == 0x27F6;
}

// Characters without sound or shape: controls, soft hyphens, direction marks, private use.
bool is_silent(char32_t c) {
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
  return (c >= 0x3000 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x9FFF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0xFF00 && c <= 0xFF9F) ||
         (c >= 0x20000 && c <= 0x3FFFF);
}

std::string to_nfc(std::string_view text) {
  const bool ascii = std::all_of(text.begin(), text.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (ascii) return std::string(text);
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

SpeechBuilder::SpeechBuilder(const Language& language)
    : english_(language.iso == "en"), japanese_(language.iso == "ja") {}

bool SpeechBuilder::no_space_needed(char32_t next) const {
  return out_.empty() || (is_cjk(last_) && is_cjk(next));
}

void SpeechBuilder::put(char32_t c) {
  if (space_) {
    if (!no_space_needed(c)) out_ += ' ';
    space_ = false;
  }
  append_utf8(out_, c);
  if (!is_mark(c)) last_ = c;
}

void SpeechBuilder::add_space() { space_ = true; }

void SpeechBuilder::add_word(std::string_view word) {
  space_ = true;
  for (const char32_t c : decode(word)) put(c);
  space_ = true;
}

void SpeechBuilder::note_open() { open_ = std::min(open_, out_.size()); }

// Symbols that are read as words, become a pause, or are not read. False: an ordinary character.
bool SpeechBuilder::add_symbol(std::u32string_view all, size_t& i) {
  const char32_t c = all[i];
  const char32_t next = i + 1 < all.size() ? all[i + 1] : 0;
  const char32_t after = i + 2 < all.size() ? all[i + 2] : 0;
  const bool alone = (space_ || out_.empty()) && (is_space(next) || next == 0);
  const bool ascii_arrow = (c == '-' || c == '=') && next == '>';
  if (is_arrow(c) || ascii_arrow) {
    i += ascii_arrow ? 2 : 1;
    if (out_.empty()) return true;
    if (english_ || japanese_) {
      add_word(english_ ? "to" : "から");
    } else {
      put(',');
      space_ = true;
    }
    return true;
  }
  const bool dash = c == 0x2014 || (c == 0x2013 && alone) || (c == '-' && alone) ||
                    (c == '-' && next == '-' && space_ && is_space(after));
  if (dash) {
    i += c == '-' && next == '-' ? 2 : 1;
    while (i < all.size() && all[i] == 0x2014) ++i;
    space_ = false;
    if (!out_.empty() && u_isalnum(static_cast<UChar32>(last_))) put(is_cjk(last_) ? 0x3001 : ',');
    space_ = true;
    return true;
  }
  if ((c == '~' || c == 0x2248) && next != '~' && (space_ || out_.empty()) &&
      (u_isdigit(static_cast<UChar32>(next)) || next == ' ')) {
    ++i;
    if (english_) add_word("about");
    if (japanese_) add_word("約");
    return true;
  }
  return false;
}

// One character of prose, or a run of them; moves `i` behind it.
void SpeechBuilder::add_character(std::u32string_view all, size_t& i) {
  const char32_t c = all[i];
  const char32_t next = i + 1 < all.size() ? all[i + 1] : 0;
  if (is_space(c)) {
    space_ = true;
    ++i;
    return;
  }
  if (add_symbol(all, i)) return;
  ++i;
  switch (c) {
    case '*':
    case '`':
      if (!is_space(next)) note_open();
      return;
    case '~':
      if (next == '~') note_open();
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
    case '[':
      if (next == '^') {  // a footnote's mark
        const size_t end = all.find(U']', i);
        if (end != all.npos) {
          i = end + 1;
          return;
        }
      }
      brackets_.push_back(out_.size());
      return;
    case ']':
      if (!brackets_.empty() && next != 0 && next != '(' && next != '[' && next != ':') {
        brackets_.pop_back();
      }
      return;
    case '<':
      if (u_isalpha(static_cast<UChar32>(next)) || next == '/' || next == '!' || next == 0) {
        note_open();
      }
      return;
    case '|':
    case '>':
    case 0x2022:  // bullets
    case 0x2023:
    case 0xB7:
      space_ = true;
      return;
    default:
      break;
  }
  if (is_picture(c)) {
    space_ = true;
    return;
  }
  if (!is_silent(c)) put(c);
}

void SpeechBuilder::add_text(std::string_view text) {
  const std::u32string all = decode(to_nfc(text));
  for (size_t i = 0; i < all.size();) {
    const char32_t c = all[i];
    // A keycap such as "1" + U+FE0F + U+20E3 is a picture, its digit is not.
    if (i + 2 < all.size() && all[i + 1] == 0xFE0F && all[i + 2] == 0x20E3) {
      i += 3;
      continue;
    }
    // Punctuation that was behind a picture closes up: "Done 🚀." is "Done."
    if (space_ && (c == '.' || c == ',' || c == '!' || c == '?') && last_ != 0 &&
        (i + 1 == all.size() || is_space(all[i + 1])) && u_isalnum(static_cast<UChar32>(last_))) {
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
  last_ = 0;
  return piece;
}

}  // namespace sotto::text
