#include "base/machine.h"

#ifdef __APPLE__
#include <mach/mach.h>
#include <sys/sysctl.h>
#else
#include <sched.h>
#include <unistd.h>

#include <cmath>
#include <fstream>
#include <numeric>
#include <vector>

#include "base/processors.h"
#endif

#include <algorithm>
#include <thread>

namespace sotto {

#ifdef __APPLE__

std::string processor_name() {
  char name[256];
  size_t size = sizeof name;
  if (::sysctlbyname("machdep.cpu.brand_string", name, &size, nullptr, 0) != 0) return "";
  return {name, ::strnlen(name, size)};
}

// Work is split evenly, so that one thread on an efficiency core keeps all others waiting.
int available_processors() {
  int fast = 0;
  size_t size = sizeof fast;
  if (::sysctlbyname("hw.perflevel0.logicalcpu", &fast, &size, nullptr, 0) == 0 && fast > 0)
    return fast;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

ProcessorTimes processor_times() {
  host_cpu_load_info info{};
  mach_msg_type_number_t count = HOST_CPU_LOAD_INFO_COUNT;
  if (::host_statistics(::mach_host_self(), HOST_CPU_LOAD_INFO,
                        reinterpret_cast<host_info_t>(&info), &count) != KERN_SUCCESS)
    return {};
  constexpr double kTick = 0.01;  // seconds
  ProcessorTimes times;
  for (int state = 0; state < CPU_STATE_MAX; ++state) {
    times.all_s += kTick * info.cpu_ticks[state];
    if (state != CPU_STATE_IDLE) times.busy_s += kTick * info.cpu_ticks[state];
  }
  return times;
}

#else

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (line.starts_with("model name"))
      return line.substr(std::min(line.find(": ") + 2, line.size()));
  }
  return "";
}

// A thread more than the quota has time for would stop all of them until its next period.
int available_processors() {
  cpu_set_t set;
  std::vector<int> processors;
  if (::sched_getaffinity(0, sizeof set, &set) == 0) {
    for (int i = 0; i < CPU_SETSIZE; ++i)
      if (CPU_ISSET(i, &set)) processors.push_back(i);
  } else {
    processors.resize(std::max(1u, std::thread::hardware_concurrency()));
    std::iota(processors.begin(), processors.end(), 0);
  }
  const auto count = static_cast<double>(fast_of(processors).size());
  return static_cast<int>(std::clamp(std::floor(cpu_quota()), 1.0, std::max(1.0, count)));
}

ProcessorTimes processor_times() {
  std::ifstream stat("/proc/stat");  // "cpu user nice system idle iowait irq softirq steal ..."
  std::string name;
  stat >> name;
  const double tick = 1.0 / static_cast<double>(::sysconf(_SC_CLK_TCK));
  ProcessorTimes times;
  double value = 0;
  for (int field = 0; field < 8 && stat >> value; ++field) {
    times.all_s += value * tick;
    if (field != 3 && field != 4) times.busy_s += value * tick;
  }
  return times;
}

#endif

}  // namespace sotto
