// This process's use of the machine: time, processor time, memory.
#pragma once

#include <chrono>

namespace sotto::measure {

// Wall and processor time of this process since it was made. Where the two differ by more than the
// number of threads explains, something else had the processor.
class StopWatch {
 public:
  StopWatch();
  double wall_ms() const;
  double cpu_ms() const;  // user and system, all threads

 private:
  std::chrono::steady_clock::time_point begin_;
  double cpu_begin_ms_;
};

// The memory that this process holds, and the most that it ever held, in MB (10^6 bytes); 0 where
// the system does not say.
double rss_mb();
double peak_rss_mb();

}  // namespace sotto::measure
