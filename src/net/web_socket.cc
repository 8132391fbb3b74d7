#include "net/web_socket.h"

#include <unistd.h>

#include <boost/asio/buffer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/buffered_read_stream.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/teardown.hpp>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace sotto::net {
namespace {

namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;
namespace http = boost::beast::http;
using boost::system::error_code;
using Protocol = asio::generic::stream_protocol;

constexpr size_t kMuchUnsent = 256 << 10, kMuchUntaken = size_t{8} << 20;  // bytes
constexpr std::chrono::seconds kMoment{5};

// A connection of which something was read already.
class Connection final
    : public boost::beast::buffered_read_stream<Protocol::socket, boost::beast::flat_buffer> {
 public:
  using buffered_read_stream::buffered_read_stream;
};

// How Beast ends a WebSocket's connection.
template <class Handler>
void async_teardown(boost::beast::role_type role, Connection& connection, Handler&& handler) {
  boost::beast::websocket::async_teardown(role, connection.next_layer(),
                                          std::forward<Handler>(handler));
}

http::request<http::empty_body> beast_request(const Request& request) {
  http::request<http::empty_body> message{http::verb::get, request.path, 11};
  for (const auto& [name, value] : request.headers) message.insert(name, value);
  return message;
}

}  // namespace

// Everything but the fields under `mutex` belongs to the io thread.
struct WebSocket::State {
  asio::io_context io{1};
  websocket::stream<Connection> stream{io};
  boost::beast::flat_buffer buffer;
  std::stop_source gone;
  std::thread thread;

  struct Message {
    std::string bytes;
    bool is_text;
  };
  std::mutex mutex;
  bool writing = false;  // or about to: a second writer would send a message twice
  std::condition_variable_any changed;
  std::deque<std::string> received;
  size_t received_bytes = 0;
  bool reading = true;  // false: too much waits to be taken
  bool ended = false;
  std::deque<Message> unsent;  // the first one is on its way
  size_t unsent_bytes = 0, sent_messages = 0;

  void end() {
    gone.request_stop();  // before anybody is told: who is told may look
    {
      const std::lock_guard lock(mutex);
      ended = true;
    }
    changed.notify_all();
  }

  void read() {
    stream.async_read(buffer, [this](error_code error, size_t) {
      if (error) return end();
      std::string message = boost::beast::buffers_to_string(buffer.data());
      buffer.clear();
      bool go_on = true;
      {
        const std::lock_guard lock(mutex);
        received_bytes += message.size();
        received.push_back(std::move(message));
        go_on = reading = received_bytes < kMuchUntaken;
      }
      changed.notify_all();
      if (go_on) return read();
      set_patience(false);
    });
  }

  // Who is not read from cannot show that he is there.
  void set_patience(bool limited) {
    auto timeout = websocket::stream_base::timeout::suggested(boost::beast::role_type::server);
    if (!limited) timeout.idle_timeout = websocket::stream_base::none();
    stream.set_option(timeout);
  }

  void read_again() {
    set_patience(true);
    read();
  }

  void write() {
    const Message* next = nullptr;
    {
      const std::lock_guard lock(mutex);
      writing = !unsent.empty() && !ended;
      if (!writing) return;
      next = &unsent.front();  // stays where it is until it was sent
    }
    stream.text(next->is_text);
    stream.async_write(asio::buffer(next->bytes), [this](error_code error, size_t) {
      if (error) return end();
      {
        const std::lock_guard lock(mutex);
        unsent_bytes -= unsent.front().bytes.size();
        ++sent_messages;
        unsent.pop_front();
      }
      changed.notify_all();
      write();
    });
  }
};

bool wants_web_socket(const Request& request) {
  return request.method == "GET" && websocket::is_upgrade(beast_request(request));
}

std::unique_ptr<WebSocket> WebSocket::accept(Exchange& exchange, size_t longest_message,
                                             std::stop_source gone,
                                             std::chrono::milliseconds stalled) {
  const int fd = ::dup(exchange.socket().fd());
  if (fd < 0) return nullptr;
  auto state = std::make_shared<State>();
  state->gone = std::move(gone);
  error_code error;
  state->stream.next_layer().next_layer().assign(Protocol(AF_INET, 0), fd, error);
  state->set_patience(true);
  state->stream.read_message_max(longest_message);
  const std::string unread = exchange.give_up_connection();
  auto& seen = state->stream.next_layer().buffer();
  seen.commit(asio::buffer_copy(seen.prepare(unread.size()), asio::buffer(unread)));
  state->stream.accept(beast_request(exchange.request()), error);
  if (error) return nullptr;
  state->thread = std::thread([state = state.get()] {
    const auto work = asio::make_work_guard(state->io);
    try {
      state->read();
      state->io.run();
    } catch (...) {  // memory ran out: this client's end, not everybody's
      state->end();
    }
  });
  return std::unique_ptr<WebSocket>(new WebSocket(std::move(state), stalled));
}

WebSocket::~WebSocket() {
  state_->io.stop();
  state_->thread.join();
}

std::optional<std::string> WebSocket::read(const std::stop_token& stop) {
  State& s = *state_;
  std::unique_lock lock(s.mutex);
  s.changed.wait(lock, stop, [&] { return !s.received.empty() || s.ended; });
  if (s.received.empty() || stop.stop_requested()) return std::nullopt;
  std::string message = std::move(s.received.front());
  s.received.pop_front();
  s.received_bytes -= message.size();
  if (!s.reading && !s.ended && s.received_bytes < kMuchUntaken / 2) {
    s.reading = true;
    asio::post(s.io, [state = &s] { state->read_again(); });
  }
  return message;
}

bool WebSocket::send_text(std::string_view text) { return send(std::string(text), true); }

bool WebSocket::send_binary(std::span<const std::byte> bytes) {
  return send({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, false);
}

// Until the other side has taken a message. False: it takes nothing, and has been hung up on.
bool WebSocket::wait_for_reader(std::unique_lock<std::mutex>& lock) {
  State& s = *state_;
  const size_t before = s.sent_messages;
  const auto moves = [&] { return s.ended || s.sent_messages != before; };
  if (s.changed.wait_for(lock, stalled_, moves)) return true;
  lock.unlock();
  s.end();
  lock.lock();
  return false;
}

bool WebSocket::send(std::string message, bool is_text) {
  std::unique_lock lock(state_->mutex);
  while (!state_->ended && state_->unsent_bytes >= kMuchUnsent)
    if (!wait_for_reader(lock)) return false;
  if (state_->ended) return false;
  const bool is_first = !std::exchange(state_->writing, true);
  state_->unsent_bytes += message.size();
  state_->unsent.push_back({std::move(message), is_text});
  if (is_first) asio::post(state_->io, [state = state_.get()] { state->write(); });
  return true;
}

void WebSocket::close() {
  State& s = *state_;
  std::unique_lock lock(s.mutex);
  while (!s.ended && !s.unsent.empty())
    if (!wait_for_reader(lock)) return;
  if (s.ended) return;
  asio::post(s.io, [state = &s] {
    state->stream.async_close(websocket::close_code::normal, [state](error_code) { state->end(); });
  });
  s.changed.wait_for(lock, kMoment, [&] { return s.ended; });
}

}  // namespace sotto::net
