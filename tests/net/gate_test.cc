// So many inside, so many waiting, nobody takes more than his share, and who leaves makes room.
#include "net/gate.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace sotto::net::gate_test {
namespace {

using std::chrono::seconds;

TEST(Gate, LetsSoManyInAndSendsTheRestAway) {
  Gate gate({.inside = 2, .waiting = 0, .halves = false, .patience = seconds(1)});
  const auto first = gate.enter("a", {});
  {
    const auto second = gate.enter("a", {});
    EXPECT_TRUE(first && second);
    EXPECT_FALSE(gate.enter("b", {}));
  }
  EXPECT_EQ(gate.inside(), 1);
  EXPECT_TRUE(gate.enter("b", {}));
}

TEST(Gate, WhoWaitsComesInWhenOneLeaves) {
  Gate gate({.inside = 1, .waiting = 1, .halves = false, .patience = seconds(20)});
  auto first = std::make_optional(gate.enter("a", {}));
  std::jthread second([&] { EXPECT_TRUE(gate.enter("b", {})); });
  while (gate.waiting() == 0) std::this_thread::yield();
  EXPECT_FALSE(gate.enter("c", {}));  // one may wait
  first.reset();
}

TEST(Gate, WhoComesLaterWaitsBehindThoseWhoWait) {
  Gate gate({.inside = 1, .waiting = 2, .halves = false, .patience = seconds(20)});
  for (int round = 0; round < 50; ++round) {
    auto first = std::make_optional(gate.enter("a", {}));
    std::atomic<bool> was_in = false;
    std::jthread second([&] {
      const auto pass = gate.enter("b", {});
      was_in = pass.has_value();
    });
    while (gate.waiting() == 0) std::this_thread::yield();
    first.reset();
    const auto newcomer = gate.enter("c", {});
    EXPECT_TRUE(newcomer);
    ASSERT_TRUE(was_in) << "round " << round;
  }
}

TEST(Gate, WhoGivesUpHoldsNobodyBack) {
  Gate gate({.inside = 1, .waiting = 2, .halves = false, .patience = seconds(20)});
  auto first = std::make_optional(gate.enter("a", {}));
  std::stop_source stop;
  std::jthread second([&] { EXPECT_FALSE(gate.enter("b", stop.get_token())); });
  while (gate.waiting() < 1) std::this_thread::yield();
  std::jthread third([&] { EXPECT_TRUE(gate.enter("c", {})); });
  while (gate.waiting() < 2) std::this_thread::yield();
  stop.request_stop();
  second.join();
  first.reset();
}

TEST(Gate, NobodyWaitsForEver) {
  Gate gate({.inside = 1, .waiting = 5, .halves = false, .patience = seconds(0)});
  const auto first = gate.enter("a", {});
  EXPECT_FALSE(gate.enter("b", {}));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(gate.enter("b", stop.get_token()));
  EXPECT_EQ(gate.waiting(), 0);
}

TEST(Gate, NoCallerHasMoreThanHalfOfEither) {
  Gate gate({.inside = 4, .waiting = 4, .halves = true, .patience = seconds(20)});
  const auto one = gate.enter("a", {}), two = gate.enter("a", {});
  ASSERT_TRUE(one && two);
  std::stop_source stop;
  std::jthread third([&] { EXPECT_FALSE(gate.enter("a", stop.get_token())); });
  std::jthread fourth([&] { EXPECT_FALSE(gate.enter("a", stop.get_token())); });
  while (gate.waiting() < 2) std::this_thread::yield();
  EXPECT_EQ(gate.inside(), 2);
  EXPECT_FALSE(gate.enter("a", {}));  // half of those in front are his as well
  EXPECT_TRUE(gate.enter("b", {}));   // whom those who wait for their share keep nothing from
  stop.request_stop();
}

TEST(Gate, WhoHasLessThanHisShareComesInWhenHisOwnLeaves) {
  Gate gate({.inside = 2, .waiting = 4, .halves = true, .patience = seconds(20)});
  auto own = std::make_optional(gate.enter("a", {}));
  std::jthread next([&] { EXPECT_TRUE(gate.enter("a", {})); });
  while (gate.waiting() == 0) std::this_thread::yield();
  own.reset();
}

}  // namespace
}  // namespace sotto::net::gate_test
