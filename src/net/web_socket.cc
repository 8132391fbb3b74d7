#include <boost/asio/buffer.hpp>
#include <boost/beast/core/buffered_read_stream.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>
#include <boost/beast/websocket/teardown.hpp>

#include "net/channel_base.h"

namespace sotto::net {
namespace {

namespace asio = boost::asio;
namespace websocket = boost::beast::websocket;
namespace http = boost::beast::http;
using boost::system::error_code;

constexpr std::chrono::seconds kMoment{5};  // for the other side's part of hello and good-bye

// A connection of which something was read already.
class Connection final : public boost::beast::buffered_read_stream<ChannelBase::Protocol::socket,
                                                                   boost::beast::flat_buffer> {
 public:
  using buffered_read_stream::buffered_read_stream;
};

// Called by Beast to end a WebSocket's connection.
template <class Handler>
void async_teardown(boost::beast::role_type role, Connection& connection, Handler&& handler) {
  boost::beast::websocket::async_teardown(role, connection.next_layer(),
                                          std::forward<Handler>(handler));
}

using EmptyRequest = http::request<http::empty_body>;

EmptyRequest beast_request(const Request& request) {
  EmptyRequest message{http::verb::get, request.path, 11};
  for (const auto& [name, value] : request.headers) message.insert(name, value);
  return message;
}

class WebSocketChannel final : public ChannelBase {
 public:
  WebSocketChannel(asio::io_context& io, int fd, Protocol::socket own, EmptyRequest request,
                   std::string_view unread, const ChannelLimits& limits)
      : ChannelBase(io, fd, limits), request_(std::move(request)), stream_(std::move(own)) {
    stream_.read_message_max(limits.longest_message_bytes);
    auto& seen = stream_.next_layer().buffer();
    seen.commit(asio::buffer_copy(seen.prepare(unread.size()), asio::buffer(unread)));
  }

 private:
  void begin() override {
    set_paused(false);
    stream_.async_accept(request_, then([this](error_code error) { error ? end() : opened(); }));
  }

  // A read is always outstanding, so that pings are answered behind the last message, too.
  void read_some() override {
    stream_.async_read(buffer_, then([this](error_code error, size_t) {
                         if (error) return end();
                         std::string message = boost::beast::buffers_to_string(buffer_.data());
                         buffer_.clear();
                         received(std::move(message));
                       }));
  }
  void write(const Message& next) override {
    stream_.text(next.is_text);
    stream_.async_write(asio::buffer(next.bytes),
                        then([this](error_code error, size_t) { error ? end() : written(); }));
  }
  void say_good_bye(Goodbye why) override {
    const auto code = why == Goodbye::going_away ? websocket::close_code::going_away
                                                 : websocket::close_code::normal;
    stream_.async_close(code, then([this](error_code) { end(); }));
  }
  Protocol::socket& socket() override { return stream_.next_layer().next_layer(); }

  // A client that is not read from cannot show that he is there.
  void set_paused(bool paused) override {
    auto timeout = websocket::stream_base::timeout::suggested(boost::beast::role_type::server);
    timeout.handshake_timeout = kMoment;
    if (paused) timeout.idle_timeout = websocket::stream_base::none();
    stream_.set_option(timeout);
  }

  const EmptyRequest request_;
  websocket::stream<Connection> stream_;
  boost::beast::flat_buffer buffer_;
};

}  // namespace

bool wants_web_socket(const Request& request) {
  return request.method == "GET" && websocket::is_upgrade(beast_request(request));
}

std::shared_ptr<Channel> open_web_socket(IoThread& io, Exchange& exchange,
                                         const std::string& unread, const ChannelLimits& limits) {
  asio::io_context& context = io.context();
  EmptyRequest request = beast_request(exchange.request());
  const int fd = exchange.socket().fd();
  auto own = ChannelBase::duplicate(context, fd);
  if (!own) return nullptr;
  return std::make_shared<WebSocketChannel>(context, fd, *std::move(own), std::move(request),
                                            unread, limits);
}

}  // namespace sotto::net
