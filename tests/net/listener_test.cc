// Where clients come in: addresses, and which of them a name stands for.
#include "net/listener.h"

#include <cstdint>

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "base/sockets.h"
#include "base/temporary_folder.h"

namespace sotto::net::listener_test {
namespace {

using ::testing::HasSubstr;

bool connects(int family, int port) {
  sockaddr_in v4{};
  v4.sin_family = AF_INET;
  v4.sin_port = htons(static_cast<uint16_t>(port));
  v4.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr_in6 v6{};
  v6.sin6_family = AF_INET6;
  v6.sin6_port = v4.sin_port;
  v6.sin6_addr = in6addr_loopback;
  const bool is_v4 = family == AF_INET;
  const int fd = open_socket(family, SOCK_STREAM);
  const bool connected = ::connect(fd,
                                   is_v4 ? reinterpret_cast<const sockaddr*>(&v4)
                                         : reinterpret_cast<const sockaddr*>(&v6),
                                   is_v4 ? sizeof v4 : sizeof v6) == 0;
  ::close(fd);
  return connected;
}

bool has_ipv6() {
  const auto listener = Listener::open({"::1", 0});
  return static_cast<bool>(listener);
}

TEST(Listener, LocalhostIsBothFamilies) {
  if (!has_ipv6()) GTEST_SKIP() << "this machine has no ::1";
  const auto all = Listener::open_all({"localhost", 0});
  ASSERT_TRUE(all) << all.error().message;
  ASSERT_EQ(all->size(), 2u);
  const int port = (*all)[0]->address().port;
  EXPECT_EQ((*all)[1]->address().port, port);
  EXPECT_TRUE(connects(AF_INET, port));
  EXPECT_TRUE(connects(AF_INET6, port));
}

TEST(Listener, LocalhostIsTakenWhereOneFamilyIs) {
  if (!has_ipv6()) GTEST_SKIP() << "this machine has no ::1";
  const auto other = Listener::open({"::1", 0});
  ASSERT_TRUE(other) << other.error().message;
  const auto all = Listener::open_all({"localhost", (*other)->address().port});
  ASSERT_FALSE(all);
  EXPECT_THAT(all.error().message, HasSubstr("cannot listen: Address already in use"));
}

TEST(Listener, AnAddressIsItself) {
  const auto all = Listener::open_all({"127.0.0.1", 0});
  ASSERT_TRUE(all) << all.error().message;
  ASSERT_EQ(all->size(), 1u);
  EXPECT_TRUE(connects(AF_INET, (*all)[0]->address().port));
  EXPECT_FALSE(connects(AF_INET6, (*all)[0]->address().port));
}

TEST(Listener, LeavesTheSocketOfAnotherServerWhereItIs) {
  const testing::TemporaryFolder folder;
  const std::string path = (folder / "s").string();
  auto first = Listener::open({path, -1});
  ASSERT_TRUE(first) << first.error().message;
  std::filesystem::remove(path);
  const auto second = Listener::open({path, -1});
  ASSERT_TRUE(second) << second.error().message;
  first->reset();
  EXPECT_TRUE(std::filesystem::exists(path));
}

TEST(Listener, OfServersThatStartTogetherOneHasTheSocket) {
  const testing::TemporaryFolder folder;
  const std::string path = (folder / "s").string();
  for (int round = 0; round < 20; ++round) {
    // A socket file whose server has died.
    const int dead = open_socket(AF_UNIX, SOCK_STREAM);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, path.size());
    ASSERT_EQ(::bind(dead, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    ::close(dead);
    std::vector<std::unique_ptr<Listener>> open(4);
    std::vector<std::thread> starters;
    for (auto& one : open) {
      starters.emplace_back([&] {
        auto listener = Listener::open({path, -1});
        if (listener) one = *std::move(listener);
      });
    }
    for (std::thread& starter : starters) starter.join();
    EXPECT_EQ(std::ranges::count_if(open, [](const auto& one) { return one != nullptr; }), 1);
  }
}

// What a client left is given back before the next one comes.
TEST(Listener, AClientIsGoneWhenItHasLeft) {
  struct Short final : Client {
    explicit Short(std::atomic<int>& alive) : alive_(alive) { ++alive_; }
    ~Short() override { --alive_; }
    std::optional<Clock::time_point> serve() override { return std::nullopt; }
    void close_soon() override {}
    std::atomic<int>& alive_;
  };
  auto listener = Listener::open({"127.0.0.1", 0});
  ASSERT_TRUE(listener) << listener.error().message;
  std::atomic<int> alive = 0, made = 0;
  IoThread io;
  std::stop_source stop;
  std::jthread running([&] {
    (*listener)->run(
        [&](Socket&) {
          auto connection = std::make_unique<Short>(alive);
          ++made;
          return connection;
        },
        10, "", std::chrono::milliseconds(1000), io, stop.get_token());
  });
  EXPECT_TRUE(connects(AF_INET, (*listener)->address().port));
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while ((made == 0 || alive > 0) && std::chrono::steady_clock::now() < end)
    std::this_thread::yield();
  EXPECT_EQ(made, 1);
  EXPECT_EQ(alive, 0);
  stop.request_stop();
}

// It needs no thread: whoever has its stay ends it.
TEST(Listener, AClientCanStayWithoutItsThread) {
  struct Staying final : Client {
    Staying(Socket& socket, std::atomic<int>& alive, std::shared_ptr<void>& stay)
        : socket_(socket), alive_(alive), stay_(stay) {
      ++alive_;
    }
    ~Staying() override { --alive_; }
    std::optional<Clock::time_point> serve() override {
      stay_ = socket_.stay();
      return std::nullopt;
    }
    void close_soon() override { closing = true; }
    Socket& socket_;
    std::atomic<int>& alive_;
    std::shared_ptr<void>& stay_;
    std::atomic<bool> closing = false;
  };
  const auto until = [](const auto& is_true) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (!is_true() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    return is_true();
  };
  auto listener = Listener::open({"127.0.0.1", 0});
  ASSERT_TRUE(listener) << listener.error().message;
  std::atomic<int> alive = 0;
  std::array<std::shared_ptr<void>, 2> stays;
  size_t made = 0;
  std::atomic<bool> ended = false;
  IoThread io;
  std::stop_source stop;
  std::jthread running([&] {
    (*listener)->run(
        [&](Socket& socket) { return std::make_unique<Staying>(socket, alive, stays.at(made++)); },
        10, "", std::chrono::milliseconds(50), io, stop.get_token());
    ended = true;
  });
  EXPECT_TRUE(connects(AF_INET, (*listener)->address().port));
  EXPECT_TRUE(connects(AF_INET, (*listener)->address().port));
  EXPECT_TRUE(until([&] { return alive == 2; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  EXPECT_EQ(alive, 2);
  EXPECT_EQ((*listener)->clients(), 2u);
  stays[0].reset();
  EXPECT_EQ(alive, 1);  // on the thread that had it
  stop.request_stop();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));  // longer than the grace
  EXPECT_FALSE(ended);
  stays[1].reset();
  EXPECT_TRUE(until([&] { return ended.load(); }));
  EXPECT_EQ(alive, 0);
}

// Counts the threads that have it and live.
struct Alive {
  explicit Alive(std::atomic<int>& threads) : threads(threads) { ++threads; }
  ~Alive() { --threads; }
  std::atomic<int>& threads;
};
std::atomic<int> threads_of_clients = 0;

// Answers each byte with the same, and waits for the next one.
struct Echo final : Client {
  Echo(Socket& socket, std::chrono::milliseconds patience) : socket_(socket), patience_(patience) {}
  std::optional<Clock::time_point> serve() override {
    const thread_local Alive alive(threads_of_clients);
    boost::system::error_code error;
    while (socket_.can_read_within({})) {
      char byte = 0;
      socket_.read_some(boost::asio::buffer(&byte, 1), error);
      if (error) return std::nullopt;
      socket_.write_some(boost::asio::buffer(&byte, 1), error);
    }
    return Clock::now() + patience_;
  }
  void close_soon() override { socket_.stop_reading(); }
  Socket& socket_;
  const std::chrono::milliseconds patience_;
};

struct EchoServer {
  explicit EchoServer(std::chrono::milliseconds patience)
      : listener(std::move(*Listener::open({"127.0.0.1", 0}))), running([this, patience] {
          const auto make = [&](Socket& socket) {
            return std::make_unique<Echo>(socket, patience);
          };
          listener->run(make, 100, "", std::chrono::seconds(5), io, stop.get_token());
        }) {}
  ~EchoServer() { stop.request_stop(); }

  int connect() const {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(listener->address().port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int fd = open_socket(AF_INET, SOCK_STREAM);
    EXPECT_EQ(::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
    return fd;
  }

  const std::unique_ptr<Listener> listener;
  IoThread io;
  std::stop_source stop;
  std::jthread running;
};

bool comes_true(const std::function<bool()>& is_true) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  while (!is_true() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  return is_true();
}

TEST(Listener, ClientsThatWaitHaveNoThread) {
  EchoServer server(std::chrono::seconds(60));
  std::vector<int> clients(20);
  for (int& client : clients) client = server.connect();
  const auto all_are_there = [&] { return server.listener->clients() == clients.size(); };
  EXPECT_TRUE(comes_true(all_are_there));
  for (int round = 0; round < 3; ++round) {
    EXPECT_TRUE(comes_true([] { return threads_of_clients == 0; }));
    for (const int client : clients) {
      char byte = static_cast<char>('a' + round), answer = 0;
      EXPECT_EQ(::send(client, &byte, 1, 0), 1);
      EXPECT_EQ(::recv(client, &answer, 1, 0), 1);
      EXPECT_EQ(answer, byte);
    }
  }
  for (const int client : clients) ::close(client);
}

TEST(Listener, AClientThatWaitsTooLongFindsTheEnd) {
  EchoServer server(std::chrono::milliseconds(30));
  const int client = server.connect();
  char byte = 0;
  EXPECT_EQ(::recv(client, &byte, 1, 0), 0);
  ::close(client);
  EXPECT_TRUE(comes_true([] { return threads_of_clients == 0; }));
}

TEST(Listener, AServerThatEndsDoesNotWaitForWhoWaits) {
  const auto begin = std::chrono::steady_clock::now();
  int client = -1;
  {
    EchoServer server(std::chrono::seconds(60));
    client = server.connect();
    EXPECT_TRUE(comes_true([&] { return server.listener->clients() == 1; }));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(4));  // of grace
  ::close(client);
}

}  // namespace
}  // namespace sotto::net::listener_test
