// Every text of the main agent exactly once.
//
// Claude Code says a text up to three times: in partial messages, in an `assistant` line (the
// snapshot) and, the last one, in the `result` line. The rules:
//   - Partial text leaves as it comes. A snapshot adds what the partial text lacks (the stream may
//     have stalled); its blocks are found by message id and text, as one message may be spread over
//     several lines that do not say which block they carry.
//   - A snapshot that contradicts what was already said adds nothing: the listener has heard that
//     block, and a voice cannot take words back.
//   - Without partial messages the snapshots are the text.
//   - A `result` that was not heard is said.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_set>

#include "agent/reader.h"
#include "agent/stream_json.h"

namespace sotto::agent {

class Conversation {
 public:
  Conversation(const ReaderOptions& options, const Reader::Handler& handler, ReaderStats& stats)
      : options_(options), handler_(handler), stats_(stats) {}

  void read(const Line& line);
  void finish();  // ends the open block

 private:
  struct Block {
    static constexpr size_t kNoIndex = SIZE_MAX;
    size_t index = kNoIndex;  // kNoIndex: known from a snapshot alone
    ContentBlock::Kind kind = ContentBlock::Kind::text;
    std::string text;        // said so far; the beginning of a very long one
    size_t said = 0;         // bytes said
    uint64_t hash = 0;       // of everything said, white space left out
    size_t streamed = 0;     // bytes received as partial text; less than `said` after a snapshot
    bool confirmed = false;  // a snapshot has shown it
    bool used = false;       // by the snapshot line that is being read
  };
  struct Message {
    std::string id;
    uint64_t number = 0;
    std::deque<Block> blocks;
  };

  Message* find(const std::string& id);
  Message& streaming();
  Block& streamed_block(const Line& line);
  void message_start(const Line& line);
  bool wanted(ContentBlock::Kind kind) const;
  void delta(const Line& line);
  void snapshot(const Line& line);
  Block* counterpart(Message& message, const ContentBlock& content);
  Block* elsewhere(const Message& own, const ContentBlock& content);
  void confirm(Block& block, const ContentBlock& content);
  void result(const std::string& text);
  bool heard_this_turn(std::string_view text) const;
  Block* last_text_block();
  Block& add_block(Message& message, ContentBlock::Kind kind, size_t index);
  void say(Block& block, std::string_view text);
  void end_open();
  Message& add_message(const std::string& id);
  void forget_oldest();
  void forget(const Message& message, const Block& block);

  const ReaderOptions& options_;
  const Reader::Handler& handler_;
  ReaderStats& stats_;
  std::deque<Message> messages_;  // the last few, oldest first
  uint64_t next_number_ = 1;
  uint64_t streaming_ = 0;       // number of the message that streams; 0: none
  const Block* open_ = nullptr;  // the block of the last text that left, until its block_end
  uint64_t turn_ = 1;            // number of the first message after the last `result`
  std::unordered_set<uint64_t> forgotten_;  // hashes of (id, text) of messages no longer held
  std::deque<uint64_t> forgotten_order_;    // the same, oldest first
};

}  // namespace sotto::agent
