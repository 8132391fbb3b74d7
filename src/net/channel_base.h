// Shared by all channels: what waits on either side, and when they end. Included by their sources
// alone.
#pragma once

#include <atomic>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/system/error_code.hpp>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "net/channel.h"

namespace sotto::net {

// Public functions: any thread. All others, and all fields but those under `mutex_`, belong to the
// io thread.
class ChannelBase : public Channel, public std::enable_shared_from_this<ChannelBase> {
 public:
  using Protocol = boost::asio::generic::stream_protocol;

  void start(ChannelEvents events) final;
  bool send_text(std::string bytes) final { return send({std::move(bytes), true}); }
  bool send_binary(std::span<const std::byte> bytes) final;
  bool has_room() const final { return unsent_bytes_ < limits_.much_unsent_bytes; }
  bool is_drained() const final { return unsent_bytes_ == 0; }
  void taken(size_t bytes) final;
  void close(Goodbye why) final;
  void hang_up() noexcept final;

  struct Message {
    std::string bytes;
    bool is_text;
  };

  // A second descriptor of it, for the channel; none: there is none left.
  static std::optional<Protocol::socket> duplicate(boost::asio::io_context& io, int fd);

 protected:
  // `fd` is the caller's, and open as long as anybody may call hang_up(), which shuts it down.
  ChannelBase(boost::asio::io_context& io, int fd, const ChannelLimits& limits)
      : io_(io), limits_(limits), fd_(fd), timer_(io) {}

  // Steps of the protocol. Each ends in the call that it names, or in end().
  virtual void begin() = 0;                     // opened()
  virtual void read_some() = 0;                 // received()
  virtual void write(const Message& next) = 0;  // written()
  virtual void say_good_bye(Goodbye why) = 0;   // end() alone
  virtual Protocol::socket& socket() = 0;
  virtual void set_paused(bool) {}  // nothing is read meanwhile, pings included

  void opened();
  void received(std::string bytes);
  void written();
  void end() noexcept;

  // A handler for the io thread: what throws in it, or on the way to it, ends the channel.
  template <class Work>
  class Handler {
   public:
    Handler(std::shared_ptr<ChannelBase> channel, Work work)
        : channel_(std::move(channel)), work_(std::move(work)) {}
    Handler(Handler&&) = default;
    ~Handler() {
      if (channel_) channel_->end();  // it was lost
    }
    template <class... Args>
    void operator()(Args... args) {
      const std::shared_ptr<ChannelBase> channel = std::move(channel_);
      try {
        work_(args...);
      } catch (...) {
        channel->end();
      }
    }

   private:
    std::shared_ptr<ChannelBase> channel_;
    Work work_;
  };
  template <class Work>
  auto then(Work work) {
    return Handler<Work>(shared_from_this(), std::move(work));
  }

  boost::asio::io_context& io_;
  const ChannelLimits limits_;

 private:
  bool send(Message message);
  template <class Work>
  void post(Work work) noexcept;
  void go_on_reading();
  void write_next();
  void watch_for_stall();

  const int fd_;
  boost::asio::steady_timer timer_;
  bool timer_runs_ = false;
  Clock::time_point moved_at_;  // something was taken, or began to wait
  ChannelEvents events_;

  bool watches_ = false;  // for a break of the connection
  std::atomic<bool> ended_ = false;

  std::mutex mutex_;
  std::optional<Goodbye> closing_;
  bool reading_ = true;  // false: too much waits to be taken
  bool writing_ = true;  // or not open yet
  size_t untaken_bytes_ = 0;
  std::deque<Message> unsent_;            // the first one is on its way
  std::atomic<size_t> unsent_bytes_ = 0;  // changes under the mutex
};

}  // namespace sotto::net
