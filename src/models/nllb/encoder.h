#pragma once

#include "device/device.h"
#include "models/nllb/network.h"
#include "models/source_batch.h"
#include "models/trace.h"

namespace sotto::models::nllb {

// The last layer's states, a row a token; in the frame around the call. `positions` has
// the rows up to the batch's last position.
device::Tensor encode(const Network& m, const SourceBatch& batch, const device::Tensor& positions,
                      device::Device& d, Trace* trace);

}  // namespace sotto::models::nllb
