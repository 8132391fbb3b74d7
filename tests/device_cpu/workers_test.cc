// How work is split: everything once, whatever the number of threads, and nobody waits for a core
// that is away.
#include "device_cpu/workers.h"

#include <gmock/gmock.h>

#include <chrono>
#include <mutex>
#include <thread>
#include <utility>

namespace sotto::device::cpu::workers_test {
namespace {

TEST(WorkersTest, EveryNumberIsDoneOnce) {
  for (const int threads : {1, 2, 3, 5}) {
    Workers workers(threads);
    for (const int count : {1, 2, 7, 64, 1000, 4096, 20011}) {
      for (const int64_t bytes :
           {int64_t{1}, int64_t{1} << 19, int64_t{1} << 22, int64_t{1} << 30}) {
        std::vector<std::atomic<int>> done(static_cast<size_t>(count));
        workers.parallel_for(count, bytes, [&](int worker, int begin, int end) {
          EXPECT_TRUE(worker >= 0 && worker < threads);
          for (int i = begin; i < end; ++i) ++done[static_cast<size_t>(i)];
        });
        for (const auto& d : done) ASSERT_EQ(d, 1) << threads << " " << count << " " << bytes;
      }
    }
  }
}

// Those that share the threads: as many at a time as each may have, and one after the other.
TEST(WorkersTest, OfSharedThreadsOneTakesNoMoreThanItsOwn) {
  Workers all(4);
  Workers two(all, 2), one(all, 0), many(all, 9);
  EXPECT_EQ(two.threads(), 2);
  EXPECT_EQ(one.threads(), 1);
  EXPECT_EQ(many.threads(), 4);
  for (int round = 0; round < 50; ++round) {
    std::atomic<int> done = 0;
    two.parallel_for(4096, int64_t{1} << 26, [&](int worker, int begin, int end) {
      EXPECT_LT(worker, 2);
      done += end - begin;
    });
    EXPECT_EQ(done, 4096);
  }
  std::atomic<int> inner = 0;
  all.parallel_for(4, int64_t{1} << 26, [&](int, int begin, int) {
    if (begin != 0) return;
    two.parallel_for(64, int64_t{1} << 26,
                     [&](int worker, int from, int to) {  // who has them keeps them
                       EXPECT_EQ(worker, 0);
                       EXPECT_EQ(to - from, 64);
                       inner += to - from;
                     });
  });
  EXPECT_EQ(inner, 64);
}

// Two sessions on two threads: while one is within its work, the other leaves the second thread be.
TEST(WorkersTest, EachSessionThatComputesHasAProcessor) {
  constexpr int64_t kBytes = int64_t{1} << 26;
  for (const int threads : {2, 3}) {
    Workers all(threads);
    Workers one(all, 1);
    std::atomic<bool> begun = false, over = false;
    std::thread session([&] {
      one.parallel_for(1, kBytes, [&](int, int, int) {
        begun = true;
        while (!over) std::this_thread::yield();
      });
    });
    while (!begun) std::this_thread::yield();
    const auto workers_of = [&] {
      std::atomic<int> most = 0;
      for (int round = 0; round < 20; ++round)
        all.parallel_for(1 << 14, kBytes, [&](int worker, int, int) {
          std::this_thread::sleep_for(std::chrono::microseconds(100));  // so that all of them come
          for (int seen = most; worker > seen && !most.compare_exchange_weak(seen, worker);) {
          }
        });
      return most + 1;
    };
    EXPECT_LE(workers_of(), threads - 1);
    over = true;
    session.join();
    EXPECT_EQ(workers_of(), threads);
  }
}

TEST(WorkersTest, EveryTaskIsDoneOnce) {
  for (const int threads : {1, 2, 3, 5}) {
    Workers workers(threads);
    for (const int count : {0, 1, 2, 7, 64, 1000}) {
      std::vector<std::atomic<int>> done(static_cast<size_t>(count));
      for (const int64_t bytes : {int64_t{1}, int64_t{1} << 30})
        workers.parallel_tasks(count, bytes, [&](int worker, int task) {
          EXPECT_TRUE(worker >= 0 && worker < threads);
          ++done[static_cast<size_t>(task)];
        });
      for (const auto& d : done) ASSERT_EQ(d, 2) << threads << " " << count;
    }
  }
}

// However few they are: the first one waits until all the others are done.
TEST(WorkersTest, TasksAreTakenOneByOne) {
  Workers workers(2);
  constexpr int kTasks = 9;
  std::atomic<int> done = 0;
  workers.parallel_tasks(kTasks, int64_t{1} << 26, [&](int, int task) {
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    while (task == 0 && done < kTasks - 1 && std::chrono::steady_clock::now() < limit)
      std::this_thread::yield();
    if (task == 0) {
      EXPECT_EQ(done, kTasks - 1);
    }
    ++done;
  });
  EXPECT_EQ(done, kTasks);
}

TEST(WorkersTest, LargeWorkHasWholeTiles) {
  Workers workers(2);
  std::mutex mutex;
  std::vector<std::pair<int, int>> ranges;
  workers.parallel_for(10007, int64_t{1} << 26, [&](int, int begin, int end) {
    const std::lock_guard lock(mutex);
    ranges.emplace_back(begin, end);
  });
  EXPECT_GT(ranges.size(), 8u);
  for (const auto& [begin, end] : ranges) {
    EXPECT_EQ(begin % 16, 0);
    EXPECT_TRUE(end % 16 == 0 || end == 10007) << end;
  }
}

// Worker 1 is held up in its first piece: the other does all the rest.
TEST(WorkersTest, WhoIsDoneHelps) {
  Workers workers(2);
  std::atomic<int> left = 1 << 16;
  std::atomic<bool> held = false;
  workers.parallel_for(1 << 16, int64_t{1} << 26, [&](int worker, int begin, int end) {
    if (worker == 1 && !held.exchange(true)) {
      const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(10);
      while (left > end - begin && std::chrono::steady_clock::now() < limit) {
        std::this_thread::yield();
      }
      EXPECT_EQ(left, end - begin);
    }
    left -= end - begin;
  });
  EXPECT_EQ(left, 0);
}

}  // namespace
}  // namespace sotto::device::cpu::workers_test
