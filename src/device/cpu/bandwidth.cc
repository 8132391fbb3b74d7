#include "device/cpu/bandwidth.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <new>

#include "base/thread_pool.h"

namespace sotto::device::cpu {
namespace {

constexpr int64_t kWords = (int64_t{256} << 20) / sizeof(uint64_t);
constexpr int kPasses = 3;

uint64_t sum(const uint64_t* p, int64_t n) {
  uint64_t lanes[8] = {};
  for (int64_t i = 0; i + 8 <= n; i += 8) {
    for (int k = 0; k < 8; ++k) lanes[k] += p[i + k];
  }
  uint64_t total = 0;
  for (const uint64_t lane : lanes) total += lane;
  return total;
}

}  // namespace

double read_bandwidth_gbps(int threads) {
  const std::unique_ptr<uint64_t[]> memory(new (std::nothrow) uint64_t[kWords]);
  if (memory == nullptr) return 0;
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
