// Upstream's checkpoint (kokoro-v1_0.pth, or the same tensors in a safetensors file) under plain
// names: "decoder.generator.ups.0.weight" for "decoder.module.generator.ups.0.weight_g" and "_v".
#pragma once

#include <memory>

#include "checkpoint/weights.h"
#include "sotto/error.h"

namespace sotto::models::kokoro {

// Weight norm may be spelt weight_g and weight_v, or parametrizations.weight.original0 and 1, or be
// folded already (models/weight_norm.h). What is not folded here are views of `stored`. Left out:
// bert's position_ids and pooler, which nothing uses.
Result<std::shared_ptr<const checkpoint::Weights>> plain_weights(
    std::shared_ptr<const checkpoint::Weights> stored);

}  // namespace sotto::models::kokoro
