#include "pipeline/strand.h"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <latch>
#include <thread>
#include <vector>

namespace sotto::pipeline::strand_test {
namespace {

struct Counter final : Strand {
  using Strand::Strand;
  ~Counter() override { on_end(); }
  void work() noexcept override { on_work(); }
  std::function<void()> on_work = [] {}, on_end = [] {};
};

TEST(StrandTest, ItIsNeverTwiceAtOnceAndNoCallIsLost) {
  JobQueue queue(4);
  auto counter = std::make_shared<Counter>(queue, "caller");
  std::atomic<int> wanted = 0, seen = 0, inside = 0, most = 0;
  counter->on_work = [&] {
    most = std::max(most.load(), ++inside);
    seen = wanted.load();
    --inside;
  };
  {
    std::vector<std::jthread> callers;
    for (int t = 0; t < 4; ++t) {
      callers.emplace_back([&] {
        for (int i = 0; i < 1000; ++i) {
          ++wanted;
          counter->wake();
        }
      });
    }
  }
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (seen != 4000 && std::chrono::steady_clock::now() < end) std::this_thread::yield();
  EXPECT_EQ(seen, 4000);
  EXPECT_EQ(most, 1);
}

TEST(StrandTest, WhatItWakesItselfForIsDoneBehindOthers) {
  JobQueue queue(1);
  auto busy = std::make_shared<Counter>(queue, "a"), other = std::make_shared<Counter>(queue, "b");
  std::vector<char> order;  // on one thread
  std::latch done(1);
  int turns = 0;
  busy->on_work = [&] {
    order.push_back('a');
    if (++turns == 1) other->wake();
    if (turns < 3) busy->wake();
    if (turns == 3) done.count_down();
  };
  other->on_work = [&] { order.push_back('b'); };
  busy->wake();
  done.wait();
  EXPECT_EQ(order, (std::vector<char>{'a', 'b', 'a', 'a'}));
}

// Its last owner may be its own job.
TEST(StrandTest, ItEndsOnTheQueuesThreadAndMayWakeItself) {
  JobQueue queue(1);
  std::latch may_go_on(1), ended(1);
  std::thread::id thread;
  auto counter = std::make_shared<Counter>(queue, "caller");
  counter->on_work = [&] { may_go_on.wait(); };
  counter->on_end = [&, self = counter.get()] {
    thread = std::this_thread::get_id();
    self->wake();                    // for nothing
    EXPECT_EQ(queue.waiting(), 0u);  // without a lock of the queue
    ended.count_down();
  };
  counter->wake();
  counter.reset();
  may_go_on.count_down();
  ended.wait();
  EXPECT_NE(thread, std::this_thread::get_id());
}

}  // namespace
}  // namespace sotto::pipeline::strand_test
