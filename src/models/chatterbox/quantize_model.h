// A Chatterbox folder with smaller weights: what `sotto quantize` does.
#pragma once

#include <filesystem>

#include "checkpoint/quantize_folder.h"
#include "sotto/error.h"

namespace sotto::models::chatterbox {

// Writes into `target` every network of a folder with upstream's names under its own name, as
// safetensors, and copies tokenizers, the voice, the network that hears recordings and the licence.
// The matrices of T3's layers, its head and those of S3Gen's flow are quantized; embeddings of T3,
// what a voice goes through, convolutions, the vocoder and what hears recordings stay as they are;
// `options.weights.keep` keeps more. The folder appears when all is written, or not at all.
Result<checkpoint::QuantizeResult> quantize_model(const std::filesystem::path& source,
                                                  const std::filesystem::path& target,
                                                  const checkpoint::QuantizeFolderOptions& options);

}  // namespace sotto::models::chatterbox
