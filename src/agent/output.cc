#include "agent/output.h"

#include <algorithm>

namespace sotto::agent {
namespace {

constexpr size_t kMostHeld = size_t{64} << 10;  // longer JSON is not kept to be said after all

}  // namespace

void Output::text(std::string_view piece) {
  if (passes_) return emit(piece);
  hold(piece);
}

// Reads on until the block is known to be text; JSON is passed over, line by line.
void Output::hold(std::string_view piece) {
  while (!piece.empty()) {
    size_t taken = json_.push(piece);
    if (json_.state() == JsonExtent::State::complete) {
      // Only white space may follow in its line: "[\"a\"](link)" is text.
      const size_t next = piece.find_first_not_of(" \t\r", taken);
      const bool more = next != std::string_view::npos;
      if (more && piece[next] == '\n') {
        leave_out_json();
        piece.remove_prefix(next + 1);
        continue;
      }
      taken = more ? 0 : piece.size();
    }
    const bool is_text = json_.state() == JsonExtent::State::broken || taken == 0;
    if (is_text) {
      passes_ = true;
      emit(held_);
      held_.clear();
      return emit(piece);
    }
    if (held_.size() + taken > kMostHeld) held_.clear();
    held_ += piece.substr(0, std::min(taken, kMostHeld));
    piece.remove_prefix(taken);
  }
}

void Output::leave_out_json() {
  json_ = {};
  held_.clear();
  if (told_of_json_) return;
  told_of_json_ = true;
  if (emitted_) {
    emitted_ = false;
    ++stats_.blocks;
    handler_({.kind = TextEvent::Kind::block_end});
  }
  handler_({.kind = TextEvent::Kind::notice, .notice = Notice::structured_answer});
}

void Output::end_block() {
  const JsonExtent::State state = json_.state();
  const bool cut = state == JsonExtent::State::open && json_.has_key();
  if (state == JsonExtent::State::complete || cut) {
    leave_out_json();
  } else {
    emit(held_);
  }
  if (emitted_) {
    ++stats_.blocks;
    handler_({.kind = TextEvent::Kind::block_end});
  }
  json_ = {};
  held_.clear();
  passes_ = emitted_ = told_of_json_ = false;
}

void Output::notice(Notice notice) {
  end_block();
  handler_({.kind = TextEvent::Kind::notice, .notice = notice});
}

void Output::emit(std::string_view text) {
  if (text.empty()) return;
  emitted_ = true;
  handler_({.kind = TextEvent::Kind::text, .text = std::string(text)});
}

}  // namespace sotto::agent
