// An XTTS folder with smaller weights: what `sotto quantize` does.
#pragma once

#include <filesystem>

#include "checkpoint/quantize_folder.h"
#include "sotto/error.h"

namespace sotto::models::xtts {

// Writes into `target` model.safetensors, and copies tokens, speakers, configuration and licence.
// The matrices of the GPT's layers are quantized; with `vocoder` the convolutions of the vocoder's
// blocks become int8, too, whatever the scheme. Everything else stays as it is;
// `options.weights.keep` keeps more. The folder appears when all is written, or not at all.
Result<checkpoint::QuantizeResult> quantize_model(const std::filesystem::path& source,
                                                  const std::filesystem::path& target,
                                                  const checkpoint::QuantizeFolderOptions& options,
                                                  bool vocoder);

}  // namespace sotto::models::xtts
