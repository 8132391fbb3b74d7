// The memory that a checkpoint will need once loaded.
#pragma once

#include <cstddef>

#include "checkpoint/weights.h"
#include "quant/scheme.h"

namespace sotto::checkpoint {

// Bytes of its weights when they are loaded in that scheme, as far as names and shapes tell; rather
// too many: words of a quantized matrix may hold eight numbers each.
size_t loaded_bytes(const Weights& weights, const quant::Scheme& scheme);

}  // namespace sotto::checkpoint
