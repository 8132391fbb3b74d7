// Frames by hand, as a client sends and sees them (RFC 6455, section 5.2).
#include "net/channel.h"

#include <gmock/gmock.h>
#include <sys/socket.h>
#include <unistd.h>

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace sotto::net::web_socket_test {
namespace {

constexpr size_t kLongest = 1 << 20;
constexpr unsigned char kText = 0x81, kBinary = 0x82, kClose = 0x88, kPing = 0x89, kPong = 0x8A;

struct Frame {
  unsigned char head = 0;
  bool came = false;  // in time
  std::string payload;
};

class WebSocketTest : public ::testing::Test {
 protected:
  void SetUp() override {
    int ends[2];
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    client_ = ends[1];
    const timeval patience{20, 0};
    ::setsockopt(client_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    server_ = std::make_unique<Socket>(ends[0], "test");
    connection_ = std::make_unique<HttpConnection>(*server_, HttpLimits());
    ASSERT_TRUE(
        put("GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n" +
            early_));
    exchange_ = connection_->next();
    ASSERT_TRUE(exchange_ && wants_web_socket(exchange_->request()));
    const TakenOver taken = exchange_->give_up_connection();
    ChannelLimits limits;
    limits.longest_message_bytes = kLongest;
    limits.stalled = kStalled;
    web_socket_ = open_web_socket(io_, *exchange_, taken.unread, limits);
    ASSERT_NE(web_socket_, nullptr);
    web_socket_->start({.received = [this](std::string message) { push(std::move(message)); },
                        .sent =
                            [this] {
                              const std::lock_guard lock(mutex_);
                              ++times_sent_;
                              changed_.notify_all();
                            },
                        .ended =
                            [this] {
                              const std::lock_guard lock(mutex_);
                              ended_ = true;
                              changed_.notify_all();
                            }});
    std::string answer;
    while (!answer.ends_with("\r\n\r\n")) answer += take(1);
    ASSERT_TRUE(answer.starts_with("HTTP/1.1 101"));
  }
  void TearDown() override {
    web_socket_->hang_up();
    EXPECT_TRUE(has_ended());
    ::close(client_);
  }

  void push(std::string message) {
    const std::lock_guard lock(mutex_);
    messages_.push_back(std::move(message));
    changed_.notify_all();
  }
  // None: nothing more comes.
  std::optional<std::string> read() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kLong, [&] { return !messages_.empty() || ended_; });
    if (messages_.empty()) return std::nullopt;
    std::string message = std::move(messages_.front());
    messages_.pop_front();
    web_socket_->taken(message.size());
    return message;
  }
  bool has_ended() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kLong, [&] { return ended_; });
  }

  bool put(std::string_view bytes) const {
    while (!bytes.empty()) {
      const ssize_t n = ::send(client_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (n <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(n));
    }
    return true;
  }
  std::string take(size_t size) const {
    std::string bytes(size, '\0');
    size_t done = 0;
    while (done < size) {
      const ssize_t n = ::recv(client_, bytes.data() + done, size - done, 0);
      if (n <= 0) return "";
      done += static_cast<size_t>(n);
    }
    return bytes;
  }

  // Masked with zeros: as it is. A length in more bytes than it needs is an error.
  static std::string frame(unsigned char head, std::string_view payload) {
    std::string bytes(1, static_cast<char>(head));
    if (payload.size() < 126) {
      bytes += static_cast<char>(0x80 | payload.size());
    } else {
      const bool is_short = payload.size() < 65536;
      bytes += static_cast<char>(0x80 | (is_short ? 126 : 127));
      for (int shift = is_short ? 8 : 56; shift >= 0; shift -= 8)
        bytes += static_cast<char>(payload.size() >> shift & 0xFF);
    }
    return bytes + std::string(4, '\0') + std::string(payload);
  }
  Frame next_frame() const {
    const std::string head = take(2);
    if (head.empty()) return {};
    size_t size = static_cast<unsigned char>(head[1]);
    if (size >= 126) {
      const std::string more = take(size == 126 ? 2 : 8);
      size = 0;
      for (const char c : more) size = size << 8 | static_cast<unsigned char>(c);
    }
    return {static_cast<unsigned char>(head[0]), true, size == 0 ? "" : take(size)};
  }

  static constexpr std::chrono::milliseconds kStalled{10'000};
  std::string early_;  // in the packet of the handshake
  static constexpr std::chrono::seconds kLong{20};
  int client_ = -1;
  std::unique_ptr<Socket> server_;
  std::unique_ptr<HttpConnection> connection_;
  std::unique_ptr<Exchange> exchange_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> messages_;
  int times_sent_ = 0;
  bool ended_ = false;
  IoThread io_;
  std::shared_ptr<Channel> web_socket_;
};

TEST_F(WebSocketTest, AnswersPingsWhileNobodyTakesTheMessages) {
  for (const char* text : {"One.", "Two.", ""}) ASSERT_TRUE(put(frame(kText, text)));
  ASSERT_TRUE(put(frame(kPing, "here")));
  const Frame pong = next_frame();
  EXPECT_EQ(pong.head, kPong);
  EXPECT_EQ(pong.payload, "here");
  for (const char* text : {"One.", "Two.", ""}) EXPECT_EQ(read(), text);
  ASSERT_TRUE(put(frame(kPing, "again")));  // behind the last message
  EXPECT_EQ(next_frame().payload, "again");
}

TEST_F(WebSocketTest, WhoSendsTooMuchWaitsUntilSomeIsTaken) {
  const timeval patience{0, 300'000};
  ::setsockopt(client_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  const std::string large = frame(kBinary, std::string(kLongest, 'x'));
  const size_t size = large.size();
  std::string_view rest;
  size_t sent = 0;
  for (bool blocked = false; !blocked && sent < 40 * size;) {
    if (rest.empty()) rest = large;
    const ssize_t n = ::send(client_, rest.data(), rest.size(), MSG_NOSIGNAL);
    blocked = n < 0;
    if (blocked) continue;
    rest.remove_prefix(static_cast<size_t>(n));
    sent += static_cast<size_t>(n);
  }
  EXPECT_GE(sent, 8 * size);
  EXPECT_LT(sent, 12 * size);
  std::jthread reader([&] {
    for (size_t i = 0; i < (sent + rest.size()) / size; ++i)
      EXPECT_EQ(read().value_or("").size(), kLongest);
  });
  const timeval long_patience{20, 0};
  ::setsockopt(client_, SOL_SOCKET, SO_SNDTIMEO, &long_patience, sizeof long_patience);
  ASSERT_TRUE(put(rest));
  ASSERT_TRUE(put(frame(kPing, "here")));
  EXPECT_EQ(next_frame().payload, "here");
}

TEST_F(WebSocketTest, SaysGoodByeBehindWhatASlowReaderTakes) {
  const std::string piece(10'000, 'x');
  for (int i = 0; i < 25; ++i)
    EXPECT_TRUE(web_socket_->send_binary(std::as_bytes(std::span(piece))));
  // Less than that fits into the connection: the rest is unsent.
  web_socket_->close(Channel::Goodbye::going_away);
  EXPECT_FALSE(web_socket_->send_text("behind it"));
  std::this_thread::sleep_for(std::chrono::seconds(6));
  size_t bytes = 0;
  Frame last = next_frame();  // a message may come in several
  for (; last.came && last.head != kClose; last = next_frame()) bytes += last.payload.size();
  EXPECT_EQ(bytes, 250'000u);
  EXPECT_EQ(last.head, kClose);
  EXPECT_EQ(last.payload, "\x03\xE9");  // 1001, the server goes away
  EXPECT_TRUE(put(frame(kClose, last.payload)));
}

TEST_F(WebSocketTest, NoticesThatTheOtherSideHasLeft) {
  ASSERT_TRUE(put(frame(kText, "One.")));
  ::shutdown(client_, SHUT_RDWR);
  EXPECT_EQ(read(), "One.");
  EXPECT_EQ(read(), std::nullopt);
  EXPECT_TRUE(has_ended());
  EXPECT_FALSE(web_socket_->send_text("Two."));
}

class EarlyFrames : public WebSocketTest {
 protected:
  EarlyFrames() { early_ = frame(kText, "One.") + frame(kText, std::string(2000, 'x')); }
};

TEST_F(EarlyFrames, AreReadBeforeWhatComesLater) {
  EXPECT_EQ(read(), "One.");
  EXPECT_EQ(read().value_or("").size(), 2000u);
  ASSERT_TRUE(put(frame(kText, "Three.")));
  EXPECT_EQ(read(), "Three.");
}

TEST_F(WebSocketTest, TellsWhenThereIsRoomAgain) {
  const std::string piece(100'000, 'x');
  int sent = 0;
  for (; web_socket_->has_room() && sent < 100; ++sent)
    ASSERT_TRUE(web_socket_->send_binary(std::as_bytes(std::span(piece))));
  EXPECT_LT(sent, 10);
  size_t bytes = 0;
  while (bytes < sent * piece.size()) bytes += next_frame().payload.size();
  std::unique_lock lock(mutex_);
  EXPECT_TRUE(changed_.wait_for(lock, kLong, [&] { return web_socket_->is_drained(); }));
  EXPECT_GE(times_sent_, 1);
}

TEST_F(WebSocketTest, WhoTakesNothingIsHungUpOn) {
  const std::string piece(100'000, 'x');
  const auto begin = std::chrono::steady_clock::now();
  while (web_socket_->has_room())
    ASSERT_TRUE(web_socket_->send_binary(std::as_bytes(std::span(piece))));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, kStalled);  // nobody has waited
  EXPECT_TRUE(has_ended());
  EXPECT_GE(std::chrono::steady_clock::now() - begin, kStalled);
  EXPECT_FALSE(web_socket_->send_text("One more."));
}

// 16 MiB, whoever sends it on although there is no room.
TEST_F(WebSocketTest, WhatWaitsIsBounded) {
  const std::string piece(1'000'000, 'x');
  int sent = 0;
  while (sent < 100 && web_socket_->send_binary(std::as_bytes(std::span(piece)))) ++sent;
  EXPECT_GE(sent, 15);
  EXPECT_LT(sent, 18);
  EXPECT_TRUE(has_ended());
}

// Nothing is read meanwhile.
TEST_F(WebSocketTest, NoticesThatTheServerHangsUpWhileTooMuchWaits) {
  std::string large = frame(kBinary, std::string(kLongest, 'x'));
  std::jthread client([&] {
    for (int i = 0; i < 9 && put(large); ++i) {
    }
  });
  {
    std::unique_lock lock(mutex_);
    ASSERT_TRUE(changed_.wait_for(lock, kLong, [&] { return messages_.size() == 8; }));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  server_->hang_up();
  EXPECT_TRUE(has_ended());
}

}  // namespace
}  // namespace sotto::net::web_socket_test
