// A WebSocket (RFC 6455) on a connection that asked for one.
#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "net/http.h"

namespace sotto::net {

bool wants_web_socket(const Request& request);

// One thread reads, any number send. Its input and output go on by themselves on a thread of its
// own: a read is always outstanding, so that pings are answered while nobody takes the messages,
// and behind the last one. Only when 8 MiB wait to be taken does the other side have to wait.
class WebSocket {
 public:
  // Accepts it. `gone` is set when the other side has left, or takes nothing for `stalled`. The
  // exchange outlives it.
  static std::unique_ptr<WebSocket> accept(Exchange& exchange, size_t longest_message,
                                           std::stop_source gone,
                                           std::chrono::milliseconds stalled = kStalled);
  ~WebSocket();

  // The next message. None: the other side has left, or `stop` is set.
  std::optional<std::string> read(const std::stop_token& stop);

  // Waits while much is unsent. False: the other side has left, or took nothing for so long.
  bool send_text(std::string_view text);
  bool send_binary(std::span<const std::byte> bytes);

  // Says good-bye behind what was sent: waits for it as long as the other side takes something in
  // time, and a moment for its answer.
  void close();

 private:
  struct State;
  static constexpr std::chrono::milliseconds kStalled{30000};
  WebSocket(std::shared_ptr<State> state, std::chrono::milliseconds stalled)
      : state_(std::move(state)), stalled_(stalled) {}
  bool send(std::string message, bool is_text);
  bool wait_for_reader(std::unique_lock<std::mutex>& lock);

  const std::shared_ptr<State> state_;
  const std::chrono::milliseconds stalled_;
};

}  // namespace sotto::net
