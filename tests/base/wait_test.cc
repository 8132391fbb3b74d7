#include "base/wait.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <thread>
#include <utility>

namespace sotto::wait_test {
namespace {

struct Pipe {
  int ends[2];
  Pipe() { EXPECT_EQ(::pipe(ends), 0); }
  ~Pipe() {
    ::close(ends[0]);
    if (ends[1] >= 0) ::close(ends[1]);
  }
  void close_writer() { ::close(std::exchange(ends[1], -1)); }
};

TEST(WaitTest, ReadyWhenThereIsSomethingToRead) {
  const Pipe pipe;
  std::stop_source stop;
  std::jthread writer([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(::write(pipe.ends[1], "x", 1), 1);
  });
  EXPECT_EQ(wait_for(pipe.ends[0], POLLIN, stop.get_token()), Wake::ready);
  EXPECT_EQ(wait_for(pipe.ends[0], POLLIN, {}), Wake::ready);
}

TEST(WaitTest, ReadyWhenTheOtherEndWasClosed) {
  Pipe pipe;
  pipe.close_writer();
  std::stop_source stop;
  EXPECT_EQ(wait_for(pipe.ends[0], POLLIN, stop.get_token()), Wake::ready);
}

TEST(WaitTest, AStopEndsTheWaitAtOnce) {
  const Pipe pipe;
  std::stop_source stop;
  std::chrono::steady_clock::time_point stopped;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    stopped = std::chrono::steady_clock::now();
    stop.request_stop();
  });
  EXPECT_EQ(wait_for(pipe.ends[0], POLLIN, stop.get_token()), Wake::stopped);
  const auto woken = std::chrono::steady_clock::now();
  stopper.join();
  EXPECT_LT(woken - stopped, std::chrono::milliseconds(100));
}

TEST(WaitTest, AStopThatWasSetBeforeWinsOverData) {
  const Pipe pipe;
  ASSERT_EQ(::write(pipe.ends[1], "x", 1), 1);
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(wait_for(pipe.ends[0], POLLIN, stop.get_token()), Wake::stopped);
}

struct Connection {
  int here, there;
  Connection() {
    int both[2];
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, both), 0);
    here = both[0];
    there = both[1];
  }
  ~Connection() {
    ::close(here);
    ::close(there);
  }
};

// Stops after a moment: what is not over by then did not end.
Wake soon(Wake (*wait)(int, const std::stop_token&), int fd) {
  std::stop_source stop;
  const std::jthread stopper([&](const std::stop_token& ended) {
    for (int i = 0; i < 50 && !ended.stop_requested(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    stop.request_stop();
  });
  return wait(fd, stop.get_token());
}

TEST(WaitTest, TheEndOfWhatTheOtherSideSendsIsSeenBehindWhatWasNotRead) {
  const Connection connection;
  ASSERT_EQ(::write(connection.there, "unread", 6), 6);
  EXPECT_EQ(soon(wait_for_end, connection.here), Wake::stopped);
  ASSERT_EQ(::shutdown(connection.there, SHUT_WR), 0);
  EXPECT_EQ(soon(wait_for_end, connection.here), Wake::ready);
}

TEST(WaitTest, AConnectionIsBrokenWhenTheOtherSideIsGoneAndNotWhenItOnlySendsNoMore) {
  const Connection connection;
  ASSERT_EQ(::shutdown(connection.there, SHUT_WR), 0);
  EXPECT_EQ(soon(wait_for_break, connection.here), Wake::stopped);
  ASSERT_EQ(::shutdown(connection.there, SHUT_RD), 0);
  EXPECT_EQ(soon(wait_for_break, connection.here), Wake::ready);
}

}  // namespace
}  // namespace sotto::wait_test
