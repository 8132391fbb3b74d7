#include "agent/conversation.h"

#include <algorithm>

#include "agent/sentences.h"

namespace sotto::agent {
namespace {

// A whole text follows its pieces at once, so a few messages are enough; what is older is
// remembered by hash, so that a late repetition is still known.
constexpr size_t kMessagesHeld = 16;
constexpr size_t kHashesHeld = 4096;
constexpr size_t kPrintsHeld = 2048;           // of one turn
constexpr size_t kBlocksHeld = 1000;           // of one message: what comes behind joins the last
constexpr size_t kTextHeld = size_t{4} << 20;  // of one block

}  // namespace

bool Conversation::wanted(const StreamEvent& event) const { return !event.thinking || thinking_; }

void Conversation::read(std::span<const StreamEvent> line) {
  ++line_;
  for (const StreamEvent& event : line) read(event);
}

void Conversation::read(const StreamEvent& event) {
  using Kind = StreamEvent::Kind;
  switch (event.kind) {
    case Kind::run_start:
      end_open();
      turn_end();
      messages_.clear();
      forgotten_.clear();
      forgotten_order_.clear();
      return;
    case Kind::message_start:
      return message_start(event);
    case Kind::block_start:
      if (streaming_ != 0) ++streaming().open_blocks;
      return piece(event);
    case Kind::piece:
      return piece(event);
    case Kind::block_end:
    case Kind::message_end:
      for (Message& message : messages_) {
        if (message.number != streaming_) continue;
        message.open_blocks -= message.open_blocks > 0 ? 1 : 0;
        if (event.kind == Kind::message_end) message.finished = true;
        if (!message.blocks.empty()) message.blocks.back().ended = true;
      }
      return end_open();
    case Kind::whole:
    case Kind::unsure:
      return whole(event);
    case Kind::interlude:
      return interlude();
    case Kind::retry:
      retry_ = last_of_agent() != nullptr && !last_of_agent()->finished;
      return;
    case Kind::final_text:
      return final_text(event.text);
    case Kind::report:
      return report(event);
    case Kind::turn_end:
      return turn_end();
  }
}

void Conversation::finish() { end_open(); }

void Conversation::interlude() {
  end_open();
  if (Message* last = last_of_agent()) last->finished = true;
  for (const Message& message : messages_)
    if (message.number == streaming_ && message.id.empty()) streaming_ = 0;
}

void Conversation::turn_end() {
  interlude();
  turn_ = next_number_;
  turn_prints_.clear();
  reported_.clear();
  retry_ = false;
}

Conversation::Message* Conversation::last_of_agent() {
  const auto found =
      std::find_if(messages_.rbegin(), messages_.rend(), [](const Message& m) { return !m.aside; });
  return found == messages_.rend() ? nullptr : &*found;
}

Conversation::Message* Conversation::find(const std::string& id) {
  if (id.empty()) return nullptr;
  const auto found = std::find_if(messages_.rbegin(), messages_.rend(),
                                  [&](const Message& m) { return m.id == id; });
  return found == messages_.rend() ? nullptr : &*found;
}

// Whether the stream has left the message in the middle.
bool Conversation::broke_off(const Message& message) const {
  if (message.number < turn_ || message.blocks.empty()) return false;
  if (retry_) return true;
  if (message.finished) return false;
  const Block& last = message.blocks.back();
  if (is_used(last)) return false;  // they stand side by side in one line
  return message.open_blocks > 0 || (!last.ended && !ends_sentence(last.text));
}

Conversation::Message& Conversation::add_message(const std::string& id, bool may_repeat) {
  if (messages_.size() == kMessagesHeld) forget_oldest();
  Message* before = last_of_agent();
  const bool repeats = may_repeat && before != nullptr && broke_off(*before);
  retry_ = false;
  if (!repeats) end_open();
  messages_.emplace_back();
  Message& message = messages_.back();
  message.id = id;
  message.number = next_number_++;
  if (repeats) {
    before->superseded = true;
    for (const Block& block : before->blocks) message.echoes.push_back(&block);
  }
  return message;
}

void Conversation::forget_oldest() {
  const Message& oldest = messages_.front();
  for (const Block& block : oldest.blocks) {
    if (&block == open_) end_open();
    if (oldest.number >= turn_ && !oldest.superseded && !block.thinking) {
      turn_prints_.push_back(block.print);
      if (turn_prints_.size() > kPrintsHeld) turn_prints_.pop_front();
    }
    if (oldest.id.empty()) continue;
    const uint64_t key = squeezed(oldest.id).hash ^ block.print.hash * 31;
    if (forgotten_.insert(key).second) forgotten_order_.push_back(key);
  }
  while (forgotten_order_.size() > kHashesHeld) {
    forgotten_.erase(forgotten_order_.front());
    forgotten_order_.pop_front();
  }
  if (streaming_ == oldest.number) streaming_ = 0;
  messages_.pop_front();
}

void Conversation::message_start(const StreamEvent& event) {
  Message* known = find(event.message);
  if (known != nullptr) {  // a stream that begins again: what was said is passed over
    const auto is_open = [this](const Block& block) { return &block == open_; };
    if (std::ranges::none_of(known->blocks, is_open)) end_open();
    known->finished = false;
    known->open_blocks = 0;
    for (Block& block : known->blocks) {
      if (block.text.size() > block.echo.size()) block.echo = std::move(block.text);
      block.text.clear();
      block.size = block.streamed = block.echoed = 0;
      block.print = {};
      block.ended = block.closed = false;
    }
  } else {
    known = &add_message(event.message, true);
  }
  streaming_ = known->number;
}

// The message that streams; one without an id when its beginning was lost.
Conversation::Message& Conversation::streaming() {
  for (Message& message : messages_) {
    if (message.number == streaming_) return message;
  }
  Message& message = add_message("", true);
  streaming_ = message.number;
  return message;
}

Conversation::Message& Conversation::message_of(const StreamEvent& event) {
  if (event.message.empty()) return streaming();
  if (Message* known = find(event.message)) {
    streaming_ = known->number;
    return *known;
  }
  Message& message = add_message(event.message, true);
  streaming_ = message.number;
  return message;
}

Conversation::Block& Conversation::add_block(Message& message, bool thinking, size_t index) {
  if (message.blocks.size() == kBlocksHeld) {
    end_open();
    return message.blocks.back();
  }
  Block& block = message.blocks.emplace_back();
  block.index = index;
  block.thinking = thinking;
  if (index != StreamEvent::kNoBlock) message.by_index.emplace(index, &block);
  while (!message.echoes.empty()) {
    const Block* before = message.echoes.front();
    message.echoes.pop_front();
    if (before->thinking != thinking) continue;
    block.echo = before->text.size() > before->echo.size() ? before->text : before->echo;
    block.before = before;
    break;
  }
  return block;
}

Conversation::Block& Conversation::streamed_block(const StreamEvent& event) {
  Message& message = message_of(event);
  message.finished = false;
  const size_t index = event.block == StreamEvent::kNoBlock ? 0 : event.block;
  const auto known = message.by_index.find(index);
  if (known != message.by_index.end() && known->second->thinking == event.thinking)
    return *known->second;
  if (message.blocks.size() == kBlocksHeld) return message.blocks.back();
  for (Block& block : message.blocks) {  // a whole text was faster than its pieces
    if (block.index != StreamEvent::kNoBlock || block.thinking != event.thinking) continue;
    const std::string& heard = block.text.empty() ? block.echo : block.text;
    if (!heard.starts_with(event.text)) continue;
    block.index = index;
    message.by_index.insert_or_assign(index, &block);
    return block;
  }
  message.by_index.erase(index);
  return add_block(message, event.thinking, index);
}

void Conversation::piece(const StreamEvent& event) {
  if (event.text.empty() || !wanted(event)) return;
  std::string_view text = event.text;
  Block& block = streamed_block(event);
  // A whole text was faster: so much of it has left.
  const size_t repeated = std::min(block.size - std::min(block.streamed, block.size), text.size());
  block.streamed += text.size();
  text.remove_prefix(repeated);
  while (!text.empty() && repeated > 0 && (text.front() & 0xC0) == 0x80) text.remove_prefix(1);
  take(block, text);
}

// More of a block, as its agent has it. Said, but for what was heard before it came again.
void Conversation::take(Block& block, std::string_view text) {
  if (text.empty()) return;
  const size_t begin = block.text.size();
  block.text += text.substr(0, kTextHeld - std::min(kTextHeld, block.text.size()));
  block.size += text.size();
  block.print.add(text);
  if (block.echoed >= block.echo.size()) return say(block, text);
  const size_t same = common_prefix(text, std::string_view(block.echo).substr(block.echoed));
  block.echoed += same;
  if (same == text.size()) return;
  if (block.echoed == block.echo.size()) {  // it goes on where it broke off
    if (open_ == block.before && open_ != nullptr) open_ = &block;
    return say(block, text.substr(same));
  }
  end_open();
  block.echo.clear();
  block.echoed = 0;
  say(block, std::string_view(block.text).substr(sentence_begin(block.text, begin + same)));
}

void Conversation::say(Block& block, std::string_view text) {
  if (text.empty()) return;
  if (open_ != &block) end_open();
  open_ = &block;
  output_.text(text);
}

void Conversation::end_open() {
  if (open_ == nullptr) return;
  open_ = nullptr;
  output_.end_block();
}

}  // namespace sotto::agent
