// A line of an agent's stream, in terms that all formats share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "agent/reader.h"

namespace sotto::agent {

struct StreamEvent {
  enum class Kind {
    run_start,      // another run: ids of the one before mean nothing any more
    message_start,  // `message` is sent from its beginning
    block_start,    // a block of any kind begins
    piece,          // more text of `block`
    whole,          // a whole text, which may have come in pieces before
    unsure,         // a piece or a whole: such lines do not say which
    block_end,
    message_end,
    interlude,   // something else than text (a tool, the user): what is open is complete
    retry,       // the message that broke off comes again, perhaps under another id
    final_text,  // what the run says at its end, mostly again
    report,      // `notice`, and `text` that says why, each where it is known
    turn_end
  };
  static constexpr size_t kNoBlock = SIZE_MAX;

  Kind kind = Kind::interlude;
  std::string message = {};  // its id; empty where the format has none
  std::string text = {};     // valid UTF-8
  size_t block = kNoBlock;   // its index in the message
  bool thinking = false;     // the text is what the agent thinks
  std::optional<Notice> notice = {};
};

}  // namespace sotto::agent
