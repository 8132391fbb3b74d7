// Answers of whoever sits at the other end of the socket.
#include "net/local_client.h"

#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <thread>

#include "base/program.h"
#include "base/sockets.h"
#include "base/temporary_folder.h"

namespace sotto::net::local_client_test {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;

// Answers one client: `begin`, and then `more` again and again while it is taken.
class Answering {
 public:
  Answering(std::string begin, std::string more = "")
      : path_(folder_.path() / "s"), begin_(std::move(begin)), more_(std::move(more)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path_.string().copy(address.sun_path, sizeof address.sun_path - 1);
    listening_ = open_socket(AF_UNIX, SOCK_STREAM);
    EXPECT_EQ(::bind(listening_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::listen(listening_, 1), 0);
    thread_ = std::thread([this] { answer(); });
  }
  ~Answering() {
    thread_.join();
    ::close(listening_);
  }
  const std::filesystem::path& path() const { return path_; }
  size_t sent() const { return sent_; }  // behind the end of the client

 private:
  void answer() {
    const int client = accept_client(listening_, nullptr, nullptr);
    const auto put = [&](const std::string& bytes) {
      const ssize_t n = ::send(client, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      sent_ += n > 0 ? static_cast<size_t>(n) : 0;
      return n == static_cast<ssize_t>(bytes.size());
    };
    constexpr size_t kMost = size_t{64} << 20;
    bool goes_on = put(begin_);
    while (goes_on && !more_.empty() && sent_ < kMost) goes_on = put(more_);
    char byte[4096];
    while (::recv(client, byte, sizeof byte, 0) > 0) {  // until it has gone
    }
    ::close(client);
  }

  const sotto::testing::TemporaryFolder folder_;
  const std::filesystem::path path_;
  const std::string begin_, more_;
  int listening_ = -1;
  size_t sent_ = 0;
  std::thread thread_;
};

std::string error_of_answer(const std::string& begin, const std::string& more = "",
                            milliseconds patience = milliseconds(20'000)) {
  const Answering server(begin, more);
  const auto answer = ask_server(server.path(), "/health", "", patience);
  return answer ? "answered" : answer.error().message;
}

TEST(LocalClient, TakesAnAnswer) {
  const Answering server("HTTP/1.1 418 Teapot\r\nContent-Length: 2\r\n\r\n{}");
  const auto answer = ask_server(server.path(), "/v1/stop", "{}", milliseconds(20'000));
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->status, 418);
  EXPECT_EQ(answer->body, "{}");
}

TEST(LocalClient, TakesNoMoreThanAnAnswerHas) {
  const double before = resident_bytes();
  const std::string megabyte(1 << 20, 'y');
  EXPECT_THAT(error_of_answer("HTTP/1.1 200 OK\r\nContent-Length: 1152921504606846976\r\n\r\n"),
              HasSubstr("body limit exceeded"));
  EXPECT_THAT(error_of_answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                              "100000\r\n" + megabyte + "\r\n"),
              HasSubstr("body limit exceeded"));
  EXPECT_THAT(error_of_answer("HTTP/1.1 200 OK\r\n\r\n", megabyte),
              HasSubstr("body limit exceeded"));
  EXPECT_THAT(error_of_answer("HTTP/1.1 200 OK\r\nX: ", megabyte),
              HasSubstr("header limit exceeded"));
  EXPECT_THAT(error_of_answer("", megabyte), HasSubstr("the server did not answer"));
  EXPECT_LT(resident_bytes() - before, 64e6);
}

TEST(LocalClient, WaitsSoLong) {
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_THAT(
      error_of_answer("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{", "", milliseconds(200)),
      HasSubstr("the server did not answer"));
  const auto took = std::chrono::steady_clock::now() - begin;
  EXPECT_GE(took, milliseconds(200));
  EXPECT_LT(took, milliseconds(10'000));
}

TEST(LocalClient, SaysWhereNobodyListens) {
  const auto answer = ask_server("/nowhere/s", "/health", "", milliseconds(200));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, Errc::not_found);
  EXPECT_THAT(answer.error().message, HasSubstr("no server listens there"));
  const auto long_path = ask_server(std::string(200, 'x'), "/health", "", milliseconds(200));
  ASSERT_FALSE(long_path);
  EXPECT_THAT(long_path.error().message, HasSubstr("has 200 bytes, expected at most"));
}

TEST(LocalClient, FindsWhyItWasRefusedInAnyAnswer) {
  EXPECT_EQ(refusal_of({400, R"({"error": {"message": "too long"}})"}), "too long");
  EXPECT_EQ(refusal_of({400, R"({"error": "too long"})"}), "too long");
  EXPECT_EQ(refusal_of({413, "<html>"}), "it is too long");
  EXPECT_EQ(refusal_of({418, R"({"error": [1]})"}), "it answered with status 418");
  EXPECT_EQ(refusal_of({418, std::string(100'000, '[')}), "it answered with status 418");
}

TEST(LocalClient, TellsWhyAServerRefused) {
  EXPECT_EQ(refusal_of({503, R"({"error": {"message": "the server is ending"}})"}),
            "the server is ending");
  EXPECT_EQ(refusal_of({503, ""}), "it has too many connections");
  EXPECT_EQ(refusal_of({500, R"({"error": {"message": 3}})"}), "it answered with status 500");
  EXPECT_EQ(refusal_of({404, "[]"}), "it answered with status 404");
}

}  // namespace
}  // namespace sotto::net::local_client_test
