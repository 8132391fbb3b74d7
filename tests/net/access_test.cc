// Who may come in.
#include "net/access.h"

#include <gmock/gmock.h>

#include <fstream>

#include "base/temporary_folder.h"

namespace sotto::net::access_test {
namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;
using ::testing::Optional;

Result<Keys> keys_of(const std::string& content) {
  const testing::TemporaryFolder folder;
  std::ofstream(folder / "keys") << content;
  return Keys::read(folder / "keys");
}

TEST(Keys, HaveOwners) {
  const auto keys = keys_of("# ours\nann: 0123456789abcdef \n\nfedcba9876543210\n");
  ASSERT_TRUE(keys) << keys.error().message;
  EXPECT_THAT(keys->owner("0123456789abcdef"), Optional(std::string("ann")));
  EXPECT_THAT(keys->owner("fedcba9876543210"), Optional(std::string("key 2")));
  EXPECT_EQ(keys->owner("0123456789abcdeg"), std::nullopt);
  EXPECT_EQ(keys->owner("0123456789abcdef0123456789abcdef"), std::nullopt);
  EXPECT_EQ(keys->owner(""), std::nullopt);
}

TEST(Keys, ThatCanBeGuessedAreRefused) {
  const auto keys = keys_of("ann: secret\n");
  ASSERT_FALSE(keys);
  EXPECT_THAT(keys.error().message, HasSubstr(":1: a key of 6 characters, expected at least 16"));
  EXPECT_FALSE(keys_of("# nothing\n"));
}

TEST(RateLimit, CanBeAskedWithoutCounting) {
  RateLimit limit(60);
  const auto now = RateLimit::Clock::now();
  for (int i = 0; i < 60; ++i) {
    EXPECT_EQ(limit.would_wait_s("a", now), 0);
    EXPECT_EQ(limit.wait_s("a", now), 0);
  }
  EXPECT_EQ(limit.would_wait_s("a", now), 1);
  EXPECT_EQ(limit.would_wait_s("b", now), 0);
}

TEST(Networks, AreWhatOneMachineHasAllOf) {
  EXPECT_EQ(network_of("192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(network_of("2001:db8:1:2:3:4:5:6"), network_of("2001:db8:1:2::9"));
  EXPECT_NE(network_of("2001:db8:1:2::1"), network_of("2001:db8:1:3::1"));
  EXPECT_EQ(network_of("local"), "local");
}

TEST(RateLimit, IsABucketOfAMinutesRequests) {
  RateLimit limit(60);
  const auto now = RateLimit::Clock::now();
  for (int i = 0; i < 60; ++i) EXPECT_EQ(limit.wait_s("a", now), 0);
  EXPECT_EQ(limit.wait_s("a", now), 1);
  EXPECT_EQ(limit.wait_s("b", now), 0);
  EXPECT_EQ(limit.wait_s("a", now + seconds(1)), 0);
  EXPECT_EQ(limit.wait_s("a", now + seconds(1)), 1);
}

TEST(RateLimit, OfWhatIsKnownBehindItIsPaidBack) {
  RateLimit limit(30, 0);  // seconds of computing a minute
  const auto now = RateLimit::Clock::now();
  EXPECT_EQ(limit.would_wait_s("a", now), 0);
  limit.charge("a", 29.5, now);
  EXPECT_EQ(limit.would_wait_s("a", now), 0);
  limit.charge("a", 10.5, now);  // 10 more than it had: 20 seconds
  EXPECT_EQ(limit.would_wait_s("a", now), 20);
  EXPECT_EQ(limit.would_wait_s("b", now), 0);
  EXPECT_EQ(limit.would_wait_s("a", now + seconds(19)), 1);
  EXPECT_EQ(limit.would_wait_s("a", now + seconds(20)), 0);
  limit.charge("a", 1000, now + seconds(200));
  for (int i = 0; i < 5000; ++i)  // a debt is not forgotten for the crowd
    limit.charge("c" + std::to_string(i), 1, now + seconds(400));
  EXPECT_GT(limit.would_wait_s("a", now + seconds(400)), 1000);
  RateLimit none(0, 0);
  none.charge("a", 1e9, now);
  EXPECT_EQ(none.would_wait_s("a", now), 0);
}

TEST(Origins, OfOurOwnPageAndOfTheListMayAsk) {
  const Origins origins({"https://app.example"});
  EXPECT_TRUE(origins.allows("http://localhost:8080", "localhost:8080"));
  EXPECT_TRUE(origins.allows("https://app.example", "localhost:8080"));
  EXPECT_FALSE(origins.allows("https://evil.example", "localhost:8080"));
  EXPECT_FALSE(origins.allows("http://localhost:9999", "localhost:8080"));
  EXPECT_FALSE(origins.allows("null", "localhost:8080"));
}

TEST(LoopbackHost, IsThisMachineByItsOwnNames) {
  for (const char* host :
       {"localhost", "localhost:80", "127.0.0.1:8080", "[::1]:8080", "127.1.2.3"})
    EXPECT_TRUE(is_loopback_host(host)) << host;
  for (const char* host : {"evil.example", "localhost.evil.example:80", "127.0.0.1.evil.example",
                           "192.168.0.1", "[2001:db8::1]:80"})
    EXPECT_FALSE(is_loopback_host(host)) << host;
}

}  // namespace
}  // namespace sotto::net::access_test
