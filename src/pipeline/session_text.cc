// A session's text: what is pushed becomes sentences that wait.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "base/thread_time.h"
#include "pipeline/session.h"

namespace sotto::pipeline {
namespace {

// Text is read in pieces of at most this size: so much can be in front of a queue that is full.
constexpr size_t kPiece = 16 << 10;

constexpr size_t kMostBehind = 256;  // sentences that wait for a translator while speech catches up

}  // namespace

template <class Work>
void Session::read_in(const Work& work) {
  const double since = thread_seconds();
  work();
  if (events_.read) events_.read(thread_seconds() - since);
}

bool Session::push(std::string_view bytes) {
  for (; !bytes.empty(); bytes.remove_prefix(std::min(kPiece, bytes.size()))) {
    {
      std::unique_lock lock(mutex_);
      const auto has_room = [&] { return has_room_for_text(); };
      if (!changed_.wait(lock, stop_, has_room) || stop_.stop_requested()) return false;
    }
    read_piece(bytes.substr(0, kPiece));
  }
  return !stop_.stop_requested();
}

size_t Session::try_push(std::string_view bytes) {
  size_t taken = 0;
  while (taken < bytes.size()) {
    {
      const std::lock_guard lock(mutex_);
      wants_text_ = !has_room_for_text();
      if (wants_text_ || stop_.stop_requested()) break;
    }
    const std::string_view piece = bytes.substr(taken, kPiece);
    read_piece(piece);
    taken += piece.size();
  }
  return taken;
}

void Session::read_piece(std::string_view piece) {
  guarded([&] {
    const std::lock_guard reading(reading_);
    read_in([&] {
      if (reader_.push(piece)) watch_for_pause();
    });
  });
}

// Under mutex_.
bool Session::has_room_for_text() const {
  // Text that waits outside is not counted in how far speech lies behind, so more is let in.
  const size_t most = options_.keep_up ? kMostBehind : options_.queued_sentences;
  return sentences_.size() < most;
}

// A sentence was taken: who could not push may go on.
void Session::ask_for_text() {
  {
    const std::lock_guard lock(mutex_);
    if (!has_room_for_text() || !std::exchange(wants_text_, false)) return;
  }
  if (events_.wants_text && !stop_.stop_requested()) events_.wants_text();
}

void Session::flush() {
  guarded([&] {
    const std::lock_guard reading(reading_);
    read_in([&] { reader_.pause(); });
  });
}

void Session::finish(const std::optional<Error>& broken) {
  double pause_ms = 0;
  guarded([&] {
    const std::lock_guard reading(reading_);
    if (broken) fail(*broken);
    if (const Result<void> finished = reader_.finish(); !finished) fail(finished.error());
    has_end_ = true;
    pause_ms = reader_.pause_behind_ms();
  });
  const std::lock_guard lock(mutex_);
  pause_behind_ms_ = pause_ms;
  text_over_ = true;
  changed_.notify_all();
}

agent::ReaderStats Session::read() {
  const std::lock_guard reading(reading_);
  return reader_.stats();
}

bool Session::translates() const {
  return !options_.listener.iso.empty() && options_.listener != options_.speech_text.language;
}

// Under reading_.
void Session::look_at(const text::MarkedText& document) {
  const auto warn = [this](const std::string& warning) {
    if (events_.warned) return events_.warned(warning);
    log::warn("{}", warning);
  };
  if (!document.warning.empty()) warn(document.warning);
  const bool has_phonemes = std::ranges::any_of(
      document.parts, [](const text::MarkedPart& part) { return !part.pronunciations.empty(); });
  if (!has_phonemes || parts_.voice == nullptr) return;
  if (translates()) return warn("SSML: phonemes are left out, as the text is translated");
  if (!parts_.voice->takes_phonemes())
    warn(fmt::format("SSML: {} takes no phonemes, the text is read", parts_.voice->name()));
}

// Something may be complete, and only waits for what comes next. Under reading_.
void Session::watch_for_pause() {
  if (!options_.live) return;
  pause_at_ = Clock::now() + options_.pause;
  if (!pause_armed_) scheduler_.timers.at(pause_at_, this, [this] { look_for_pause(); });
  pause_armed_ = true;
}

// On the timers' thread, which is everybody's: who reads now may wait for a digest, and is no pause.
void Session::look_for_pause() noexcept {
  guarded([&] {
    const std::unique_lock reading(reading_, std::try_to_lock);
    if (!reading.owns_lock()) {
      scheduler_.timers.at(Clock::now() + options_.pause, this, [this] { look_for_pause(); });
      return;
    }
    pause_armed_ = false;
    if (has_end_ || stop_.stop_requested()) return;
    if (Clock::now() >= pause_at_) return read_in([&] { reader_.pause(); });
    scheduler_.timers.at(pause_at_, this, [this] { look_for_pause(); });
    pause_armed_ = true;
  });
}

// Under reading_.
void Session::take_sentence(std::unique_ptr<Utterance> utterance) {
  if (options_.most_sentences != 0 && taken_ >= options_.most_sentences) return;
  if (stop_.stop_requested() || !begin_work()) return;
  ++taken_;
  const std::lock_guard lock(mutex_);
  sentences_.push_back(std::move(utterance));
  start_jobs();
}

}  // namespace sotto::pipeline
