#include "net/channel.h"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>

#include "net/channel_base.h"

namespace sotto::net {
namespace {

using boost::system::error_code;

// Bytes as they come and go.
class ByteChannel final : public ChannelBase {
 public:
  ByteChannel(boost::asio::io_context& io, int fd, Protocol::socket own,
              const ChannelLimits& limits)
      : ChannelBase(io, fd, limits), socket_(std::move(own)) {}

 private:
  void begin() override { opened(); }
  void read_some() override {
    socket_.async_read_some(boost::asio::buffer(piece_), then([this](error_code error, size_t n) {
                              error ? end() : received({piece_.data(), n});
                            }));
  }
  void write(const Message& next) override {
    boost::asio::async_write(socket_, boost::asio::buffer(next.bytes),
                             then([this](error_code error, size_t) { error ? end() : written(); }));
  }
  void say_good_bye(Goodbye) override { end(); }
  Protocol::socket& socket() override { return socket_; }

  Protocol::socket socket_;
  std::array<char, 4096> piece_;
};

}  // namespace

std::shared_ptr<Channel> open_channel(IoThread& io, const Socket& socket,
                                      const ChannelLimits& limits) {
  boost::asio::io_context& context = io.context();
  auto own = ChannelBase::duplicate(context, socket.fd());
  if (!own) return nullptr;
  return std::make_shared<ByteChannel>(context, socket.fd(), *std::move(own), limits);
}

}  // namespace sotto::net
