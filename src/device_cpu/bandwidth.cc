#include "device_cpu/bandwidth.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <new>

#include "base/memory.h"
#include "base/thread_pool.h"
#include "base/vectorized.h"

namespace sotto::device::cpu {
namespace {

// Twice what the caches of large servers hold.
constexpr int64_t kWords = (int64_t{512} << 20) / sizeof(uint64_t);
constexpr int kPasses = 3;

// Reads memory as fast as a core can take it: in whole vectors, prefetched, and from four places at
// a time, as kernels do.
SOTTO_VECTORIZED(uint64_t, sum, (const uint64_t* p, int64_t n), (p, n)) {
  constexpr int kStreams = 4, kLine = 8, kAhead = 256;  // words: 2 KiB
  const int64_t apart = n / kStreams;
  uint64_t lanes[kStreams * kLine] = {};
  for (int64_t i = 0; i + kLine <= apart; i += kLine) {
    for (int s = 0; s < kStreams; ++s) __builtin_prefetch(p + s * apart + i + kAhead);
    for (int s = 0; s < kStreams; ++s)
      for (int k = 0; k < kLine; ++k) lanes[s * kLine + k] += p[s * apart + i + k];
  }
  uint64_t total = 0;
  for (const uint64_t lane : lanes) total += lane;
  return total;
}

}  // namespace

double read_bandwidth_gbps(int threads) {
  const std::unique_ptr<uint64_t[]> memory(new (std::nothrow) uint64_t[kWords]);
  if (memory == nullptr) return 0;
  prefer_large_pages(memory.get(), kWords * sizeof(uint64_t));
  ThreadPool pool(std::max(1, threads));
  const auto range = [&](int worker) { return kWords / 8 * worker / pool.threads() * 8; };
  pool.run([&](int w) {
    std::fill(memory.get() + range(w), memory.get() + range(w + 1), static_cast<uint64_t>(w) + 1);
  });
  double best = 0;
  std::atomic<uint64_t> total = 0;  // so that the reads are not optimized away
  for (int pass = 0; pass < kPasses; ++pass) {
    const auto start = std::chrono::steady_clock::now();
    pool.run([&](int w) { total += sum(memory.get() + range(w), range(w + 1) - range(w)); });
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    best = std::max(best, static_cast<double>(kWords * 8) / seconds.count() * 1e-9);
  }
  return total != 0 ? best : 0;
}

}  // namespace sotto::device::cpu
