// A coding agent's output, from bytes to the text that its main agent says.
//
// Understands the streams of several agents (formats/format.h: one JSON object a line), the same as
// one JSON document, and plain text or Markdown. Every text comes out exactly once, although agents
// repeat it. JSON that is no such stream is never read aloud.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "sotto/error.h"

namespace sotto::agent {

// Sentences to say that are no agent's text. The words are the listener's (text/notes.h).
enum class Notice { run_failed, too_many_turns, too_expensive, structured_answer };

struct TextEvent {
  enum class Kind {
    text,       // more text of the current block
    block_end,  // the block is complete: nothing may be held back any longer
    notice      // between two blocks
  };
  Kind kind;
  std::string text = {};  // valid UTF-8, Markdown; empty for others
  Notice notice = {};
};

enum class Format { automatic, stream_json, plain };

struct ReaderOptions {
  Format format = Format::automatic;         // automatic: decided by the first lines
  bool thinking = false;                     // also deliver thinking blocks
  size_t max_line_bytes = size_t{64} << 20;  // a longer line is skipped and counted
};

struct ReaderStats {
  Format format = Format::automatic;  // as detected
  size_t lines = 0;
  size_t skipped_lines = 0;   // not JSON, cut, longer than max_line_bytes, or a program's banner
  size_t unknown_types = 0;   // JSON objects that are no line of an agent
  size_t replaced_bytes = 0;  // ill-formed UTF-8 runs, each replaced by U+FFFD
  size_t blocks = 0;          // blocks of text delivered
};

// One stream. Used by one thread at a time; the handler is called on it, from inside push, pause
// and finish.
class Reader {
 public:
  using Handler = std::function<void(TextEvent)>;

  Reader(ReaderOptions options, Handler handler);
  ~Reader();

  // More of the stream, in pieces of any size.
  void push(std::string_view bytes);

  // Nothing has come for a while: short lines at the beginning, which may be what a program prints
  // before its stream, are taken for text.
  void pause();
  // Whether pause() would have something to say.
  bool is_waiting() const;

  // The end of the stream: a last line without a newline is read, open blocks are ended. An error
  // when the stream was empty or binary, or nothing in it was understood (says what was found).
  Result<void> finish();

  const ReaderStats& stats() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sotto::agent
