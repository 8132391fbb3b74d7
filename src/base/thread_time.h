// Processor time of a thread.
#pragma once

#include <ctime>

namespace sotto {

// Seconds of processor time of the calling thread, since it began.
inline double thread_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace sotto
