// Which addresses a list of networks has.
#include "net/networks.h"

#include <gmock/gmock.h>

namespace sotto::net::networks_test {
namespace {

TEST(Networks, HaveTheAddressesOfTheirBits) {
  const auto networks = Networks::parse({"192.168.0.0/16", "10.1.2.3", "fd00:1::/32"});
  ASSERT_TRUE(networks) << networks.error().message;
  for (const char* inside :
       {"192.168.0.1", "192.168.255.255", "10.1.2.3", "fd00:1:2::3", "::ffff:192.168.3.4"})
    EXPECT_TRUE(networks->have(inside)) << inside;
  for (const char* outside :
       {"192.169.0.1", "10.1.2.4", "fd00:2::1", "::1", "local", "", "192.168"})
    EXPECT_FALSE(networks->have(outside)) << outside;
  EXPECT_TRUE(Networks::parse({"0.0.0.0/0"})->have("203.0.113.9"));
  EXPECT_FALSE(Networks::parse({"0.0.0.0/0"})->have("2001:db8::1"));
  EXPECT_TRUE(Networks::parse({})->empty());
}

TEST(Networks, ThatAreNoneAreNamed) {
  for (const char* name : {"", "192.168.0.0/33", "192.168.0.0/-1", "192.168.0.0/", "192.168.0.0/1x",
                           "fd00::/129", "home/8"}) {
    const auto networks = Networks::parse({name});
    ASSERT_FALSE(networks) << name;
    EXPECT_THAT(networks.error().message, ::testing::StartsWith(std::string(name) + ": is no"));
  }
}

}  // namespace
}  // namespace sotto::net::networks_test
