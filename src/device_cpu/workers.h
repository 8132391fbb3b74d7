// Work split between the threads of an engine, by output rows.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "base/thread_pool.h"

namespace sotto::device::cpu {

class Workers {
 public:
  // Work that reads less than `least_bytes` is not split.
  explicit Workers(int threads, int64_t least_bytes = kLeastBytes)
      : Workers(std::make_shared<Pool>(threads, least_bytes), threads) {}
  // The same threads, at most so many of them at a time.
  Workers(const Workers& others, int most) : Workers(others.pool_, most) {}

  int threads() const { return threads_; }

  // Calls f(worker, begin, end) for ranges that make up [0, count). `bytes` is about what the whole
  // reads: little is done by the calling thread alone, as worker 0. f's results must not depend on
  // the split.
  //
  // A processor for each session that computes: with two sessions and two threads each of them is
  // alone. With more threads than processors one would wait for threads that the other keeps away.
  template <class F>
  void parallel_for(int count, int64_t bytes, const F& f) {
    run(
        count, bytes, [&](int n) { return pieces_of(count / n, bytes / n); }, f);
  }

  // Calls f(worker, i) for each i of [0, count): tasks that are long enough to be taken one by one.
  template <class F>
  void parallel_tasks(int count, int64_t bytes, const F& f) {
    const auto one_by_one = [&](int n) { return (count + n - 1) / n; };
    run(count, bytes, one_by_one, [&](int worker, int begin, int end) {
      for (int i = begin; i < end; ++i) f(worker, i);
    });
  }

  // Waking the threads and waiting for them took 5 us on two idle cores, and takes several times
  // that on busy ones; one core reads this much in about 50 us (11 GB/s with the AVX2 kernel).
  static constexpr int64_t kLeastBytes = int64_t{1} << 19;

 private:
  // A piece: long enough for the memory to stream, and for kernels to have whole tiles.
  static constexpr int64_t kPieceBytes = int64_t{1} << 18;
  static constexpr int kPieceRows = 256, kUnit = 16;

  // pieces_for(n): into how many pieces the share of each of n workers falls.
  template <class Pieces, class F>
  void run(int count, int64_t bytes, const Pieces& pieces_for, const F& f) {
    if (bytes < pool_->least_bytes) return f(0, 0, count);
    const int n = std::min(threads_, pool_->threads.threads() - pool_->computing.fetch_add(1));
    if (n <= 1 || count < n || pool_->taken.exchange(true)) {
      f(0, 0, count);
    } else {
      split_between(n, count, pieces_for(n), f);
      pool_->taken.store(false);
    }
    pool_->computing.fetch_sub(1);
  }

  // Each of the n workers has a share of its own, the same in every call, so that a core finds its
  // weights in its cache. Large shares are taken in pieces, and who is done helps the others: one
  // core may be slower, or away for a while.
  template <class F>
  void split_between(int n, int count, int pieces, const F& f) {
    const int unit = count / n / pieces >= 4 * kUnit ? kUnit : 1;
    const auto at = [&](int piece) {
      const int all = n * pieces;
      return piece == all ? count : static_cast<int>(int64_t{count} * piece / all) / unit * unit;
    };
    for (Next& next : next_) next.piece.store(0, std::memory_order_relaxed);
    const auto work = [&](int worker) {
      if (worker >= n) return;
      for (int k = 0; k < n; ++k) {
        const int share = (worker + k) % n;
        std::atomic<int>& next = next_[static_cast<size_t>(share)].piece;
        for (int p; (p = next.fetch_add(1, std::memory_order_relaxed)) < pieces;) {
          f(worker, at(share * pieces + p), at(share * pieces + p + 1));
        }
      }
    };
    pool_->threads.run_shared(std::cref(work));  // a std::function of the lambda would allocate
  }

  struct alignas(64) Next {
    std::atomic<int> piece = 0;  // of a share: the first that nobody has taken
  };

  struct Pool {
    Pool(int count, int64_t least) : threads(count), least_bytes(least) {}
    ThreadPool threads;
    const int64_t least_bytes;
    std::atomic<bool> taken = false;
    std::atomic<int> computing = 0;  // sessions within parallel_for()
  };
  Workers(std::shared_ptr<Pool> pool, int most)
      : pool_(std::move(pool)),
        threads_(std::clamp(most, 1, pool_->threads.threads())),
        next_(static_cast<size_t>(threads_)) {}

  // The number of pieces of a worker's share.
  static int pieces_of(int rows, int64_t bytes) {
    const int64_t most = std::min<int64_t>(bytes / kPieceBytes, rows / kPieceRows);
    return static_cast<int>(std::clamp<int64_t>(most, 1, 16));
  }

  const std::shared_ptr<Pool> pool_;
  const int threads_;
  std::vector<Next> next_;  // of each worker's share
};

}  // namespace sotto::device::cpu
