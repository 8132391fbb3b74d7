#include "pipeline/job_queue.h"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <latch>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace sotto::pipeline::job_queue_test {
namespace {

using ::testing::ElementsAre;

struct FunctionJob final : JobQueue::Job {
  FunctionJob(std::string caller, std::function<void()> work)
      : Job(std::move(caller)), work(std::move(work)) {}
  void run() noexcept override { work(); }
  void drop() noexcept override { was_dropped = true; }
  const std::function<void()> work;
  bool was_dropped = false;
};

// Jobs wait until the first one is let go.
struct Held {
  explicit Held(JobQueue& queue) {
    queue.add(job);
    begun.wait();
  }
  void let_go() { go_on.count_down(); }

  std::latch begun{1}, go_on{1};
  FunctionJob job{"held", [this] {
                    begun.count_down();
                    go_on.wait();
                  }};
};

TEST(JobQueueTest, CallersTakeTurnsAndEachKeepsItsOrder) {
  std::vector<std::string> done;
  std::deque<FunctionJob> jobs;
  std::latch all(5);
  std::optional<Held> held;
  {
    JobQueue queue(1);
    held.emplace(queue);
    for (const std::string name : {"a1", "a2", "a3", "b1", "c1"}) {
      queue.add(jobs.emplace_back(name.substr(0, 1), [&done, &all, name] {
        done.push_back(name);
        all.count_down();
      }));
    }
    EXPECT_EQ(queue.waiting(), 5u);
    EXPECT_EQ(queue.working(), 1u);
    held->let_go();
    all.wait();
  }
  EXPECT_THAT(done, ElementsAre("a1", "b1", "c1", "a2", "a3"));
}

TEST(JobQueueTest, WhatWaitsCanBeRemovedAndWhatHasBegunCannot) {
  std::atomic<int> done = 0;
  FunctionJob one("a", [&] { ++done; }), other("a", [&] { ++done; });
  std::optional<Held> held;
  JobQueue queue(1);
  held.emplace(queue);
  queue.add(one);
  queue.add(other);
  EXPECT_TRUE(queue.remove(one));
  EXPECT_FALSE(queue.remove(one));
  EXPECT_FALSE(queue.remove(held->job));
  EXPECT_EQ(queue.waiting(), 1u);
  held->let_go();
  while (queue.waiting() + queue.working() > 0) std::this_thread::yield();
  EXPECT_EQ(done, 1);
}

TEST(JobQueueTest, NoMoreThreadsThanAsked) {
  constexpr int kJobs = 200;
  std::mutex mutex;
  std::set<std::thread::id> threads;
  std::deque<FunctionJob> jobs;
  std::latch all(kJobs);
  JobQueue queue(3);
  for (int i = 0; i < kJobs; ++i) {
    queue.add(jobs.emplace_back("a", [&] {
      const std::lock_guard lock(mutex);
      threads.insert(std::this_thread::get_id());
      all.count_down();
    }));
  }
  all.wait();
  EXPECT_LE(threads.size(), 3u);
}

TEST(JobQueueTest, WhatWaitsAtItsEndIsDropped) {
  std::atomic<int> done = 0;
  FunctionJob removed("a", [&] { ++done; }), waiting("a", [&] { ++done; });
  std::optional<Held> held;
  std::jthread later;
  {
    JobQueue queue(1);
    held.emplace(queue);
    queue.add(removed);
    queue.add(waiting);
    EXPECT_TRUE(queue.remove(removed));
    later = std::jthread([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      held->let_go();
    });
  }
  EXPECT_EQ(done, 0);
  EXPECT_FALSE(removed.was_dropped);
  EXPECT_TRUE(waiting.was_dropped);
}

}  // namespace
}  // namespace sotto::pipeline::job_queue_test
