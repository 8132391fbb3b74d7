// What a measurement is made of: times of runs, processor time, memory.
#pragma once

#include <chrono>
#include <vector>

namespace sotto::cli {

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

// The value below which the share `q` in [0, 1] of the values lies, by the nearest rank; the median
// of an even number is the mean of the middle two. `values` is not empty.
double quantile(std::vector<double> values, double q);
double median(std::vector<double> values);

// The most memory that this process ever held, in MB (10^6 bytes); 0 where the system does not say.
double peak_rss_mb();

}  // namespace sotto::cli
