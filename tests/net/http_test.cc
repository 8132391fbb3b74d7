// Requests as they come on a connection.
#include "net/http.h"

#include <gmock/gmock.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>
#include <string_view>

namespace sotto::net::http_test {
namespace {

using namespace std::literals;

class HttpTest : public ::testing::Test {
 protected:
  void SetUp() override {
    int ends[2];  // which keep pieces apart
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends), 0);
    client_ = ends[1];
    socket_ = std::make_unique<Socket>(ends[0], "test");
    connection_ = std::make_unique<HttpConnection>(*socket_, HttpLimits());
  }
  void TearDown() override { ::close(client_); }

  void put(std::string_view piece) {
    EXPECT_EQ(::send(client_, piece.data(), piece.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(piece.size()));
  }

  int client_ = -1;
  std::unique_ptr<Socket> socket_;
  std::unique_ptr<HttpConnection> connection_;
};

TEST_F(HttpTest, ABodyMayEndInPiecesOfAnySize) {
  for (const auto chunks : {""sv, "1\r\na\r\n"sv}) {
    put("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (const char c : std::string(chunks) + "0\r\n\r\n") put({&c, 1});
    const auto exchange = connection_->next();
    ASSERT_NE(exchange, nullptr);
    EXPECT_EQ(exchange->body(), chunks.empty() ? ""s : "a"s);
    exchange->reply(200, "text/plain", "");
    EXPECT_TRUE(connection_->finish(*exchange));
  }
}

// Who else reads the connection may find the end of such a body elsewhere.
TEST_F(HttpTest, ABodyInAnotherCodingIsRefused) {
  for (const auto framing :
       {"1.1\r\nTransfer-Encoding: gzip\r\n"sv, "1.1\r\nTransfer-Encoding: gzip, chunked\r\n"sv,
        "1.1\r\nTransfer-Encoding: chunked, gzip\r\nContent-Length: 5\r\n"sv,
        "1.1\r\nTransfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n"sv,
        "1.1\r\nTransfer-Encoding:\r\nContent-Length: 5\r\n"sv,
        "1.0\r\nTransfer-Encoding: chunked\r\n"sv}) {
    SetUp();
    put("POST / HTTP/" + std::string(framing) + "\r\n");
    ::shutdown(client_, SHUT_WR);
    EXPECT_EQ(connection_->next(), nullptr) << framing;
    std::array<char, 4096> answer;
    const ssize_t n = ::recv(client_, answer.data(), answer.size(), MSG_DONTWAIT);
    EXPECT_TRUE(std::string_view(answer.data(), n > 0 ? static_cast<size_t>(n) : 0)
                    .starts_with("HTTP/1.1 501 "))
        << framing;
    TearDown();
  }
  SetUp();
}

}  // namespace
}  // namespace sotto::net::http_test
