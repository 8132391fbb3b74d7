// What a server on this machine may do to who asks it.
#include "http/client.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "base/sockets.h"
#include "http/ask.h"
#include "http/curl.h"

namespace sotto::http::client_test {
namespace {

using ::testing::HasSubstr;

// Answers each client with `head`, and `more` so many times.
class Answering {
 public:
  Answering(std::string head, std::string more, int times)
      : head_(std::move(head)), more_(std::move(more)), times_(times) {
    listening_ = open_socket(AF_INET, SOCK_STREAM);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    EXPECT_EQ(::bind(listening_, reinterpret_cast<sockaddr*>(&address), size), 0);
    EXPECT_EQ(::getsockname(listening_, reinterpret_cast<sockaddr*>(&address), &size), 0);
    EXPECT_EQ(::listen(listening_, 8), 0);
    url_ = fmt::format("http://127.0.0.1:{}/", ntohs(address.sin_port));
    thread_ = std::thread([this] { serve(); });
  }
  ~Answering() {
    ::shutdown(listening_, SHUT_RDWR);
    thread_.join();
    ::close(listening_);
  }
  const std::string& url() const { return url_; }
  int clients() const { return clients_; }

 private:
  void serve() {
    for (int client; (client = accept_client(listening_, nullptr, nullptr)) >= 0; ::close(client)) {
      ++clients_;
      std::string request;
      char piece[4096];
      while (request.find("\r\n\r\n") == request.npos) {
        const ssize_t n = ::recv(client, piece, sizeof piece, 0);
        if (n <= 0) break;
        request.append(piece, static_cast<size_t>(n));
      }
      bool goes_on = put(client, head_);
      for (int i = 0; goes_on && i < times_; ++i) goes_on = put(client, more_);
    }
  }
  static bool put(int client, const std::string& bytes) {
    return ::send(client, bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
           static_cast<ssize_t>(bytes.size());
  }

  const std::string head_, more_;
  const int times_;
  int listening_ = -1;
  std::atomic<int> clients_ = 0;
  std::string url_;
  std::thread thread_;
};

class ClientTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (Curl::load() == nullptr) GTEST_SKIP() << "libcurl is not here";
  }
  Result<Answer> ask(const std::string& head, const std::string& more = "", int times = 0,
                     long redirects = 0) {
    const Answering server(head, more, times);
    return Client().send({.url = server.url(), .most_redirects = redirects}, {});
  }
  const std::string megabyte_ = std::string(1 << 20, 'y');
};

TEST_F(ClientTest, TakesNoMoreThanSixteenMegabytes) {
  const auto whole = ask("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", megabyte_, 16);
  ASSERT_TRUE(whole) << whole.error().message;
  EXPECT_EQ(whole->body.size(), size_t{16} << 20);
  const auto longer = ask("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n", megabyte_, 17);
  ASSERT_FALSE(longer);
  EXPECT_EQ(longer.error().code, Errc::bad_format);
  EXPECT_THAT(longer.error().message, HasSubstr("the answer is longer than 16 MB"));
  const auto said = ask("HTTP/1.1 200 OK\r\nContent-Length: 1152921504606846976\r\n\r\n", "y", 1);
  ASSERT_FALSE(said);
}

TEST_F(ClientTest, KeepsSomeOfAComplaint) {
  const auto answer = ask("HTTP/1.1 500 No\r\nConnection: close\r\n\r\n", megabyte_, 4);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->status, 500);
  EXPECT_EQ(answer->body.size(), size_t{64} << 10);
}

TEST_F(ClientTest, KeepsSomeOfTheHeaders) {
  std::string head = "HTTP/1.1 200 OK\r\nConnection: close\r\n";
  for (int i = 0; i < 1000; ++i) head += fmt::format("X-{}: {}\r\n", i, i);
  const auto answer = ask(head + "\r\n");
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->headers.size(), 256u);
  EXPECT_EQ(answer->headers.at("x-9"), "9");
}

TEST_F(ClientTest, DoesNotGoRoundInCircles) {
  const auto answer =
      ask("HTTP/1.1 302 There\r\nLocation: /\r\nContent-Length: 0\r\n\r\n", "", 0, 8);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, Errc::unsupported);  // asking again does not help
  const auto elsewhere = ask(
      "HTTP/1.1 302 There\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n", "", 0, 8);
  ASSERT_FALSE(elsewhere);
  EXPECT_EQ(elsewhere.error().code, Errc::unsupported);
}

TEST_F(ClientTest, SaysThatNobodyAnswers) {
  const auto answer = ask("");
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, Errc::io);
}

// What may have cost something is not asked for twice.
TEST_F(ClientTest, AsksAgainWhereNothingCanHaveBeenDone) {
  const struct {
    const char* head;
    int freely, unused;
  } cases[] = {{"HTTP/1.1 500 No\r\nConnection: close\r\n\r\n", 3, 1},
               {"HTTP/1.1 503 No\r\nConnection: close\r\n\r\n", 3, 3},
               {"HTTP/1.1 429 No\r\nRetry-After: 0\r\nConnection: close\r\n\r\n", 3, 3},
               {"HTTP/1.1 429 No\r\nRetry-After: 60\r\nConnection: close\r\n\r\n", 1, 1},
               {"HTTP/1.1 403 No\r\nConnection: close\r\n\r\n", 1, 1},
               {"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf", 3, 1}};
  for (const auto& c : cases) {
    for (const Again again : {Again::freely, Again::unused}) {
      const Answering server(c.head, "", 0);
      Client client;
      const auto answer = http::ask(client, {.url = server.url()}, {}, again);
      EXPECT_FALSE(answer);
      EXPECT_TRUE(client.has_sent());
      EXPECT_EQ(server.clients(), again == Again::freely ? c.freely : c.unused) << c.head;
    }
  }
  Client client;
  EXPECT_FALSE(http::ask(client, {.url = "http://127.0.0.1:9"}, {}, Again::unused));
  EXPECT_FALSE(client.has_sent());
}

TEST_F(ClientTest, WaitsNoLongerThanItMay) {
  Client client;
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_FALSE(
      client.send({.url = "http://192.0.2.1/", .connect_seconds = 30, .most_seconds = 1}, {}));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(20));
}

TEST(Complaint, IsOneShortLine) {
  EXPECT_EQ(complaint(R"({"error": {"message": "not\ntoday\u001b[31m"}})"), ": not today?[31m");
  EXPECT_EQ(complaint(R"({"error": "no model"})"), ": no model");
  EXPECT_EQ(complaint(R"({"message": "Quota exceeded"})"), ": Quota exceeded");
  EXPECT_EQ(complaint("<html>"), "");
  EXPECT_LE(complaint("{\"error\": \"" + std::string(4000, 'a') + "\"}").size(), 202u);
}

}  // namespace
}  // namespace sotto::http::client_test
