// The threads of one engine. No globals: whoever computes owns a pool.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

namespace sotto {

// The calling thread is one of the workers, so a pool of 1 starts no thread.
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

 private:
  void serve(int worker);
  // Returns when `value` is no longer `old`.
  void wait_for_change(const std::atomic<int>& value, int old) const;

  std::vector<std::thread> workers_;
  std::chrono::nanoseconds spin_;                   // before a thread sleeps
  const std::function<void(int)>* work_ = nullptr;  // of this round; set before round_
  alignas(64) std::atomic<int> round_ = 0;          // changes when there is work, or the end
  alignas(64) std::atomic<int> busy_ = 0;           // workers that are not done
  std::atomic<bool> stopping_ = false;
};

// Processors that this process may use.
int available_processors();

// $OMP_NUM_THREADS when it is a positive number, else the available processors, at most 8.
int default_threads();

}  // namespace sotto
