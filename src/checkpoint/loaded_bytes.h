// The memory that a checkpoint will need once loaded.
#pragma once

#include <cstddef>
#include <optional>

#include "checkpoint/weights.h"
#include "quant/scheme.h"

namespace sotto::checkpoint {

// Bytes of its weights, in whatever files they lie, when they are loaded in that scheme, as far as
// names and shapes tell; rather too many: words of a quantized matrix may hold eight numbers each.
// None: as they are stored, GGUF's blocks as groups. With the copy in four bits that a device may
// keep of the rows that make logits, where `has_logits_copy`.
size_t loaded_bytes(const Weights& weights, const std::optional<quant::Scheme>& scheme,
                    bool has_logits_copy);

}  // namespace sotto::checkpoint
