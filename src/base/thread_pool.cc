#include "base/thread_pool.h"

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <system_error>

#include "base/machine.h"

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

// The first exception of a round's workers (memory ran out): rethrown to the caller when all of
// them are done.
class FirstThrown {
 public:
  void keep_of(const std::function<void(int)>& work, int worker) noexcept {
    try {
      work(worker);
    } catch (...) {
      if (!is_kept_.exchange(true)) thrown_ = std::current_exception();
    }
  }
  void rethrow() const {
    if (is_kept_) std::rethrow_exception(thrown_);
  }

 private:
  std::atomic<bool> is_kept_ = false;
  std::exception_ptr thrown_;  // written by who has set is_kept_
};

}  // namespace

ThreadPool::ThreadPool(int threads)
    // With more threads than processors, who spins keeps someone else from working.
    : spin_(threads <= available_processors() ? kSpin : std::chrono::nanoseconds(0)) {
  try {
    for (int worker = 1; worker < std::min(threads, kMostThreads); ++worker) {
      workers_.emplace_back([this, worker] { serve(worker); });
    }
  } catch (const std::system_error&) {  // results do not depend on how many there are
  }
}

ThreadPool::~ThreadPool() {
  stopping_ = true;
  state_ += kRound;
  state_.notify_all();
  for (std::thread& t : workers_) t.join();
}

void ThreadPool::run(const std::function<void(int)>& work) {
  const auto others = static_cast<uint32_t>(workers_.size());
  std::atomic<uint32_t> done = 0;
  FirstThrown thrown;
  run_shared([&](int worker) {
    thrown.keep_of(work, worker);  // the others are waited for nevertheless
    if (worker != 0) {
      ++done;
      done.notify_one();
    } else {
      wait_until(done, [&](uint32_t n) { return n == others; });
    }
  });
  thrown.rethrow();
}

void ThreadPool::run_shared(const std::function<void(int)>& work) {
  if (workers_.empty()) return work(0);
  FirstThrown thrown;
  const std::function<void(int)> safe_work = [&](int worker) { thrown.keep_of(work, worker); };
  work_ = &safe_work;
  state_ = (round_of(state_) + 1) * kRound;
  state_.notify_all();  // a system call only where someone sleeps
  safe_work(0);
  uint32_t open = round_of(state_) * kRound;  // and nobody in it
  while (!state_.compare_exchange_strong(open, open | kClosed)) {
    wait_until(state_, [](uint32_t state) { return workers_in(state) == 0; });
    open = round_of(open) * kRound;
  }
  thrown.rethrow();
}

void ThreadPool::serve(int worker) {
  for (uint32_t seen = 0;;) {
    wait_until(state_, [&](uint32_t state) { return round_of(state) != seen; });
    if (stopping_) return;
    if (!enter(seen)) continue;
    (*work_)(worker);
    if (workers_in(--state_) == 0) state_.notify_all();
  }
}

bool ThreadPool::enter(uint32_t& seen) {
  uint32_t state = state_;
  while ((state & kClosed) == 0 && !state_.compare_exchange_weak(state, state + 1)) {
  }
  seen = round_of(state);
  return (state & kClosed) == 0;
}

template <class Done>
void ThreadPool::wait_until(const std::atomic<uint32_t>& value, const Done& done) const {
  for (;;) {
    const auto end = std::chrono::steady_clock::now() + spin_;
    do {
      for (int i = 0; i < 32; ++i) {
        if (done(value.load(std::memory_order_acquire))) return;
        pause();
      }
    } while (std::chrono::steady_clock::now() < end);
    const uint32_t now = value.load();
    if (done(now)) return;
    value.wait(now);
  }
}

int default_threads() {
  if (const char* wanted = std::getenv("OMP_NUM_THREADS")) {
    const long n = std::strtol(wanted, nullptr, 10);  // LONG_MAX where it is larger
    if (n > 0) return static_cast<int>(std::min<long>(n, kMostThreads));
  }
  return std::min(available_processors(), 8);
}

}  // namespace sotto
