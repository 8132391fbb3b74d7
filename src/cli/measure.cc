#include "cli/measure.h"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>

namespace sotto::cli {
namespace {

double process_cpu_ms() {
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  const auto ms = [](const timeval& t) {
    return 1e3 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_usec);
  };
  return ms(usage.ru_utime) + ms(usage.ru_stime);
}

}  // namespace

StopWatch::StopWatch()
    : begin_(std::chrono::steady_clock::now()), cpu_begin_ms_(process_cpu_ms()) {}

double StopWatch::wall_ms() const {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin_)
      .count();
}

double StopWatch::cpu_ms() const { return process_cpu_ms() - cpu_begin_ms_; }

double quantile(std::vector<double> values, double q) {
  std::ranges::sort(values);
  const double rank = std::ceil(q * static_cast<double>(values.size()));
  return values[static_cast<size_t>(std::max(rank, 1.0)) - 1];
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double peak_rss_mb() {
  // Of this program alone: getrusage's number is inherited from the program that started it.
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) * 1024 * 1e-6;
  }
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) != 0) return 0;
#ifdef __APPLE__
  return static_cast<double>(usage.ru_maxrss) * 1e-6;
#else
  return static_cast<double>(usage.ru_maxrss) * 1024 * 1e-6;
#endif
}

}  // namespace sotto::cli
