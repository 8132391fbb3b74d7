// The text of one Markdown leaf block, cleaned of what nobody wants to hear.
//
// Inline code and URLs are remembered as marks inside the text: characters of Unicode's private use
// area, which are removed from all input. So they move with the text until a sentence is cut out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/sentence.h"

namespace sotto::text {

inline constexpr char32_t kGuard = 0xE000;  // keeps a line from being read as Markdown structure
inline constexpr char32_t kCodeBegin = 0xE001;  // inline code, as it stands
inline constexpr char32_t kUrlBegin = 0xE002;   // a bare URL
inline constexpr char32_t kMarkEnd = 0xE003;    // the end of either
constexpr bool is_mark(char32_t c) { return c >= kGuard && c <= kMarkEnd; }

struct SpeechPiece {
  static constexpr size_t kNothingOpen = SIZE_MAX;
  std::string text;  // NFC, single spaces, marks inside
  // The place of the first character that more text may turn into markup ("*", "`", "[" ...).
  size_t open = kNothingOpen;
};

class SpeechBuilder {
 public:
  void add_text(std::string_view text);  // valid UTF-8, Markdown already read
  void add_code(std::string_view code);
  void add_url(std::string_view url);
  void add_space();
  // Markup that is not heard. Between two digits stands `between_digits`: they are two numbers.
  void add_border(char32_t between_digits);
  void add_task(bool done);     // the box of a task, as a sign of signs.h
  bool is_inside_word() const;  // what is added next stands right behind a letter or digit
  SpeechPiece take();           // leaves the builder empty

 private:
  void add_character(std::u32string_view all, size_t& i);
  void add_prose(std::u32string_view all, size_t& i);
  bool add_dash(std::u32string_view all, size_t& i);
  bool add_star(std::u32string_view all, size_t i);
  bool add_bracket(std::u32string_view all, size_t& i);
  void add_apart(char32_t c);
  void put(char32_t c);
  void note_open();
  bool no_space_needed(char32_t next) const;

  std::string out_;
  bool space_ = false;  // a space is due before the next character
  char32_t apart_ = 0;  // something was left out before it: what stands for it between digits
  char32_t last_ = 0;   // the last character put, marks left out
  size_t open_ = SpeechPiece::kNothingOpen;
  std::vector<size_t> brackets_;  // where "[" stood that nothing has closed yet
};

// NFC; returns the text itself when it is normal already.
std::string to_nfc(std::string_view text);

// A character of scripts that are written without spaces between words.
bool is_cjk(char32_t c);

// A quotation mark or a bracket that may close what stands before it.
bool is_closer(char32_t c);

}  // namespace sotto::text
