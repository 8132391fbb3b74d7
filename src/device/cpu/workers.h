// Work split between the threads of an engine, by output rows.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

#include "base/thread_pool.h"

namespace sotto::device::cpu {

class Workers {
 public:
  explicit Workers(int threads) : pool_(threads) {}

  int threads() const { return pool_.threads(); }

  // Calls f(worker, begin, end) for ranges that make up [0, count). `bytes` is about what the whole
  // reads: little is done by the calling thread alone, as worker 0, and so is everything while
  // another session has the threads. f's results must not depend on the split.
  template <class F>
  void split(int count, int64_t bytes, const F& f) {
    const int n = pool_.threads();
    if (n == 1 || count < n || bytes < kLeastBytes || taken_.exchange(true)) return f(0, 0, count);
    const auto part = [&](int worker) {
      const auto at = [&](int w) { return static_cast<int>(int64_t{count} * w / n); };
      f(worker, at(worker), at(worker + 1));
    };
    pool_.run(std::cref(part));  // a reference: a std::function of the lambda would allocate
    taken_.store(false);
  }

 private:
  // Waking the threads and waiting for them took 5 us on two idle cores, and takes several times
  // that on busy ones; one core reads this much in about 50 us (11 GB/s with the AVX2 kernel).
  static constexpr int64_t kLeastBytes = int64_t{1} << 19;

  ThreadPool pool_;
  std::atomic<bool> taken_ = false;
};

}  // namespace sotto::device::cpu
