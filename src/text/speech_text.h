// From growing Markdown to sentences worth hearing.
//
// Policy: code fences, tables, images, HTML and emoji are left out; signs and emoji that mean
// something (<=, ✅) are kept or become words (prose_signs.h); inline code keeps its text;
// links keep their label, and a bare URL is a protected span that is said as "link"; headings and
// list items become sentences. With Verbatim::code each line of a code block is a sentence, too,
// all of it a protected span (of a line, its first KiB); with Verbatim::tables each row of a table (of the
// table, its first 8 KiB), and with Verbatim::math formulas are words. The sentences do not depend on how the
// text was cut into pieces, only on where pause() was called.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "text/sentence.h"
#include "text/verbatim.h"

namespace sotto::text {

struct SpeechTextOptions {
  Language language;         // of the text
  bool markdown = true;      // false: plain text, split into sentences only
  bool backticks = false;    // plain text that comes whole lines at a time has code between them
  bool notes = false;        // a short sentence where a code block or table was left out
  Verbatim read = {};        // what is not left out
  int max_words = 40;        // a longer sentence is split at a clause (CJK: 2 characters a word)
  int first_max_words = 18;  // the same for the first sentence of a block: sound comes sooner
};

// One stream of blocks. Used by one thread; the handler is called on it.
class SpeechText {
 public:
  using Handler = std::function<void(Sentence)>;

  SpeechText(SpeechTextOptions options, Handler handler);
  ~SpeechText();

  // More of the current block. A sentence leaves as soon as no further text can change it.
  void push(std::string_view markdown);

  // Nothing has come for a while: sentences that are complete by their punctuation leave, also
  // where the next word might have continued them; what comes later begins a new one. This alone
  // makes the sentences depend on when the text came.
  void pause();

  // The block is complete: what is left leaves, however short.
  void end_block();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sotto::text
