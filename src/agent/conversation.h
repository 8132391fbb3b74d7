// Every text of the main agent exactly once, whatever the format of the stream.
//
// Agents say a text up to four times: in pieces, whole, in a longer snapshot, and at the end of the
// run; and what broke off is sent again. The rules:
//   - A piece leaves as it comes. A whole text adds what its pieces lack (the stream may have
//     stalled); it is found by message id and text, also where it joins several blocks.
//   - A whole text that contradicts what was already said adds nothing: the listener has heard that
//     block, and a voice cannot take words back.
//   - Without pieces the whole texts are the text.
//   - Where a line does not say whether it has a piece or a whole text, what begins with all that
//     was said is the whole, and what goes on in the middle of a sentence is a piece.
//   - A message that broke off and comes again, under any id, is passed over as far as it is the
//     same. Where it differs it is said from the beginning of that sentence.
//   - A final text that was not heard is said.
// White space makes no difference to any of it. A block stays open until something else comes, for
// it may still grow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "agent/output.h"
#include "agent/squeezed.h"
#include "agent/stream_event.h"

namespace sotto::agent {

class Conversation {
 public:
  Conversation(bool thinking, Output& output) : thinking_(thinking), output_(output) {}

  // The events of one line.
  void read(std::span<const StreamEvent> line);
  void finish();  // ends the open block

 private:
  struct Block {
    size_t index = StreamEvent::kNoBlock;  // kNoBlock: known from a whole text alone
    bool thinking = false;
    std::string text;               // as its agent has said it; the beginning of a very long one
    size_t size = 0;                // bytes of it
    Squeezed print;                 // of all of it
    size_t streamed = 0;            // bytes received as pieces; less than `size` after a whole text
    size_t lines = 0;               // that it was made of, where they do not say what they have
    bool ended = false;             // its block_end came
    bool confirmed = false;         // a whole text has shown it
    bool closed = false;            // nothing goes on with it
    uint64_t used = 0;              // number of the line that last spoke of it
    std::string echo;               // what was heard of it before it came again
    size_t echoed = 0;              // bytes of that which have come again
    const Block* before = nullptr;  // where that was said
  };
  struct Message {
    std::string id;
    uint64_t number = 0;
    std::deque<Block> blocks;
    std::unordered_map<size_t, Block*> by_index;
    std::deque<const Block*> echoes;  // of the message that this one says again
    size_t open_blocks = 0;
    bool finished = false;    // nothing more of it comes
    bool superseded = false;  // another says it again
    bool aside = false;       // a report, between the agent's messages
  };

  void read(const StreamEvent& event);
  Message* find(const std::string& id);
  Message* last_of_agent();
  bool is_used(const Block& block) const { return block.used == line_; }
  Message& streaming();
  Message& message_of(const StreamEvent& event);
  Block& streamed_block(const StreamEvent& event);
  void message_start(const StreamEvent& event);
  bool wanted(const StreamEvent& event) const;
  void piece(const StreamEvent& event);
  void whole(const StreamEvent& event);
  bool goes_on(const StreamEvent& event);
  Block* counterpart(Message& message, const StreamEvent& event, const Squeezed& print);
  Block* elsewhere(const Message* own, const StreamEvent& event, const Squeezed& print);
  bool heard_joined(Message* message, const StreamEvent& event, const Squeezed& print);
  bool joins(const Message* message, const Squeezed& print) const;
  void confirm(Block& block, std::string_view text);
  void final_text(const std::string& text);
  void report(const StreamEvent& event);
  void add_text(const std::string& text, bool aside);
  void interlude();
  void turn_end();
  bool heard_this_turn(const Squeezed& print) const;
  bool completes_turn(std::string_view text);
  Block* last_text_block();
  Block& add_block(Message& message, bool thinking, size_t index);
  void take(Block& block, std::string_view text);
  void say(Block& block, std::string_view text);
  void end_open();
  Message& add_message(const std::string& id, bool may_repeat);
  bool broke_off(const Message& message) const;
  void forget_oldest();
  template <typename Visit>
  void visit_back(const Message* only, Visit visit) const;
  Squeezed all_of(const Message* only) const;

  const bool thinking_;
  Output& output_;
  std::deque<Message> messages_;  // the last few, oldest first
  uint64_t next_number_ = 1, line_ = 0;
  uint64_t streaming_ = 0;                  // number of the message that streams; 0: none
  const Block* open_ = nullptr;             // the block of the last text that left, until it ends
  bool retry_ = false;                      // the next message may say the last one again
  std::vector<Notice> reported_;            // in this turn
  uint64_t turn_ = 1;                       // number of the first message of this turn
  std::deque<Squeezed> turn_prints_;        // of this turn's texts that are no longer held
  std::unordered_set<uint64_t> forgotten_;  // hashes of (id, text) of messages no longer held
  std::deque<uint64_t> forgotten_order_;    // the same, oldest first
};

}  // namespace sotto::agent
