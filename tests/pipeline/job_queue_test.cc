#include "pipeline/job_queue.h"

#include <gmock/gmock.h>

#include <array>
#include <atomic>
#include <latch>
#include <memory>
#include <mutex>
#include <set>

namespace sotto::pipeline::job_queue_test {
namespace {

using ::testing::ElementsAre;

// Jobs wait until the first one is let go.
struct Held {
  explicit Held(JobQueue& queue) {
    queue.add(this, "held", [gates = gates] {  // the job may end behind this
      gates->begun.count_down();
      gates->go_on.wait();
    });
    gates->begun.wait();
  }
  void let_go() const { gates->go_on.count_down(); }

  struct Gates {
    std::latch begun{1}, go_on{1};
  };
  const std::shared_ptr<Gates> gates = std::make_shared<Gates>();
};

TEST(JobQueueTest, CallersTakeTurnsAndEachKeepsItsOrder) {
  std::vector<std::string> done;
  std::array<char, 6> owners{};
  std::latch all(5);
  {
    JobQueue queue(1);
    Held held(queue);
    size_t next = 0;
    for (const std::string name : {"a1", "a2", "a3", "b1", "c1"}) {
      queue.add(&owners[next++], name.substr(0, 1), [&done, &all, name] {
        done.push_back(name);
        all.count_down();
      });
    }
    EXPECT_EQ(queue.waiting(), 5u);
    EXPECT_EQ(queue.working(), 1u);
    held.let_go();
    all.wait();
  }
  EXPECT_THAT(done, ElementsAre("a1", "b1", "c1", "a2", "a3"));
}

TEST(JobQueueTest, WhatWaitsCanBeRemovedAndWhatHasBegunCannot) {
  JobQueue queue(1);
  Held held(queue);
  std::atomic<int> done = 0;
  const char one = 0, other = 0;
  queue.add(&one, "a", [&] { ++done; });
  queue.add(&other, "a", [&] { ++done; });
  EXPECT_TRUE(queue.remove(&one));
  EXPECT_FALSE(queue.remove(&one));
  EXPECT_FALSE(queue.remove(&held));
  EXPECT_EQ(queue.waiting(), 1u);
  held.let_go();
  while (queue.waiting() + queue.working() > 0) std::this_thread::yield();
  EXPECT_EQ(done, 1);
}

TEST(JobQueueTest, NoMoreThreadsThanAsked) {
  constexpr int kJobs = 200;
  std::mutex mutex;
  std::set<std::thread::id> threads;
  std::vector<char> owners(kJobs);
  std::latch all(kJobs);
  JobQueue queue(3);
  for (const char& owner : owners) {
    queue.add(&owner, "a", [&] {
      const std::lock_guard lock(mutex);
      threads.insert(std::this_thread::get_id());
      all.count_down();
    });
  }
  all.wait();
  EXPECT_LE(threads.size(), 3u);
}

TEST(JobQueueTest, WhatWaitsAtItsEndIsDropped) {
  std::atomic<int> done = 0;
  const char owner = 0;
  {
    JobQueue queue(1);
    Held held(queue);
    queue.add(&owner, "a", [&] { ++done; });
    std::jthread later([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      held.let_go();
    });
    EXPECT_TRUE(queue.remove(&owner));
    later.join();
  }
  EXPECT_EQ(done, 0);
}

}  // namespace
}  // namespace sotto::pipeline::job_queue_test
