#include "base/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>

namespace sotto {
namespace {

TEST(ThreadPoolTest, EveryWorkerRunsOnce) {
  for (const int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.threads(), threads);
    for (int round = 0; round < 200; ++round) {
      std::vector<int> calls(static_cast<size_t>(threads), 0);  // one slot a worker: no lock needed
      pool.run([&](int worker) { ++calls[static_cast<size_t>(worker)]; });
      EXPECT_EQ(calls, std::vector<int>(static_cast<size_t>(threads), 1)) << "round " << round;
    }
  }
}

// Workers that wait for each other get there only when all of them run at the same time.
TEST(ThreadPoolTest, WorkersRunAtTheSameTime) {
  ThreadPool pool(3);
  std::atomic<int> arrived = 0;
  pool.run([&](int) {
    ++arrived;
    while (arrived < 3) std::this_thread::yield();
  });
  EXPECT_EQ(arrived, 3);
}

TEST(ThreadPoolTest, TheCallerIsWorkerZero) {
  ThreadPool pool(2);
  std::thread::id zero;
  pool.run([&](int worker) {
    if (worker == 0) zero = std::this_thread::get_id();
  });
  EXPECT_EQ(zero, std::this_thread::get_id());
}

TEST(ThreadPoolTest, ThePoolOfOneThreadStartsNone) {
  ThreadPool pool(0);
  EXPECT_EQ(pool.threads(), 1);
  int calls = 0;
  pool.run([&](int) { ++calls; });
  EXPECT_EQ(calls, 1);
}

TEST(DefaultThreadsTest, TheEnvironmentDecidesWhenItIsANumber) {
  ::setenv("OMP_NUM_THREADS", "3", 1);
  EXPECT_EQ(default_threads(), 3);
  for (const char* nonsense : {"0", "-2", "many", ""}) {
    ::setenv("OMP_NUM_THREADS", nonsense, 1);
    EXPECT_GE(default_threads(), 1) << nonsense;
    EXPECT_LE(default_threads(), 8) << nonsense;
  }
  ::unsetenv("OMP_NUM_THREADS");
}

}  // namespace
}  // namespace sotto
