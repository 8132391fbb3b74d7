// The weights of an ONNX export of Kokoro (kokoro-onnx's: float, float16 or int8) under the names
// and in the layouts of upstream's checkpoint, so that one network reads both.
#pragma once

#include <memory>

#include "checkpoint/onnx_file.h"
#include "models/kokoro/config.h"
#include "sotto/error.h"

namespace sotto::models::kokoro {

// All tensors of modules_of(config). Linear layers are [out, in], as upstream has them; LSTMs have
// the gates in the order i f g o. A quantized weight stays so: X.weight I8 with X.scales F32, one
// for each index of the first axis (checkpoint/encode.h; of an LSTM's X.weight_ih_l0 the scales are
// X.weight_ih_l0.scales); its zero point is taken off the integers. One that does not fit into int8
// then, and embeddings, are dequantized. The error names the layer that was not found.
Result<std::shared_ptr<const checkpoint::Weights>> plain_weights(
    std::shared_ptr<const checkpoint::OnnxFile> file, const Config& config);

}  // namespace sotto::models::kokoro
