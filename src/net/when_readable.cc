#include "net/when_readable.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <utility>

namespace sotto::net {
namespace {

using boost::system::error_code;
namespace asio = boost::asio;

// On the io thread alone, but for its making.
struct InputWait {
  InputWait(asio::io_context& io, Socket& socket, std::function<void()> then)
      : socket(socket), descriptor(io), timer(io), then(std::move(then)) {}
  ~InputWait() { give_back(); }

  // The descriptor is the socket's, and is not closed here.
  void give_back() {
    if (descriptor.is_open()) descriptor.release();
  }

  Socket& socket;
  asio::posix::stream_descriptor descriptor;
  asio::steady_timer timer;
  const std::function<void()> then;
};

void begin(const std::shared_ptr<InputWait>& wait, Clock::time_point until) {
  error_code error;
  wait->descriptor.assign(wait->socket.fd(), error);
  if (error) {  // the system has no memory for it
    wait->socket.hang_up();
    return wait->then();
  }
  wait->timer.expires_at(until);
  wait->timer.async_wait([wait](const error_code& cancelled) {
    if (!cancelled) wait->socket.stop_reading();
  });
  wait->descriptor.async_wait(asio::posix::stream_descriptor::wait_read, [wait](const error_code&) {
    wait->give_back();
    wait->timer.cancel();
    wait->then();
  });
}

}  // namespace

void when_readable(IoThread& io, Socket& socket, Clock::time_point until,
                   std::function<void()> then) {
  asio::io_context& context = io.context();
  auto wait = std::make_shared<InputWait>(context, socket, std::move(then));
  asio::post(context, [wait = std::move(wait), until] { begin(wait, until); });
}

}  // namespace sotto::net
