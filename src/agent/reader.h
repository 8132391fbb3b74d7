// A coding agent's output, from bytes to the text that its main agent says.
//
// Understands Claude Code's stream-json (one JSON object a line, with and without partial
// messages) and plain text or Markdown. Every text comes out exactly once, although partial
// messages, the `assistant` line and the `result` line all repeat it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "sotto/error.h"

namespace sotto::agent {

struct TextEvent {
  enum class Kind {
    text,      // more text of the current block
    block_end  // the block is complete: nothing may be held back any longer
  };
  Kind kind;
  std::string text;  // valid UTF-8, Markdown; empty for block_end
};

enum class Format { automatic, stream_json, plain };

struct ReaderOptions {
  Format format = Format::automatic;  // automatic: decided by the first line that is not empty
  bool thinking = false;              // also deliver thinking blocks
  size_t max_line_bytes = size_t{64} << 20;  // a longer line is skipped and counted
};

struct ReaderStats {
  Format format = Format::automatic;  // as detected
  size_t lines = 0;
  size_t skipped_lines = 0;   // not JSON, cut, or longer than max_line_bytes
  size_t unknown_types = 0;   // JSON of a type that this reader does not know
  size_t replaced_bytes = 0;  // ill-formed UTF-8 runs, each replaced by U+FFFD
  size_t blocks = 0;          // blocks of text delivered
};

// One stream. Used by one thread; the handler is called on it, from inside push and finish.
class Reader {
 public:
  using Handler = std::function<void(TextEvent)>;

  Reader(ReaderOptions options, Handler handler);
  ~Reader();

  // More of the stream, in pieces of any size.
  void push(std::string_view bytes);

  // The end of the stream: a last line without a newline is read, open blocks are ended. An error
  // when the stream was empty or binary (says what was found).
  Result<void> finish();

  const ReaderStats& stats() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sotto::agent
