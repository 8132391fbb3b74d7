// The system's figures of its processors. Any thread may ask.
#pragma once

#include <string>

namespace sotto {

std::string processor_name();  // "AMD EPYC 7763"; empty where the system does not say

// Processors that this process may use: the fast ones where they differ, and no more than its
// cgroups have time for. At least 1.
int available_processors();

// Since the machine started, of all processors together; 0 where the system does not say.
struct ProcessorTimes {
  double all_s = 0, busy_s = 0;
};
ProcessorTimes processor_times();

}  // namespace sotto
