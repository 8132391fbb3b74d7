// Where clients come in: addresses, and which of them a name stands for.
#include "serve/listener.h"

#include <cstdint>

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/sockets.h"

namespace sotto::serve::listener_test {
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

}  // namespace
}  // namespace sotto::serve::listener_test
