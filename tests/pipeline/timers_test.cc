#include "pipeline/timers.h"

#include <gmock/gmock.h>

#include <atomic>
#include <latch>
#include <vector>

namespace sotto::pipeline::timers_test {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;

TEST(TimersTest, TheEarlierComesFirstWhateverTheOrderInWhichTheyWereSet) {
  std::vector<int> done;
  std::latch all(3);
  Timers timers;
  const auto now = Timers::Clock::now();
  for (const int ms : {60, 20, 40}) {
    timers.at(now + milliseconds(ms), &timers, [&done, &all, ms] {
      done.push_back(ms);
      all.count_down();
    });
  }
  all.wait();
  EXPECT_THAT(done, ElementsAre(20, 40, 60));
  EXPECT_GE(Timers::Clock::now() - now, milliseconds(60));
}

TEST(TimersTest, WhatIsCancelledIsNotDoneAndOthersAre) {
  std::atomic<int> ours = 0;
  std::latch other(1);
  const char owner = 0;
  Timers timers;
  const auto soon = Timers::Clock::now() + milliseconds(20);
  timers.at(soon, &owner, [&] { ++ours; });
  timers.at(soon, &owner, [&] { ++ours; });
  timers.at(soon, &timers, [&] { other.count_down(); });
  timers.cancel(&owner);
  other.wait();
  EXPECT_EQ(ours, 0);
}

TEST(TimersTest, CancelWaitsForWorkThatSetsAnother) {
  std::atomic<bool> in_work = false, ended = false;
  std::atomic<int> again = 0;
  const char owner = 0;
  Timers timers;
  timers.at(Timers::Clock::now(), &owner, [&] {
    in_work = true;
    std::this_thread::sleep_for(milliseconds(30));
    timers.at(Timers::Clock::now() + milliseconds(10), &owner, [&] { ++again; });
    ended = true;
  });
  while (!in_work) std::this_thread::yield();
  timers.cancel(&owner);
  EXPECT_TRUE(ended);
  std::this_thread::sleep_for(milliseconds(30));
  EXPECT_EQ(again, 0);
}

TEST(TimersTest, WhatIsSetAtItsEndIsDropped) {
  std::atomic<int> done = 0;
  {
    Timers timers;
    timers.at(Timers::Clock::now() + std::chrono::hours(1), &timers, [&] { ++done; });
  }
  EXPECT_EQ(done, 0);
}

}  // namespace
}  // namespace sotto::pipeline::timers_test
