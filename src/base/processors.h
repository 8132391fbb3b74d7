// Finds the processors that a process gains by, from what Linux says in files.
#pragma once

#include <filesystem>
#include <vector>

namespace sotto {

// Processors' worth of time that the cgroups above this process allow it (cpu.max, or
// cpu.cfs_quota_us): 1.5, infinity where none limits it. `root`: of the file system.
double cpu_quota(const std::filesystem::path& root = "/");

// Selects the fast ones of `processors` where cores differ: by cpu_capacity on ARM, by the list of
// cpu_core on x86. Returns all where they do not, or where the system does not say.
std::vector<int> fast_of(const std::vector<int>& processors,
                         const std::filesystem::path& root = "/");

}  // namespace sotto
