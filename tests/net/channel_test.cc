// Bytes without a protocol.
#include "net/channel.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <condition_variable>
#include <mutex>

namespace sotto::net::channel_test {
namespace {

class ChannelTest : public ::testing::Test {
 protected:
  void SetUp() override {
    int ends[2];
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
    client_ = ends[1];
    server_ = std::make_unique<Socket>(ends[0], "test");
    channel_ = open_channel(io_, *server_, {.untaken_bytes = 10'000});
    ASSERT_NE(channel_, nullptr);
    channel_->start({.received =
                         [this](std::string bytes) {
                           const std::lock_guard lock(mutex_);
                           seen_ += bytes;
                           changed_.notify_all();
                         },
                     .sent = {},
                     .ended =
                         [this] {
                           const std::lock_guard lock(mutex_);
                           ended_ = true;
                           changed_.notify_all();
                         }});
  }
  void TearDown() override {
    channel_->hang_up();
    EXPECT_TRUE(until([&] { return ended_; }));
    ::close(client_);
  }
  template <class IsTrue>
  bool until(const IsTrue& is_true) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(20), is_true);
  }

  int client_ = -1;
  std::unique_ptr<Socket> server_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string seen_;
  bool ended_ = false;
  IoThread io_;
  std::shared_ptr<Channel> channel_;
};

TEST_F(ChannelTest, WhatIsSentArrivesInOrderInFrontOfTheEnd) {
  for (const char* piece : {"one, ", "two, ", "three"}) EXPECT_TRUE(channel_->send_text(piece));
  channel_->close(Channel::Goodbye::done);
  std::string all;
  std::array<char, 64> piece;
  for (ssize_t n = 1; n > 0; all.append(piece.data(), static_cast<size_t>(n)))
    n = ::recv(client_, piece.data(), piece.size(), 0);
  EXPECT_EQ(all, "one, two, three");
  EXPECT_TRUE(until([&] { return ended_; }));
}

TEST_F(ChannelTest, NothingIsReadWhileTooMuchWaits) {
  const std::string text(100'000, 'x');
  EXPECT_EQ(::send(client_, text.data(), text.size(), 0), static_cast<ssize_t>(text.size()));
  EXPECT_TRUE(until([&] { return seen_.size() >= 10'000; }));
  EXPECT_FALSE([&] {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::milliseconds(100),
                             [&] { return seen_.size() > 20'000; });
  }());
  for (size_t taken = 0; taken < text.size();) {
    ASSERT_TRUE(until([&] { return seen_.size() > taken; }));
    size_t seen = 0;
    {
      const std::lock_guard lock(mutex_);
      seen = seen_.size();
    }
    channel_->taken(seen - taken);
    taken = seen;
  }
  EXPECT_EQ(seen_.size(), text.size());
}

TEST_F(ChannelTest, EndsWithTheOtherSide) {
  ::shutdown(client_, SHUT_WR);
  EXPECT_TRUE(until([&] { return ended_; }));
  EXPECT_FALSE(channel_->send_text("too late"));
}

}  // namespace
}  // namespace sotto::net::channel_test
