#pragma once

#include <memory>

#include "checkpoint/weights.h"

namespace sotto::checkpoint {

// The same tensors in memory of this process, one behind the other in large pages: those of a
// mapped file lie in small ones, and a decoder that reads all of them in each step then waits for
// addresses (base/memory.h). Worth it for what is small beside the memory.
std::shared_ptr<const Weights> in_memory(const Weights& weights);

}  // namespace sotto::checkpoint
