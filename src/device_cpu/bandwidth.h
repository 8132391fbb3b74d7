// Measures how fast this machine reads memory: the floor under the time of a decoding step.
#pragma once

namespace sotto::device::cpu {

// Bytes per nanosecond (GB/s) that `threads` threads read together from memory that no cache holds;
// takes about 100 ms and 256 MiB. 0 when there is not that much memory.
double read_bandwidth_gbps(int threads);

}  // namespace sotto::device::cpu
