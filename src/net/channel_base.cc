#include "net/channel_base.h"

#include <sys/socket.h>
#include <unistd.h>

#include <boost/asio/post.hpp>

namespace sotto::net {

using boost::system::error_code;

std::optional<ChannelBase::Protocol::socket> ChannelBase::duplicate(boost::asio::io_context& io,
                                                                    int fd) {
  Protocol::socket socket(io);
  const int own = ::dup(fd);
  error_code error;
  if (own >= 0) socket.assign(Protocol(AF_INET, 0), own, error);
  if (own >= 0 && error) ::close(own);
  if (own < 0 || error) return std::nullopt;
  return socket;
}

void ChannelBase::start(ChannelEvents events) {
  events_ = std::move(events);
  try {
    boost::asio::post(io_, then([this] { begin(); }));
  } catch (...) {  // memory ran out; the handler was lost, and so it has ended
  }
}

// Work for the io thread. Where memory runs out the channel ends: what it waits for breaks off.
template <class Work>
void ChannelBase::post(Work work) noexcept {
  try {
    boost::asio::post(io_, [self = shared_from_this(), work] {
      try {
        work();
      } catch (...) {
        self->end();
      }
    });
  } catch (...) {
    hang_up();
  }
}

void ChannelBase::opened() {
  write_next();
  go_on_reading();
}

void ChannelBase::received(std::string bytes) {
  {
    const std::lock_guard lock(mutex_);
    untaken_bytes_ += bytes.size();
  }
  if (events_.received) events_.received(std::move(bytes));
  go_on_reading();
}

void ChannelBase::go_on_reading() {
  if (ended_) return;
  bool has_room = false;
  {
    const std::lock_guard lock(mutex_);
    has_room = reading_ = untaken_bytes_ < limits_.untaken_bytes;
  }
  if (has_room) return read_some();
  set_paused(true);
  // A connection that breaks is noticed nevertheless.
  if (!std::exchange(watches_, true))
    socket().async_wait(Protocol::socket::wait_error, then([this](error_code error) {
                          if (!error) end();
                        }));
}

void ChannelBase::taken(size_t bytes) {
  const std::lock_guard lock(mutex_);
  untaken_bytes_ -= bytes;
  if (ended_ || reading_ || untaken_bytes_ >= limits_.untaken_bytes / 2) return;
  reading_ = true;
  post([this] {
    set_paused(false);
    read_some();
  });
}

bool ChannelBase::send_binary(std::span<const std::byte> bytes) {
  return send({{reinterpret_cast<const char*>(bytes.data()), bytes.size()}, false});
}

bool ChannelBase::send(Message message) {
  const std::lock_guard lock(mutex_);
  if (ended_ || closing_) return false;
  const size_t size = message.bytes.size();
  if (unsent_bytes_ + size > limits_.unsent_bytes) {
    hang_up();
    return false;
  }
  unsent_.push_back(std::move(message));
  unsent_bytes_ += size;
  if (!std::exchange(writing_, true)) post([this] { write_next(); });
  return true;
}

void ChannelBase::write_next() {
  if (ended_) return;
  const Message* next = nullptr;
  std::optional<Goodbye> closing;
  {
    const std::lock_guard lock(mutex_);
    closing = closing_;
    if (!unsent_.empty()) next = &unsent_.front();  // stays where it is until it was sent
    writing_ = next != nullptr || closing;
    if (!writing_) return;
  }
  if (next == nullptr) return say_good_bye(*closing);
  moved_at_ = Clock::now();
  if (!timer_runs_) watch_for_stall();
  write(*next);
}

void ChannelBase::written() {
  bool is_news = false;
  {
    const std::lock_guard lock(mutex_);
    const bool had_room = has_room();
    unsent_bytes_ -= unsent_.front().bytes.size();
    unsent_.pop_front();
    is_news = (!had_room && has_room()) || unsent_.empty();
  }
  if (is_news && events_.sent) events_.sent();
  write_next();
}

// One timer, which looks again when it has come too early.
void ChannelBase::watch_for_stall() {
  timer_runs_ = true;
  timer_.expires_at(moved_at_ + limits_.stalled);
  timer_.async_wait(then([this](error_code error) {
    timer_runs_ = false;
    if (error || is_drained()) return;
    if (Clock::now() - moved_at_ >= limits_.stalled) return end();
    watch_for_stall();
  }));
}

void ChannelBase::close(Goodbye why) {
  const std::lock_guard lock(mutex_);
  if (ended_ || closing_) return;
  closing_ = why;
  if (!std::exchange(writing_, true)) post([this] { write_next(); });
}

// Reads and waits under way end with it.
void ChannelBase::hang_up() noexcept {
  if (!ended_) ::shutdown(fd_, SHUT_RDWR);
}

void ChannelBase::end() noexcept {
  if (ended_.exchange(true)) return;
  ::shutdown(fd_, SHUT_RDWR);
  error_code error;
  socket().close(error);
  timer_.cancel();
  const ChannelEvents events = std::move(events_);
  events_ = {};
  if (events.ended) events.ended();
}

}  // namespace sotto::net
