#include "agent/conversation.h"

#include <algorithm>

namespace sotto::agent {
namespace {

// A snapshot follows its message at once, so a few messages are enough; what is older is remembered
// by hash, so that a late repetition is still known.
constexpr size_t kMessagesHeld = 16;
constexpr size_t kBlocksHeld = 256;  // of a message: each new one is looked for among them
constexpr size_t kHashesHeld = 4096;

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

constexpr size_t kTextHeld = size_t{4} << 20;  // of one block

// FNV-1a over the bytes that are not white space: repetitions may be trimmed or joined.
uint64_t add_hash(uint64_t hash, std::string_view text) {
  for (const char c : text) {
    if (!is_space(c)) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  }
  return hash;
}

uint64_t key_of(const std::string& id, uint64_t text_hash) {
  return (add_hash(0xcbf29ce484222325u, id) << 1) ^ text_hash;
}

size_t common_prefix(std::string_view a, std::string_view b) {
  const auto end = std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first;
  return static_cast<size_t>(end - a.begin());
}

// Two versions of one text, although neither begins with the other.
bool is_variant(std::string_view said, std::string_view text) {
  return common_prefix(said, text) >= std::max<size_t>(8, said.size() / 2);
}

}  // namespace

bool Conversation::wanted(ContentBlock::Kind kind) const {
  return kind == ContentBlock::Kind::text ||
         (kind == ContentBlock::Kind::thinking && options_.thinking);
}

void Conversation::read(const Line& line) {
  switch (line.kind) {
    case Line::Kind::message_start:
      return message_start(line);
    case Line::Kind::block_start:
      end_open();
      return delta(line);
    case Line::Kind::delta:
      return delta(line);
    case Line::Kind::block_stop:
    case Line::Kind::message_stop:
      return end_open();
    case Line::Kind::snapshot:
      return snapshot(line);
    case Line::Kind::result:
      return result(line.blocks.front().text);
    default:
      return;
  }
}

void Conversation::finish() { end_open(); }

Conversation::Message* Conversation::find(const std::string& id) {
  if (id.empty()) return nullptr;
  const auto found = std::find_if(messages_.rbegin(), messages_.rend(),
                                  [&](const Message& m) { return m.id == id; });
  return found == messages_.rend() ? nullptr : &*found;
}

Conversation::Message& Conversation::add_message(const std::string& id) {
  if (messages_.size() == kMessagesHeld) forget_oldest();
  messages_.push_back({id, next_number_++, {}});
  return messages_.back();
}

void Conversation::forget_oldest() {
  const Message& oldest = messages_.front();
  for (const Block& block : oldest.blocks) forget(oldest, block);
  if (streaming_ == oldest.number) streaming_ = 0;
  messages_.pop_front();
}

// All but its hash.
void Conversation::forget(const Message& message, const Block& block) {
  if (&block == open_) end_open();
  if (message.id.empty()) return;
  const uint64_t key = key_of(message.id, block.hash);
  if (forgotten_.insert(key).second) forgotten_order_.push_back(key);
  while (forgotten_order_.size() > kHashesHeld) {
    forgotten_.erase(forgotten_order_.front());
    forgotten_order_.pop_front();
  }
}

void Conversation::message_start(const Line& line) {
  end_open();
  Message* known = find(line.id);
  if (known) {  // a stream that begins again: what was said is passed over
    for (Block& block : known->blocks) block.streamed = 0;
  } else {
    known = &add_message(line.id);
  }
  streaming_ = known->number;
}

// The message that streams; one without an id when its beginning was lost.
Conversation::Message& Conversation::streaming() {
  for (Message& message : messages_) {
    if (message.number == streaming_) return message;
  }
  Message& message = add_message("");
  streaming_ = message.number;
  return message;
}

Conversation::Block& Conversation::add_block(Message& message, ContentBlock::Kind kind,
                                             size_t index) {
  if (message.blocks.size() == kBlocksHeld) {
    forget(message, message.blocks.front());
    message.blocks.pop_front();
  }
  Block block;
  block.index = index;
  block.kind = kind;
  message.blocks.push_back(std::move(block));
  return message.blocks.back();
}

Conversation::Block& Conversation::streamed_block(const Line& line) {
  Message& message = streaming();
  const ContentBlock& content = line.blocks.front();
  for (Block& block : message.blocks) {
    if (block.index == line.index && block.kind == content.kind) return block;
  }
  for (Block& block : message.blocks) {  // a snapshot was faster than the stream
    if (block.index != Block::kNoIndex || block.kind != content.kind) continue;
    if (!block.text.starts_with(content.text)) continue;
    block.index = line.index;
    return block;
  }
  return add_block(message, content.kind, line.index);
}

void Conversation::delta(const Line& line) {
  if (line.blocks.empty() || !wanted(line.blocks.front().kind)) return;
  std::string_view text = line.blocks.front().text;
  if (text.empty()) return;
  Block& block = streamed_block(line);
  const size_t repeated = std::min(block.said - std::min(block.streamed, block.said), text.size());
  block.streamed += text.size();
  text.remove_prefix(repeated);
  while (!text.empty() && repeated > 0 && (text.front() & 0xC0) == 0x80) text.remove_prefix(1);
  say(block, text);
}

// The block of `message` that `content` shows again; the best match first.
Conversation::Block* Conversation::counterpart(Message& message, const ContentBlock& content) {
  const std::string& text = content.text;
  const bool has_id = !message.id.empty();
  Block* best = nullptr;
  int best_rank = 0;
  for (Block& block : message.blocks) {
    if (block.used || block.kind != content.kind) continue;
    if (block.confirmed && !has_id) continue;  // without an id a repetition is a new text
    int rank = 0;
    if (block.text == text) {
      rank = block.confirmed ? 4 : 6;
    } else if (text.starts_with(block.text)) {
      rank = block.confirmed ? 2 : 5;
    } else if (block.text.starts_with(text)) {
      rank = block.confirmed ? 1 : 3;
    } else if (!block.confirmed && is_variant(block.text, text)) {
      rank = 1;
    }
    const bool longer = best && rank == best_rank && block.text.size() > best->text.size();
    if (rank > best_rank || (rank > 0 && longer)) {
      best = &block;
      best_rank = rank;
    }
  }
  return best;
}

// The same in a message whose id, or whose snapshot's id, was lost.
Conversation::Block* Conversation::elsewhere(const Message& own, const ContentBlock& content) {
  constexpr size_t kSurePrefix = 16;
  for (auto message = messages_.rbegin(); message != messages_.rend(); ++message) {
    if (message->number == own.number || (!message->id.empty() && !own.id.empty())) continue;
    for (Block& block : message->blocks) {
      if (block.used || block.confirmed || block.kind != content.kind) continue;
      if (block.text == content.text ||
          (block.text.size() >= kSurePrefix && content.text.starts_with(block.text))) {
        return &block;
      }
    }
  }
  return nullptr;
}

void Conversation::confirm(Block& block, const ContentBlock& content) {
  block.confirmed = block.used = true;
  const bool whole = block.said == block.text.size();
  if (whole && content.text.size() > block.said && content.text.starts_with(block.text)) {
    say(block, std::string_view(content.text).substr(block.said));
  }
}

void Conversation::snapshot(const Line& line) {
  Message* message = find(line.id);
  if (!message && line.id.empty() && streaming_ != 0) message = &streaming();
  const bool known = message != nullptr;
  if (!known) message = &add_message(line.id);
  for (Message& any : messages_) {
    for (Block& block : any.blocks) block.used = false;
  }
  for (const ContentBlock& content : line.blocks) {
    if (!wanted(content.kind) || content.text.empty()) continue;
    if (!line.id.empty() && forgotten_.contains(key_of(line.id, add_hash(0, content.text)))) {
      continue;
    }
    Block* block = counterpart(*message, content);
    if (!block) block = elsewhere(*message, content);
    if (!block) block = &add_block(*message, content.kind, Block::kNoIndex);
    confirm(*block, content);
    end_open();
  }
  end_open();
}

Conversation::Block* Conversation::last_text_block() {
  for (auto message = messages_.rbegin(); message != messages_.rend(); ++message) {
    if (message->number < turn_) return nullptr;
    for (auto block = message->blocks.rbegin(); block != message->blocks.rend(); ++block) {
      if (block->kind == ContentBlock::Kind::text) return &*block;
    }
  }
  return nullptr;
}

bool Conversation::heard_this_turn(std::string_view text) const {
  const uint64_t hash = add_hash(0, text);
  for (const Message& message : messages_) {
    if (message.number < turn_) continue;
    std::string all;
    for (const Block& block : message.blocks) {
      if (block.kind != ContentBlock::Kind::text) continue;
      if (block.hash == hash) return true;
      all += block.text;
    }
    if (add_hash(0, all) == hash) return true;
  }
  return false;
}

void Conversation::result(const std::string& text) {
  const bool empty = std::all_of(text.begin(), text.end(), is_space);
  if (!empty && !heard_this_turn(text)) {
    Block* last = last_text_block();
    const bool unsure = last && !last->confirmed;
    if (unsure && text.starts_with(last->text)) {
      confirm(*last, {ContentBlock::Kind::text, text});
    } else if (!unsure || !is_variant(last->text, text)) {
      say(add_block(add_message(""), ContentBlock::Kind::text, Block::kNoIndex), text);
    }
  }
  end_open();
  turn_ = next_number_;
}

void Conversation::say(Block& block, std::string_view text) {
  if (text.empty()) return;
  if (open_ != &block) end_open();
  open_ = &block;
  block.text.append(text.substr(0, kTextHeld - block.text.size()));
  block.said += text.size();
  block.hash = add_hash(block.hash, text);
  handler_({TextEvent::Kind::text, std::string(text)});
}

void Conversation::end_open() {
  if (!open_) return;
  open_ = nullptr;
  ++stats_.blocks;
  handler_({TextEvent::Kind::block_end, ""});
}

}  // namespace sotto::agent
