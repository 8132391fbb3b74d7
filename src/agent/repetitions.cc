// Part of agent/conversation.h: finds what a whole text says again of what was said.
#include <algorithm>

#include "agent/conversation.h"
#include "agent/sentences.h"

namespace sotto::agent {
namespace {

constexpr size_t kSurePrefix = 16;  // bytes: texts that begin so are one
constexpr size_t kSureEnd = 8;

bool is_blank_text(std::string_view text) {
  return text.find_first_not_of(" \t\r\v\f\n") == std::string_view::npos;
}

// The rest of the text behind what was said; none if it begins otherwise. The white space that
// stands between is said once.
std::optional<std::string_view> rest_of(std::string_view text, std::string_view said,
                                        const Squeezed& print) {
  if (text.starts_with(said) && squeezed(said) == print) return text.substr(said.size());
  std::optional<std::string_view> rest = rest_after(text, print);
  const bool ends_in_gap = !said.empty() && is_blank_text(said.substr(said.size() - 1));
  if (rest && ends_in_gap)
    rest->remove_prefix(std::min(rest->find_first_not_of(" \t\r\v\f\n"), rest->size()));
  return rest;
}

// Two versions of one text, although neither begins with the other.
bool is_variant(std::string_view said, std::string_view text) {
  return common_prefix(said, text) >= std::max<size_t>(8, said.size() / 2);
}

}  // namespace

// The fingerprints of the texts of a message, or of this turn, the last first, until `visit` says
// false.
template <typename Visit>
void Conversation::visit_back(const Message* only, Visit visit) const {
  for (auto message = messages_.rbegin(); message != messages_.rend(); ++message) {
    if (only != nullptr ? &*message != only : message->number < turn_ || message->superseded)
      continue;
    for (auto block = message->blocks.rbegin(); block != message->blocks.rend(); ++block)
      if (!block->thinking && !visit(block->print)) return;
  }
  if (only != nullptr) return;
  for (auto print = turn_prints_.rbegin(); print != turn_prints_.rend(); ++print)
    if (!visit(*print)) return;
}

Squeezed Conversation::all_of(const Message* only) const {
  Squeezed all;
  visit_back(only, [&](const Squeezed& print) {
    all = print + all;
    return true;
  });
  return all;
}

// Whether the last two or more texts, joined, are what `print` is of.
bool Conversation::joins(const Message* message, const Squeezed& print) const {
  Squeezed joined;
  size_t texts = 0;
  visit_back(message, [&](const Squeezed& one) {
    joined = one + joined;
    ++texts;
    return joined.length < print.length;
  });
  return texts > 1 && joined == print;
}

// A line that does not say whether it has a piece or a whole text, behind another such line.
bool Conversation::goes_on(const StreamEvent& event) {
  if (messages_.empty()) return false;
  Message& message = messages_.back();
  if (message.finished || message.id != event.message || message.blocks.empty()) return false;
  Block& block = message.blocks.back();
  if (block.lines == 0 || is_used(block) || block.closed || block.thinking != event.thinking)
    return false;
  if (const auto rest = rest_after(event.text, block.print)) {
    const bool same = is_blank_text(*rest);
    if (same && block.lines == 1 && message.id.empty()) return false;  // the same words again
    block.closed = block.lines > 1;
    confirm(block, event.text);
    return true;
  }
  const bool older = block.lines == 1 && !message.id.empty() && block.text.starts_with(event.text);
  if (!older && !continues(block.text, event.text)) return false;
  block.used = line_;
  if (older) return true;
  ++block.lines;
  take(block, event.text);
  return true;
}

// The block of `message` that the text shows again; the best match first.
Conversation::Block* Conversation::counterpart(Message& message, const StreamEvent& event,
                                               const Squeezed& print) {
  const std::string& text = event.text;
  const bool has_id = !message.id.empty();
  Block* best = nullptr;
  int best_rank = 0;
  for (Block& block : message.blocks) {
    if (is_used(block) || block.thinking != event.thinking) continue;
    const bool in_pieces = block.lines > 1;
    if (block.confirmed && !has_id && !in_pieces) continue;  // a repetition is a new text
    int rank = 0;
    if (block.print == print) {
      rank = block.confirmed ? 4 : 6;
    } else if (text.starts_with(block.text)) {
      rank = block.confirmed ? 2 : 5;
    } else if (block.text.starts_with(text)) {
      rank = in_pieces ? 0 : block.confirmed ? 1 : 3;
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

// The same in a message whose id, or whose whole text's id, was lost.
Conversation::Block* Conversation::elsewhere(const Message* own, const StreamEvent& event,
                                             const Squeezed& print) {
  for (auto message = messages_.rbegin(); message != messages_.rend(); ++message) {
    if (&*message == own || (!message->id.empty() && !event.message.empty())) continue;
    for (Block& block : message->blocks) {
      if (is_used(block) || block.confirmed || block.thinking != event.thinking) continue;
      if (block.print == print ||
          (block.text.size() >= kSurePrefix && event.text.starts_with(block.text))) {
        return &block;
      }
    }
  }
  return nullptr;
}

// Whether the text joins several that were said; what it has more is said.
bool Conversation::heard_joined(Message* message, const StreamEvent& event, const Squeezed& print) {
  if (event.thinking || (message == nullptr && !event.message.empty())) return false;
  if (joins(message, print)) return true;
  if (message == nullptr || message->blocks.size() < 2) return false;
  Block& last = message->blocks.back();
  const auto rest = rest_of(event.text, last.text, all_of(message));
  if (!rest || is_used(last) || last.thinking) return false;
  last.used = line_;
  if (!is_blank_text(*rest)) take(last, *rest);
  return true;
}

void Conversation::confirm(Block& block, std::string_view text) {
  block.confirmed = true;
  block.used = line_;
  const auto rest = rest_of(text, block.text, block.print);
  if (rest && !is_blank_text(*rest)) take(block, *rest);
}

void Conversation::whole(const StreamEvent& event) {
  if (event.text.empty() || !wanted(event)) return;
  const bool unsure = event.kind == StreamEvent::Kind::unsure;
  const Squeezed print = squeezed(event.text);
  const std::string& id = event.message;
  if (!id.empty() && forgotten_.contains(squeezed(id).hash ^ print.hash * 31)) return;
  if (unsure && goes_on(event)) return;
  Message* message = find(id);
  if (message == nullptr && id.empty() && streaming_ != 0) message = &streaming();
  Block* block = message != nullptr ? counterpart(*message, event, print) : nullptr;
  if (block == nullptr) block = elsewhere(message, event, print);
  if (block != nullptr) {
    confirm(*block, event.text);
  } else if (!heard_joined(message, event, print)) {
    if (message == nullptr) message = &add_message(id, unsure || retry_);
    block = &add_block(*message, event.thinking, StreamEvent::kNoBlock);
    block->lines = unsure ? 1 : 0;
    block->confirmed = true;
    block->used = line_;
    take(*block, event.text);
  }
  if (!unsure && id.empty()) streaming_ = 0;
}

Conversation::Block* Conversation::last_text_block() {
  for (auto message = messages_.rbegin(); message != messages_.rend(); ++message) {
    if (message->number < turn_) return nullptr;
    if (message->superseded) continue;
    for (auto block = message->blocks.rbegin(); block != message->blocks.rend(); ++block) {
      if (!block->thinking) return &*block;
    }
  }
  return nullptr;
}

bool Conversation::heard_this_turn(const Squeezed& print) const {
  bool heard = false;
  visit_back(nullptr, [&](const Squeezed& one) {
    heard = one == print;
    return !heard;
  });
  return heard || joins(nullptr, print);
}

// Whether the text begins with the first and ends with the last of this turn: then it joins what
// was said, some of it perhaps in other words.
bool Conversation::completes_turn(std::string_view text) {
  Squeezed first, last;
  size_t texts = 0;
  visit_back(nullptr, [&](const Squeezed& one) {
    if (texts++ == 0) last = one;
    first = one;
    return true;
  });
  return texts > 1 && last.length >= kSureEnd && ends_with(text, last) &&
         rest_after(text, first).has_value();
}

void Conversation::add_text(const std::string& text, bool aside) {
  Message& message = add_message("", false);
  message.aside = aside;
  Block& block = add_block(message, false, StreamEvent::kNoBlock);
  block.confirmed = true;
  take(block, text);
}

void Conversation::final_text(const std::string& text) {
  if (is_blank_text(text) || heard_this_turn(squeezed(text))) return;
  Block* last = last_text_block();
  const bool unsure = last != nullptr && !last->confirmed;
  if (last != nullptr) {
    auto rest = rest_of(text, last->text, all_of(nullptr));
    if (!rest) rest = rest_of(text, last->text, last->print);
    const bool apart = rest && (rest->empty() || is_blank_text(rest->substr(0, 1)));
    if (rest && (unsure || apart)) {
      last->confirmed = true;
      return take(*last, *rest);
    }
  }
  if (unsure && is_variant(last->text, text)) return;
  if (!completes_turn(text)) add_text(text, false);
}

void Conversation::report(const StreamEvent& event) {
  end_open();
  if (event.notice && std::ranges::find(reported_, *event.notice) == reported_.end()) {
    reported_.push_back(*event.notice);
    output_.notice(*event.notice);
  }
  if (!is_blank_text(event.text) && !heard_this_turn(squeezed(event.text)))
    add_text(event.text, true);
  end_open();
}

}  // namespace sotto::agent
