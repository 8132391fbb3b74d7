// The system's figures of its processors. Any thread may ask.
#pragma once

#include <string>

namespace sotto {

std::string processor_name();  // "AMD EPYC 7763"; empty where the system does not say

// Processors that this process may use; on a Mac only the fast ones.
int available_processors();

// Since the machine started, of all processors together; 0 where the system does not say.
struct ProcessorTimes {
  double all_s = 0, busy_s = 0;
};
ProcessorTimes processor_times();

}  // namespace sotto
