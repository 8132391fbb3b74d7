#include "measure/process.h"

#include <sys/resource.h>

#include <fstream>
#include <string>
#include <string_view>

#include "base/program.h"

namespace sotto::measure {
namespace {

double process_cpu_ms() {
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) != 0) return 0;
  const auto ms = [](const timeval& t) {
    return 1e3 * static_cast<double>(t.tv_sec) + 1e-3 * static_cast<double>(t.tv_usec);
  };
  return ms(usage.ru_utime) + ms(usage.ru_stime);
}

// A line of Linux's /proc/self/status, which counts in KiB; 0 where there is none.
double status_mb(std::string_view key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(key)) return std::stod(line.substr(key.size())) * 1024 * 1e-6;
  }
  return 0;
}

}  // namespace

StopWatch::StopWatch()
    : begin_(std::chrono::steady_clock::now()), cpu_begin_ms_(process_cpu_ms()) {}

double StopWatch::wall_ms() const {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin_)
      .count();
}

double StopWatch::cpu_ms() const { return process_cpu_ms() - cpu_begin_ms_; }

double rss_mb() { return resident_bytes() * 1e-6; }

double peak_rss_mb() {
  // The peak of this program alone: getrusage's number is inherited from the program that started
  // it.
  if (const double mb = status_mb("VmHWM:"); mb > 0) return mb;
  rusage usage{};
  if (::getrusage(RUSAGE_SELF, &usage) != 0) return 0;
#ifdef __APPLE__
  return static_cast<double>(usage.ru_maxrss) * 1e-6;
#else
  return static_cast<double>(usage.ru_maxrss) * 1024 * 1e-6;
#endif
}

}  // namespace sotto::measure
