#include "base/thread_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <new>

namespace sotto::thread_pool_test {
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

TEST(ThreadPoolTest, WhatAWorkerThrowsIsThrownHereWhenAllAreDone) {
  for (const int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    for (int thrower = 0; thrower < threads; ++thrower) {
      std::atomic<int> done = 0;
      const auto work = [&](int worker) {
        if (worker == thrower) throw std::bad_alloc();
        ++done;
      };
      EXPECT_THROW(pool.run(work), std::bad_alloc);
      EXPECT_EQ(done, threads - 1);
    }
    EXPECT_THROW(pool.run_shared([](int) { throw std::bad_alloc(); }), std::bad_alloc);
    std::atomic<int> calls = 0;
    pool.run([&](int) { ++calls; });  // it is as good as new
    EXPECT_EQ(calls, threads);
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

// A sleeping thread takes far longer to wake up than there is anything to do: it comes too late for
// most rounds.
TEST(ThreadPoolTest, SharedWorkDoesNotWaitForWhoHasNotBegun) {
  ThreadPool pool(2);
  constexpr int kRounds = 200;
  std::atomic<int> late = 0;
  for (int round = 0; round < kRounds; ++round) {
    std::this_thread::sleep_for(std::chrono::microseconds(300));
    pool.run_shared([&](int worker) { late += worker; });
  }
  EXPECT_LT(late, kRounds);
}

TEST(ThreadPoolTest, EveryPieceOfSharedWorkIsTakenOnce) {
  ThreadPool pool(4);
  constexpr int kPieces = 16;
  for (int round = 0; round < 500; ++round) {
    std::atomic<int> next = 0;
    std::vector<int> taken(kPieces, 0), calls(4, 0);
    pool.run_shared([&](int worker) {
      ++calls[static_cast<size_t>(worker)];
      for (int piece; (piece = next++) < kPieces;) ++taken[static_cast<size_t>(piece)];
    });
    EXPECT_EQ(taken, std::vector<int>(kPieces, 1)) << "round " << round;
    for (const int n : calls) EXPECT_LE(n, 1) << "round " << round;
  }
}

// Rounds that follow after all threads went to sleep, and rounds right after each other.
TEST(ThreadPoolTest, SleepersWakeUp) {
  ThreadPool pool(2);
  std::atomic<int> calls = 0;
  for (int round = 0; round < 20; ++round) {
    if (round % 4 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    pool.run([&](int worker) {
      if (worker == 0 && round % 5 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      ++calls;
    });
  }
  EXPECT_EQ(calls, 40);
}

// Spinning on would take 200 ms for each of the three workers that have nothing to do.
TEST(ThreadPoolTest, AnIdlePoolUsesNoProcessorTime) {
  ThreadPool pool(4);
  pool.run([](int) {});
  const std::clock_t before = std::clock();  // of the whole process
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_LT(1000.0 * static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC, 20);
}

TEST(ThreadPoolTest, TheCallerIsWorkerZero) {
  ThreadPool pool(2);
  std::thread::id zero;
  pool.run([&](int worker) {
    if (worker == 0) zero = std::this_thread::get_id();
  });
  EXPECT_EQ(zero, std::this_thread::get_id());
}

// Workers are counted in eight bits.
TEST(ThreadPoolTest, HasAtMost256Workers) {
  ThreadPool pool(300);
  ASSERT_EQ(pool.threads(), kMostThreads);
  for (int round = 0; round < 3; ++round) {
    std::vector<int> calls(static_cast<size_t>(pool.threads()), 0);
    pool.run([&](int worker) { ++calls[static_cast<size_t>(worker)]; });
    EXPECT_EQ(calls, std::vector<int>(calls.size(), 1)) << "round " << round;
  }
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
  for (const char* more : {"257", "1000", "99999999999999999999"}) {
    ::setenv("OMP_NUM_THREADS", more, 1);
    EXPECT_EQ(default_threads(), kMostThreads) << more;
  }
  for (const char* nonsense : {"0", "-2", "many", ""}) {
    ::setenv("OMP_NUM_THREADS", nonsense, 1);
    EXPECT_GE(default_threads(), 1) << nonsense;
    EXPECT_LE(default_threads(), 8) << nonsense;
  }
  ::unsetenv("OMP_NUM_THREADS");
}

}  // namespace
}  // namespace sotto::thread_pool_test
