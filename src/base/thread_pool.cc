#include "base/thread_pool.h"

#ifdef __linux__
#include <sched.h>
#endif
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include <algorithm>
#include <cstdlib>

namespace sotto {
namespace {

constexpr std::chrono::microseconds kSpin{50};

// Lets the core's other thread run, and the loop leave quickly when the value changes.
void pause() {
#if defined(__x86_64__)
  _mm_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

}  // namespace

ThreadPool::ThreadPool(int threads)
    // With more threads than processors, who spins keeps someone else from working.
    : spin_(threads <= available_processors() ? kSpin : std::chrono::nanoseconds(0)) {
  for (int worker = 1; worker < threads; ++worker) {
    workers_.emplace_back([this, worker] { serve(worker); });
  }
}

ThreadPool::~ThreadPool() {
  stopping_ = true;
  ++round_;
  round_.notify_all();
  for (std::thread& t : workers_) t.join();
}

void ThreadPool::run(const std::function<void(int)>& work) {
  if (workers_.empty()) return work(0);
  work_ = &work;
  busy_ = static_cast<int>(workers_.size());
  ++round_;
  round_.notify_all();  // a system call only where someone sleeps
  work(0);
  for (int left = busy_; left != 0; left = busy_) wait_for_change(busy_, left);
}

void ThreadPool::serve(int worker) {
  for (int seen = 0;;) {
    wait_for_change(round_, seen);
    if (stopping_) return;
    seen = round_;  // stays so until this worker is done
    (*work_)(worker);
    if (--busy_ == 0) busy_.notify_one();
  }
}

void ThreadPool::wait_for_change(const std::atomic<int>& value, int old) const {
  const auto end = std::chrono::steady_clock::now() + spin_;
  do {
    for (int i = 0; i < 32; ++i) {
      if (value.load(std::memory_order_acquire) != old) return;
      pause();
    }
  } while (std::chrono::steady_clock::now() < end);
  value.wait(old);
}

int available_processors() {
#ifdef __linux__
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
#endif
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

int default_threads() {
  if (const char* wanted = std::getenv("OMP_NUM_THREADS")) {
    if (const int n = std::atoi(wanted); n > 0) return n;
  }
  return std::min(available_processors(), 8);
}

}  // namespace sotto
