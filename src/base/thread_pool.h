// The threads of one engine. No globals: whoever computes owns a pool.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace sotto {

// The calling thread is one of the workers, so a pool of 1 starts no thread and takes no lock.
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

  std::vector<std::thread> workers_;
  std::mutex mutex_;
  std::condition_variable start_, done_;
  const std::function<void(int)>* work_ = nullptr;
  long round_ = 0;
  int busy_ = 0;
  bool stopping_ = false;
};

// $OMP_NUM_THREADS when it is a positive number, else the processors this process may use, at
// most 8.
int default_threads();

}  // namespace sotto
