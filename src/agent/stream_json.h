// One line of Claude Code's stream-json: what kind of line it is, and the text in it.
//
// Fields and types as in claude-agent-sdk-python (types.py, message_parser.py, 0.2.143). The
// schema is not closed, so every unknown field and type is passed over.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sotto::agent {

struct ContentBlock {
  enum class Kind { text, thinking, other };  // other: tool calls and whatever comes next
  Kind kind = Kind::other;
  std::string text;
};

struct Line {
  enum class Kind {
    not_json,       // not a whole JSON object
    no_type,        // an object, but without a string "type"
    unknown,        // of a type that we do not know
    silent,         // known, and nothing for a listener: tools, limits, sub-agents
    message_start,  // a message streams: `id`
    block_start,    // `index`, blocks[0]
    delta,          // `index`, blocks[0]
    block_stop,     // `index`
    message_stop,
    snapshot,  // an `assistant` line: `id`, `blocks` in order
    result     // blocks[0].text is the final text again
  };
  Kind kind = Kind::not_json;
  bool has_session = false;  // the line carries a session id, as every line of Claude Code does
  std::string id;            // of the message; empty when the line has none
  size_t index = 0;          // of the content block
  std::vector<ContentBlock> blocks;
};

// Reads lines; keeps its memory from line to line. Used by one thread.
class LineParser {
 public:
  LineParser();
  ~LineParser();

  // A reader may look this many bytes behind a line; they need not be set.
  static const size_t kPadding;

  // `line` has no newline, and kPadding readable bytes behind it. The answer is valid until the
  // next call. Ill-formed UTF-8 and characters that no text can have are replaced and counted.
  const Line& parse(std::string_view line, size_t& replaced);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sotto::agent
