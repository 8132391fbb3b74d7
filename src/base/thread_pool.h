// The threads of one engine. No globals: whoever computes owns a pool.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <thread>
#include <vector>

namespace sotto {

constexpr int kMostThreads = 256;  // of a pool

// The calling thread is one of the workers, so a pool of 1 starts no thread. A pool is smaller than
// was asked for where the system makes no more threads, and never larger than kMostThreads.
//
// One decoding step is some hundred rounds with a few microseconds between them, and waking a
// sleeping thread takes about 50: so a worker that has finished looks for the next round for a
// short while before it sleeps. An idle pool uses no processor time.
class ThreadPool {
 public:
  explicit ThreadPool(int threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int threads() const { return static_cast<int>(workers_.size()) + 1; }

  // Calls `work(worker)` once for each worker 0 .. threads()-1, at the same time, and returns when
  // all are done. Not to be called from two threads at once, nor from inside `work`.
  void run(const std::function<void(int worker)>& work);

  // The same for work that lies in pieces for whoever takes them: a worker that has not begun when
  // the calling thread is done does not begin at all. On a busy machine nobody waits for a thread
  // that gets no processor.
  void run_shared(const std::function<void(int worker)>& work);

 private:
  // In one number: how many rounds there were, whether the last one is closed, and how many workers
  // are in it. (With kMostThreads, 255 of them at most, and nobody sleeps through eight million
  // rounds.)
  static constexpr uint32_t kClosed = kMostThreads, kRound = 2 * kClosed;
  static uint32_t round_of(uint32_t state) { return state / kRound; }
  static uint32_t workers_in(uint32_t state) { return state % kClosed; }

  void serve(int worker);
  // Whether the worker may begin with the round that follows `seen`, which becomes that one.
  bool enter(uint32_t& seen);
  // Returns when done(value).
  template <class Done>
  void wait_until(const std::atomic<uint32_t>& value, const Done& done) const;

  std::vector<std::thread> workers_;
  std::chrono::nanoseconds spin_;                   // before a thread sleeps
  const std::function<void(int)>* work_ = nullptr;  // of this round; set before state_
  alignas(64) std::atomic<uint32_t> state_ = kClosed;
  std::atomic<bool> stopping_ = false;
};

// $OMP_NUM_THREADS when it is a positive number, at most kMostThreads; else the available
// processors, at most 8.
int default_threads();

}  // namespace sotto
