// Where the time of a thread goes.
#pragma once

#include <time.h>

#include <chrono>

namespace sotto::speech {

// Wall time, and processor time of the thread that it is used on. Where wall is much more, the
// thread waited, or others had the processor.
struct Spent {
  double wall_ms = 0, cpu_ms = 0;

  Spent& operator+=(const Spent& other) {
    wall_ms += other.wall_ms;
    cpu_ms += other.cpu_ms;
    return *this;
  }
};

class LapTimer {
 public:
  LapTimer() { lap(); }

  // Since it was made, or since the call before.
  Spent lap() {
    const auto now = std::chrono::steady_clock::now();
    timespec cpu = {};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu);
    const double cpu_ms = 1e3 * static_cast<double>(cpu.tv_sec) + 1e-6 * cpu.tv_nsec;
    const Spent spent = {std::chrono::duration<double, std::milli>(now - wall_).count(),
                         cpu_ms - cpu_ms_};
    wall_ = now;
    cpu_ms_ = cpu_ms;
    return spent;
  }

 private:
  std::chrono::steady_clock::time_point wall_ = {};
  double cpu_ms_ = 0;
};

}  // namespace sotto::speech
