#include "serve/spoken_text.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "base/failure.h"

namespace sotto::serve {
namespace {

constexpr size_t kTurn = 64 << 10;  // bytes that are read before others have their turn

bool has_sentence_end(std::string_view text) {
  for (const std::string_view mark : {".", "!", "?", "\n", "。", "！", "？"})
    if (text.find(mark) != std::string_view::npos) return true;
  return false;
}

}  // namespace

SpokenText::SpokenText(Service& service, Parts parts)
    : service_(service), parts_(std::move(parts)) {}

void SpokenText::push(std::string_view text) {
  if (has_end_ || result_) {
    released_ += text.size();
    return;
  }
  if (done_ == text_.size() || done_ > text_.size() / 2) {
    text_.erase(0, done_);
    done_ = 0;
  }
  text_ += text;
}

void SpokenText::finish() { has_end_ = true; }

void SpokenText::cancel() noexcept {
  if (stop_.request_stop()) parts_.wake();
}

size_t SpokenText::advance() noexcept {
  try {
    if (!result_ && stop_.stop_requested() && session_ == nullptr)
      end({.error = Error{Errc::cancelled, "stopped"}});
    if (!result_ && session_ == nullptr && can_open()) open();
    if (session_ != nullptr) read();
  } catch (...) {  // memory ran out: this text's end, not everybody's
    end({.error = error_of(std::current_exception())});
  }
  return std::exchange(released_, 0);
}

bool SpokenText::can_open() const {
  constexpr size_t kEnough = 200;  // bytes, to tell a language by
  if (has_end_) return true;
  if (!parts_.by_sentence) return waiting() > 0;
  return waiting() >= kEnough || has_sentence_end(text_);
}

void SpokenText::open() {
  Result<Opening> opening = parts_.open(text_);
  if (!opening) return end({.error = opening.error()});
  sink_ = std::move(opening->sink);
  pipeline::SessionEvents events = parts_.events;
  events.wants_text = parts_.wake;
  events.over = parts_.wake;
  events.sound_lost = [this](const Error&) { cancel(); };
  auto session = service_.open(opening->order, events, stop_.get_token());
  if (!session) return end({.error = session.error()});
  session_ = *std::move(session);
  session_->session().play_directly(*sink_, parts_.has_room);
  on_end_.emplace(session_->session().stop_token(), parts_.wake);
}

void SpokenText::read() {
  pipeline::Session& session = session_->session();
  session.wake();  // there may be room for sound again
  const std::string_view turn = std::string_view(text_).substr(done_, kTurn);
  const size_t taken = session.try_push(turn);
  done_ += taken;
  released_ += taken;
  if (taken == turn.size() && waiting() > 0) parts_.wake();
  if (waiting() == 0) {
    text_ = {};  // a stream that has said much holds nothing of it
    done_ = 0;
  }
  if (has_end_ && waiting() == 0 && !std::exchange(is_finished_, true)) session.finish();
  if (session.is_done()) end(session.wait());
}

// Nobody works for it any more.
void SpokenText::end(pipeline::SessionResult result) noexcept {
  on_end_.reset();
  session_.reset();
  result_ = std::move(result);
  released_ += waiting();
  text_ = {};
  done_ = 0;
}

}  // namespace sotto::serve
