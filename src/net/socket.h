// One connected socket whose reads and writes wait for the other side only so long.
#pragma once

#include <atomic>
#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>
#include <chrono>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "sotto/error.h"

namespace sotto::net {

using Clock = std::chrono::steady_clock;

// Since when somebody waits, for other threads to ask.
class IdleSince {
 public:
  IdleSince() { begin(); }
  void begin() { since_ = Clock::now().time_since_epoch().count(); }
  void end() { since_ = kBusy; }
  std::optional<Clock::time_point> get() const {  // none: it does not wait
    const Clock::rep since = since_;
    if (since == kBusy) return std::nullopt;
    return Clock::time_point(Clock::duration(since));
  }

 private:
  static constexpr Clock::rep kBusy = std::numeric_limits<Clock::rep>::min();
  std::atomic<Clock::rep> since_;
};

// One thread may read while another writes. `stop_reading` and `hang_up` may come from any thread:
// they are how a wait is ended from outside.
//
// read_some and write_some make it a synchronous stream of Boost.Beast.
class Socket {
 public:
  // Access to the socket's other end: for anybody who reaches the address, or for the user alone
  // whose server it is.
  enum class Reach { address, owner };
  // Owns the descriptor, which becomes non-blocking. `peer` is for the log and the limits.
  Socket(int fd, std::string peer, Reach reach = Reach::address);
  ~Socket();
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  int fd() const { return fd_; }
  const std::string& peer() const { return peer_; }
  bool is_owners() const { return reach_ == Reach::owner; }
  int release();  // the descriptor is the caller's now

  // While somebody has this the connection stays, and so does what its listener has made for it.
  // Null: it is no listener's.
  std::shared_ptr<void> stay() const { return stay_.lock(); }
  void set_stay(std::weak_ptr<void> stay) { stay_ = std::move(stay); }  // before others see it

  // A read ends at this time with `timed_out`, whatever has come.
  void set_read_deadline(Clock::time_point deadline) { read_deadline_ = deadline; }
  // A write fails with `timed_out` when the other side takes nothing for so long, and at the latest
  // at the deadline.
  void set_write_limits(Clock::duration patience, Clock::time_point deadline) {
    write_patience_ = patience;
    write_deadline_ = deadline;
  }

  template <class Buffers>
  size_t read_some(const Buffers& buffers, boost::system::error_code& error) {
    const auto begin = boost::asio::buffer_sequence_begin(buffers);
    const auto end = boost::asio::buffer_sequence_end(buffers);
    for (auto it = begin; it != end; ++it) {
      const boost::asio::mutable_buffer buffer(*it);
      if (buffer.size() > 0) return read(buffer.data(), buffer.size(), error);
    }
    error = {};
    return 0;
  }
  template <class Buffers>
  size_t write_some(const Buffers& buffers, boost::system::error_code& error) {
    const auto begin = boost::asio::buffer_sequence_begin(buffers);
    const auto end = boost::asio::buffer_sequence_end(buffers);
    for (auto it = begin; it != end; ++it) {
      const boost::asio::const_buffer buffer(*it);
      if (buffer.size() > 0) return write(buffer.data(), buffer.size(), error);
    }
    error = {};
    return 0;
  }

  // Beast asks for these, and does not call them.
  template <class Buffers>
  size_t read_some(const Buffers& buffers) {
    boost::system::error_code error;
    const size_t n = read_some(buffers, error);
    return error ? throw boost::system::system_error(error) : n;
  }
  template <class Buffers>
  size_t write_some(const Buffers& buffers) {
    boost::system::error_code error;
    const size_t n = write_some(buffers, error);
    return error ? throw boost::system::system_error(error) : n;
  }

  // Something has come, or the end of the stream.
  bool can_read_within(Clock::duration time) const;

  void stop_reading() noexcept;  // a read gives the end of the stream
  bool has_stopped_reading() const { return stopped_reading_; }
  void hang_up() noexcept;  // and a write fails

  // Closing a socket with unread input discards what was just written. This says that nothing more
  // will come, and throws the rest of the input away for a moment, so that the answer arrives.
  void linger();

 private:
  size_t read(void* data, size_t size, boost::system::error_code& error);
  size_t write(const void* data, size_t size, boost::system::error_code& error);

  int fd_;
  std::string peer_;
  Reach reach_;
  std::weak_ptr<void> stay_;
  std::atomic<bool> stopped_reading_ = false;
  Clock::time_point read_deadline_ = Clock::time_point::max();
  Clock::time_point write_deadline_ = Clock::time_point::max();
  Clock::duration write_patience_ = std::chrono::seconds(30);
};

}  // namespace sotto::net
